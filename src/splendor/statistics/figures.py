"""What the rows of a run come to: shares and means with their intervals."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from splendor.position import SEAT_LETTERS
from splendor.statistics.intervals import Estimate, average, difference, mean, share
from splendor.statistics.plan import Plan
from splendor.statistics.rows import Ended, Event, Kind, Sheet, Source
from splendor.statistics.tables import NAMES
from splendor.table.catalogue import COLOURS, POST_COUNT
from splendor.table.setup import Setup

TAKING = (Event.PURCHASE, Event.FREE_CARD, Event.VISIT, Event.POST, Event.CITY)  # how a thing comes to a player


# --- set-ups ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SetupFigures:
    """The main figures of the games of one set-up."""

    setup: Setup
    games: int
    seats: list[Estimate]
    """Each seat's share of the victories."""
    rounds: Estimate
    turns: Estimate
    decisions: Estimate
    choices: Estimate
    """Legal actions of a decision, on average over a game."""
    prestige: Estimate
    """Of the winner."""
    ended: dict[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        seats = {SEAT_LETTERS[seat]: won.to_dict() for seat, won in enumerate(self.seats)}
        means = ("rounds", "turns", "decisions", "choices", "prestige")
        return {
            "setup": self.setup.name,
            "games": self.games,
            "wins_by_seat": seats,
            **{name: getattr(self, name).to_dict() for name in means},
            "ended": {name: part.to_dict() for name, part in self.ended.items()},
        }


def of_setup(plan: Plan, sheet: Sheet, number: int) -> SetupFigures:
    """The figures of one set-up of a run."""
    where = slice(number * plan.games, (number + 1) * plan.games)
    games, seats = sheet.games[where], by_game(plan, sheet)[where]
    return SetupFigures(
        setup=plan.setups[number],
        games=plan.games,
        seats=[share(float(seats["won"][:, seat].sum()), plan.games) for seat in range(plan.players)],
        rounds=mean(games["rounds"]),
        turns=mean(games["turns"]),
        decisions=mean(games["decisions"]),
        choices=mean(games["choices"] / games["decisions"]),
        prestige=mean(np.where(seats["won"] > 0, seats["prestige"], -1).max(axis=1)),
        ended=endings(games),
    )


def endings(games: Any) -> dict[str, Estimate]:
    """How games ended, each way that came up."""
    counts = np.bincount(games["ended"], minlength=len(Ended))
    return {way.name.lower(): share(int(counts[way]), len(games)) for way in Ended if counts[way]}


def by_game(plan: Plan, sheet: Sheet) -> Any:
    """The rows of the seats as a table of games × seats."""
    return sheet.seats.reshape(-1, plan.players)


# --- agents -------------------------------------------------------------------------------------------------------
class AgentFigures(NamedTuple):
    """How one of the agents fared."""

    agent: str
    won: Estimate
    seats: list[Estimate]
    prestige: Estimate


def of_agents(plan: Plan, sheet: Sheet) -> list[AgentFigures]:
    """The agents in the order they were named; those with the same spec are one."""
    specs = np.array(plan.agents)[sheet.seats["agent"]]
    found = []
    for agent in dict.fromkeys(plan.agents):
        mine = sheet.seats[specs == agent]
        at = [mine[mine["seat"] == seat] for seat in range(plan.players)]
        seats = [share(float(rows["won"].sum()), len(rows)) for rows in at]
        found.append(AgentFigures(agent, share(float(mine["won"].sum()), len(mine)), seats, mean(mine["prestige"])))
    return found


# --- cards and tiles ----------------------------------------------------------------------------------------------
class ThingFigures(NamedTuple):
    """How often a card or tile came to a player, when, and how those players fared."""

    number: int
    name: str
    seen: int
    """Games in which somebody could have had it."""
    taken: Estimate
    """The share of those games in which somebody got it; a post can come to several players."""
    reserved: int
    round: Estimate
    won: Estimate
    """Share of the victories of those who had it."""


def of_things(plan: Plan, sheet: Sheet, kind: Kind) -> list[ThingFigures]:
    """The figures of all cards, nobles, posts or cities that came up."""
    rows = sheet.events[sheet.events["kind"] == kind]
    number = len(NAMES[kind])
    is_taken = np.isin(rows["event"], TAKING)
    is_reserved = rows["event"] == Event.RESERVE
    seen = np.bincount(rows["thing"][_first_seen(rows)], minlength=number)
    if kind == Kind.POST:
        seen = _games_with_posts(plan)
    taken = rows[is_taken]
    won = by_game(plan, sheet)["won"][taken["game"], taken["seat"]]
    reserved = np.bincount(rows["thing"][is_reserved], minlength=number)
    order = np.argsort(taken["thing"], kind="stable")
    ends = np.searchsorted(taken["thing"][order], np.arange(number + 1))
    found = []
    for thing in range(number):
        if not seen[thing]:
            continue
        mine = order[ends[thing] : ends[thing + 1]]
        found.append(
            ThingFigures(
                number=thing,
                name=NAMES[kind][thing],
                seen=int(seen[thing]),
                taken=_frequency(taken[mine], int(seen[thing])),
                reserved=int(reserved[thing]),
                round=mean(taken["round"][mine]),
                won=share(float(won[mine].sum()), len(mine)),
            )
        )
    return found


def _first_seen(rows: Any) -> Any:
    """A card appears on the market, or a player draws it from a deck into the hand: never both."""
    from_deck = (rows["event"] == Event.RESERVE) & (rows["source"] == Source.DECK)
    return (rows["event"] == Event.APPEAR) | from_deck


def _games_with_posts(plan: Plan) -> Any:
    """In how many games each post's power could be won."""
    editions = [{2017: 0, 2025: 1}[setup.posts] for setup in plan.setups if setup.posts is not None]
    return sum(
        ((POST_COUNT[edition, :, 0] >= 0) * plan.games for edition in editions), np.zeros(len(POST_COUNT[0]), int)
    )


def _frequency(taken: Any, seen: int) -> Estimate:
    """The share of games in which somebody had it."""
    return share(len(np.unique(taken["game"])), seen)


# --- prestige in the course of the game ---------------------------------------------------------------------------
class Course(NamedTuple):
    """Prestige after each round: the mean and the middle eight tenths, by group of seats."""

    rounds: Any
    groups: dict[str, tuple[Any, Any, Any]]


def course(plan: Plan, sheet: Sheet, by_result: bool) -> Course:
    """Prestige by round, of each seat or of winners and others; games that are over keep their last prestige."""
    last = int(np.percentile(sheet.games["rounds"], 95)) if len(sheet.games) else 0
    groups = _groups(plan, sheet, by_result)
    gains = _gains(plan, sheet)
    prestige = np.zeros(len(sheet.seats))
    lines: dict[str, list[tuple[float, ...]]] = {name: [] for name in groups}
    for number in range(last + 1):
        prestige += gains(number)
        for name, mine in groups.items():
            values = prestige[mine]
            lines[name].append((float(values.mean()), *np.percentile(values, [10, 90])))
    return Course(np.arange(last + 1), {name: tuple(np.array(line).T) for name, line in lines.items()})


def _groups(plan: Plan, sheet: Sheet, by_result: bool) -> dict[str, Any]:
    if by_result:
        return {"winners": sheet.seats["won"] > 0, "others": sheet.seats["won"] == 0}
    return {f"seat {SEAT_LETTERS[seat]}": sheet.seats["seat"] == seat for seat in range(plan.players)}


def _gains(plan: Plan, sheet: Sheet) -> Callable[[int], Any]:
    """A function from a round to the prestige each row of the seats gained in it."""
    rows = sheet.events[sheet.events["prestige"] != 0]
    rows = rows[np.argsort(rows["round"], kind="stable")]
    where = _seat_rows(plan, rows)

    def gains(number: int) -> Any:
        first, last = np.searchsorted(rows["round"], [number, number + 1])
        return np.bincount(where[first:last], rows["prestige"][first:last], minlength=len(sheet.seats))

    return gains


# --- the effect of modules ----------------------------------------------------------------------------------------
# What is compared between set-ups: name, and how to read it.
COMPARED: dict[str, Callable[[SetupFigures], Estimate]] = {
    "rounds": lambda figures: figures.rounds,
    "first_seat": lambda figures: figures.seats[0],
    "prestige": lambda figures: figures.prestige,
    "choices": lambda figures: figures.choices,
}


def effects(setups: list[SetupFigures]) -> dict[str, dict[str, Estimate]]:
    """What each module changes, on average over all pairs of set-ups of the run that differ in it alone."""
    by_modules = {frozenset(each.setup.modules.items()): each for each in setups}
    found: dict[str, dict[str, Estimate]] = {}
    for module in dict.fromkeys(item for each in setups for item in each.setup.modules.items()):
        pairs = [
            (each, by_modules[modules - {module}])
            for modules, each in by_modules.items()
            if module in modules and modules - {module} in by_modules
        ]
        if pairs:
            found["{}{}".format(*module)] = {
                what: average([difference(read(one), read(other)) for one, other in pairs])
                for what, read in COMPARED.items()
            }
    return found


def against_base(setups: list[SetupFigures]) -> dict[str, dict[str, Estimate]]:
    """Each set-up compared with the base game of the run, if that was played."""
    base = next((figures for figures in setups if not figures.setup.modules), None)
    if base is None:
        return {}
    return {
        figures.setup.name: {what: difference(read(figures), read(base)) for what, read in COMPARED.items()}
        for figures in setups
        if figures is not base
    }


# --- what players do ----------------------------------------------------------------------------------------------
def per_player(plan: Plan, values: Any) -> Estimate:
    """The mean of a figure of the seats; the seats of one game are not independent, so games are what is counted."""
    return mean(np.asarray(values, float).reshape(-1, plan.players).mean(axis=1))


def tokens(plan: Plan, sheet: Sheet) -> dict[str, dict[str, Estimate]]:
    """Tokens taken, paid, given back and left over by a player in a game, by colour."""
    return {
        what: {colour: per_player(plan, sheet.seats[what][:, number]) for number, colour in enumerate(COLOURS)}
        for what in ("taken", "paid", "given_back", "held")
    }


def reservations(plan: Plan, sheet: Sheet) -> dict[str, Estimate]:
    """Reserved cards of a player in a game, by where they came from, and what became of them."""
    events = sheet.events
    reserved = events[(events["event"] == Event.RESERVE) & (events["kind"] == Kind.CARD)]
    found = {
        "all": reserved,
        "market": reserved[reserved["source"] == Source.MARKET],
        "deck": reserved[reserved["source"] == Source.DECK],
        "with_gold": reserved[reserved["gold"] > 0],
        "purchased": events[(events["event"] == Event.PURCHASE) & (events["source"] == Source.HAND)],
    }
    counts = {name: _counted(plan, sheet, rows) for name, rows in found.items()}
    return counts | {"left": per_player(plan, sheet.seats["hand"])}


def purchases(plan: Plan, sheet: Sheet) -> dict[str, Estimate]:
    """Cards a player gets in a game, by where they come from, and those that leave again."""
    events = sheet.events
    bought = events[events["event"] == Event.PURCHASE]
    sources = (Source.MARKET, Source.HAND, Source.CONQUEST)
    found = {source.name.lower(): _counted(plan, sheet, bought[bought["source"] == source]) for source in sources}
    for event in (Event.FREE_CARD, Event.SACRIFICE, Event.SPEND):
        found[event.name.lower()] = _counted(plan, sheet, events[events["event"] == event])
    return found


def strongholds(plan: Plan, sheet: Sheet) -> dict[str, Estimate]:
    """Strongholds placed, moved and removed by a player in a game, and cards conquered."""
    found = {name: per_player(plan, sheet.seats[name]) for name in ("placed", "moved", "removed")}
    return found | {"conquered": purchases(plan, sheet)["conquest"]}


def _counted(plan: Plan, sheet: Sheet, rows: Any) -> Estimate:
    """How many of these events a player has in a game."""
    return per_player(plan, np.bincount(_seat_rows(plan, rows), minlength=len(sheet.seats)))


def _seat_rows(plan: Plan, rows: Any) -> Any:
    """The place of each event's player among the rows of the seats."""
    return rows["game"].astype(np.int64) * plan.players + rows["seat"]


# --- everything ---------------------------------------------------------------------------------------------------
def summary(plan: Plan, sheet: Sheet) -> dict[str, Any]:
    """The main figures of a run as one object for JSON."""
    setups = [of_setup(plan, sheet, number) for number in range(len(plan.setups))]
    return {
        "plan": plan.to_dict(),
        "games": plan.total,
        "setups": [each.to_dict() for each in setups],
        "agents": [
            {"agent": agent, "won": won.to_dict(), "prestige": prestige.to_dict()}
            for agent, won, _, prestige in of_agents(plan, sheet)
        ],
        "tokens": {what: _to_dict(part) for what, part in tokens(plan, sheet).items()},
        "reservations": _to_dict(reservations(plan, sheet)),
        "purchases": _to_dict(purchases(plan, sheet)),
        "strongholds": _to_dict(strongholds(plan, sheet)),
        "modules": {name: _to_dict(part) for name, part in effects(setups).items()},
        "against_base": {name: _to_dict(part) for name, part in against_base(setups).items()},
        "things": {kind.name.lower(): _things_dict(of_things(plan, sheet, kind)) for kind in Kind},
    }


def _to_dict(estimates: dict[str, Estimate]) -> dict[str, Any]:
    return {name: estimate.to_dict() for name, estimate in estimates.items()}


def _things_dict(found: list[ThingFigures]) -> dict[str, Any]:
    return {
        each.name: {
            "seen": each.seen,
            "reserved": each.reserved,
            "taken": each.taken.to_dict(),
            "round": each.round.to_dict(),
            "won": each.won.to_dict(),
        }
        for each in found
    }
