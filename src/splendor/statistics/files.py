"""The files of a run: the report and the tables of its data."""

from pathlib import Path

from splendor.reports.extra import need
from splendor.statistics import tables
from splendor.statistics.plan import Plan
from splendor.statistics.rows import Sheet

REPORT = "report.html"


def check_packages() -> None:
    """Complain about missing packages before games are played, not after."""
    for package in ("matplotlib", "pyarrow"):
        need(package)


def write_files(plan: Plan, sheet: Sheet, folder: Path) -> list[Path]:
    """Write the report and each table as CSV and Parquet into the folder; returns the files, the report first."""
    from splendor.statistics.report import build

    return [build(plan, sheet).write(folder / REPORT), *tables.write(folder, plan, sheet)]
