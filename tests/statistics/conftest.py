"""Drawing takes most of a report's time: tests that are not about the plots leave it out."""

import pytest

EMPTY = '<svg width="1pt" height="1pt" viewBox="0 0 1 1" version="1.1">\n</svg>\n'


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are made, but come out empty."""
    monkeypatch.setattr("splendor.reports.svg._drawn", lambda *_: EMPTY)
