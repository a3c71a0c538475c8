"""Data files: what was given is what another program reads, from either format."""

import csv
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import pytest

from splendor.errors import SplendorError
from splendor.reports import extra
from splendor.reports.data import write_csv, write_parquet

COLUMNS = {
    "game": np.arange(3, dtype=np.int64),
    "name": np.array(["a", 'b, "c"', "é"]),
    "share": np.array([0.5, 1 / 3, 0.0]),
    "won": np.array([True, False, True]),
}


def test_both_formats_say_the_same(tmp_path: Path) -> None:
    with write_csv(tmp_path / "data.csv", COLUMNS).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    table = parquet.read_table(write_parquet(tmp_path / "data.parquet", COLUMNS))
    assert header == table.column_names == list(COLUMNS)
    assert rows == [[str(value) for value in row.values()] for row in table.to_pylist()]


def test_the_same_data_gives_the_same_bytes(tmp_path: Path) -> None:
    for write in (write_csv, write_parquet):
        one, two = (write(tmp_path / name, COLUMNS).read_bytes() for name in ("one", "two"))
        assert one == two


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    for write in (write_csv, write_parquet):
        with pytest.raises(SplendorError, match=r"cannot be written to .*; name another folder"):
            write(tmp_path / "missing" / "data", COLUMNS)


def test_a_missing_package_is_asked_for_in_words() -> None:
    with pytest.raises(SplendorError, match=r"needs matplotlob; .* pip install '\.\[reports\]'"):
        extra.need("matplotlob.figure")
