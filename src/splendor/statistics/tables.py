"""The rows of a run as columns with names, for data files; docs/statistics.md describes them."""

from pathlib import Path
from typing import Any

import numpy as np

from splendor.position import SEAT_LETTERS
from splendor.reports.data import Columns, write_csv, write_parquet
from splendor.statistics.plan import Plan
from splendor.statistics.rows import Ended, Event, Kind, Sheet, Source
from splendor.table import catalogue
from splendor.table.catalogue import COLOURS, Power

BY_COLOUR = ("taken", "paid", "given_back", "held")
# The names of all things by kind; posts have the names of their powers.
NAMES = {
    Kind.CARD: catalogue.CARD_NAMES,
    Kind.NOBLE: catalogue.NOBLE_NAMES,
    Kind.POST: tuple(power.name.lower() for power in Power),
    Kind.CITY: tuple(
        f"{name} {catalogue.EDITIONS[face // catalogue.CITY_FACES]}" for face, name in enumerate(catalogue.CITY_NAMES)
    ),
}


def tables(plan: Plan, sheet: Sheet) -> dict[str, Columns]:
    """The columns of each table by the table's name."""
    return {"games": games(plan, sheet), "seats": seats(plan, sheet), "events": events(sheet)}


def write(folder: Path, plan: Plan, sheet: Sheet) -> list[Path]:
    """Write all tables as CSV and as Parquet; returns the files."""
    files = []
    for name, columns in tables(plan, sheet).items():
        files += [write_csv(folder / f"{name}.csv", columns), write_parquet(folder / f"{name}.parquet", columns)]
    return files


def games(plan: Plan, sheet: Sheet) -> Columns:
    """One row per game."""
    rows = sheet.games
    winners = np.array(["".join(SEAT_LETTERS[seat] for seat in range(4) if mask >> seat & 1) for mask in range(16)])
    return {
        "game": rows["game"],
        "setup": np.array([setup.name for setup in plan.setups])[rows["setup"]],
        **{name: rows[name] for name in ("players", "seed", "rounds", "turns", "decisions", "choices")},
        "action_choices": rows["action_choices"],
        "ended": _words(Ended)[rows["ended"]],
        "winners": winners[rows["winners"]],
    }


def seats(plan: Plan, sheet: Sheet) -> Columns:
    """One row per game and seat."""
    rows = sheet.seats
    columns: dict[str, Any] = {
        "game": rows["game"],
        "seat": np.array(list(SEAT_LETTERS))[rows["seat"]],
        "agent": np.array(plan.agents)[rows["agent"]],
    }
    for name in (rows.dtype.names or ())[3:]:
        if name in BY_COLOUR:
            columns |= {f"{name}_{colour}": rows[name][:, number] for number, colour in enumerate(COLOURS)}
        else:
            columns[name] = rows[name]
    return columns


def events(sheet: Sheet) -> Columns:
    """One row per event."""
    rows = sheet.events
    is_card = rows["kind"] == Kind.CARD
    card = np.where(is_card, rows["thing"], 0)
    colours = np.array([*COLOURS, ""])  # a card without a colour has number −1
    return {
        **{name: rows[name] for name in ("game", "turn", "round")},
        "seat": np.array([*SEAT_LETTERS, ""])[rows["seat"]],
        "event": _words(Event)[rows["event"]],
        "kind": _words(Kind)[rows["kind"]],
        "name": thing_names(rows),
        "level": np.where(is_card, catalogue.LEVEL[card] + 1, 0).astype(np.int8),
        "colour": np.where(is_card, colours[catalogue.BONUS[card]], ""),
        "source": _words(Source)[rows["source"]],
        **{name: rows[name] for name in ("gems", "gold", "prestige")},
    }


def thing_names(rows: Any) -> Any:
    """The name of the thing of each event."""
    starts = np.cumsum([0] + [len(NAMES[kind]) for kind in Kind])
    names = np.array([name for kind in Kind for name in NAMES[kind]])
    return names[starts[rows["kind"]] + rows["thing"]]


def _words(enum: Any) -> Any:
    """The members of an enum as words, by number."""
    return np.array([member.name.lower() for member in enum])
