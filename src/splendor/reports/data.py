"""Tables of data as files for other programs: CSV, which everything reads, and Parquet, which is small and typed."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from splendor.errors import SplendorError
from splendor.files import whole
from splendor.reports.extra import need

Columns = Mapping[str, Any]
"""Names with numpy arrays of one length; texts as arrays of str."""


def write_csv(path: str | Path, columns: Columns) -> Path:
    """Write one row per place of the arrays, with a header."""
    path = Path(path)
    rows = zip(*(np.asarray(values).tolist() for values in columns.values()), strict=True)
    try:
        with whole(path) as half, half.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(rows)
    except OSError as error:
        raise _unwritable(path, error) from error
    return path


def write_parquet(path: str | Path, columns: Columns) -> Path:
    """Write the same as a Parquet file."""
    path = Path(path)
    arrow, parquet = need("pyarrow"), need("pyarrow.parquet")
    table = arrow.table({name: arrow.array(np.asarray(values)) for name, values in columns.items()})
    try:
        with whole(path) as half:
            parquet.write_table(table, half, compression="zstd")
    except OSError as error:
        raise _unwritable(path, error) from error
    return path


def _unwritable(path: Path, error: OSError) -> SplendorError:
    return SplendorError(f"the data cannot be written to {path}: {error.strerror or error}; name another folder.")
