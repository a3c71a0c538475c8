"""Whole games as they are kept: `GameRecord`, and archives of many. docs/notation.md describes the formats."""

from splendor.records.archive import read_archive, write_archive
from splendor.records.digest import digest
from splendor.records.record import GameRecord

__all__ = ["GameRecord", "digest", "read_archive", "write_archive"]
