"""The report of a run: what the figures say, in words, plots and tables."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from splendor.position import SEAT_LETTERS
from splendor.reports import Report, plots
from splendor.reports.report import Cell
from splendor.statistics import figures
from splendor.statistics.figures import SetupFigures, ThingFigures
from splendor.statistics.intervals import Estimate, mean, share
from splendor.statistics.plan import SHORT_NAMES, Plan, short
from splendor.statistics.rows import Kind, Sheet
from splendor.table import things
from splendor.table.catalogue import BASE_CARDS, COLOURS, LEVELS
from splendor.table.setup import MODULE_NAMES

ENOUGH = 30  # players who had a thing, before its figure is drawn
EXTREMES = 8  # cards drawn at either end

ENDINGS = {
    "prestige": "the prestige of the goal",
    "city": "a city",
    "passes": "everybody passed",
    "quiet": "too long without a purchase or reservation",
    "unfinished": "unfinished",
}
MEASURES = {
    "rounds": "rounds",
    "first_seat": "share won by seat A",
    "prestige": "winner's prestige",
    "choices": "choices per decision",
}


def build(plan: Plan, sheet: Sheet) -> Report:
    """The whole page."""
    setups = [figures.of_setup(plan, sheet, number) for number in range(len(plan.setups))]
    report = Report(_title(plan), _summary(plan))
    _facts(report, plan, sheet, setups)
    if len(setups) > 1:
        _modules(report, setups)
        _compare(report, setups)
    _seats(report, plan, sheet)
    if len(set(plan.agents)) > 1:
        _agents(report, plan, sheet)
    _length(report, plan, sheet)
    _prestige(report, plan, sheet)
    _cards(report, plan, sheet)
    for kind in (Kind.NOBLE, Kind.POST, Kind.CITY):
        _tiles(report, plan, sheet, kind)
    _tokens(report, plan, sheet)
    _strongholds(report, plan, sheet)
    return report


# --- words --------------------------------------------------------------------------------------------------------
def _title(plan: Plan) -> str:
    if len(plan.setups) == 1:
        return f"Statistics: {plan.setups[0].describe()}"
    return f"Statistics: {len(plan.setups)} set-ups for {plan.players} players"


def _summary(plan: Plan) -> str:
    each = "" if len(plan.setups) == 1 else f"{plan.games:,} of each set-up; "
    return (
        f"{plan.total:,} games ({each}seeds from {plan.seed}); {plan.describe_agents()}. Ranges after a figure "
        "and lines around a dot are intervals that hold the true value in 95 of 100 such runs."
    )


def _percent(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.1f} %"


def _share(estimate: Estimate) -> str:
    """A share with its interval."""
    return f"{_percent(estimate.value)} ({_span(estimate)})" if estimate.number else "–"


def _span(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.1f} – {100 * estimate.high:.1f} %" if estimate.number else "–"


def _mean(estimate: Estimate, digits: int = 2) -> str:
    """A mean with half the width of its interval."""
    if math.isnan(estimate.value):
        return "–"
    half = (estimate.high - estimate.low) / 2
    return f"{estimate.value:.{digits}f}" + ("" if math.isnan(half) else f" ± {half:.{digits}f}")


def _change(estimate: Estimate, percent: bool) -> str:
    factor, unit = (100, " points") if percent else (1, "")
    half = factor * (estimate.high - estimate.low) / 2
    return f"{factor * estimate.value:+.2f} ± {half:.2f}{unit}".replace("-", "−")


# --- the top ------------------------------------------------------------------------------------------------------
def _facts(report: Report, plan: Plan, sheet: Sheet, setups: list[SetupFigures]) -> None:
    first = share(float(figures.by_game(plan, sheet)["won"][:, 0].sum()), plan.total)
    rounds = mean(sheet.games["rounds"])
    choices = mean(sheet.games["choices"] / sheet.games["decisions"])
    report.facts(
        [
            ("games", f"{plan.total:,}", f"{len(setups)} set-ups" if len(setups) > 1 else short(setups[0].setup)),
            ("won by seat A", _percent(first.value), _span(first)),
            ("rounds", f"{rounds.value:.1f}", f"half the games: {_half(sheet.games['rounds'])}"),
            ("choices per decision", f"{choices.value:.1f}", f"{sheet.games['decisions'].mean():.0f} decisions a game"),
        ]
    )


def _half(values: Any) -> str:
    low, high = np.percentile(values, [25, 75])
    return f"{low:.0f} – {high:.0f}"


# --- set-ups ------------------------------------------------------------------------------------------------------
def _modules(report: Report, setups: list[SetupFigures]) -> None:
    effects = figures.effects(setups)
    if not effects:
        return
    report.heading("What each module changes")
    report.paragraph(
        "Each module is judged by all pairs of set-ups that differ in it alone; the figure is the average difference. "
        "A line that does not cross zero shows an effect."
    )
    names = [f"{MODULE_NAMES[name[:-4]]} {name[-4:]}" for name in effects]
    for what, title in MEASURES.items():
        report.figure(
            _effect_dots(names, [effect[what] for effect in effects.values()], what),
            f"Change of {title} by a module.",
            alt=_told(names, [effect[what] for effect in effects.values()], what == "first_seat"),
        )
    rows = [
        [name, *(_change(effect[what], what == "first_seat") for what in MEASURES)]
        for name, effect in zip(names, effects.values(), strict=True)
    ]
    report.table(["module", *MEASURES.values()], rows, "The same in figures.")


def _effect_dots(names: Sequence[str], estimates: list[Estimate], what: str) -> Any:
    factor = 100 if what == "first_seat" else 1
    values, low, high = (
        [factor * getattr(estimate, side) for estimate in estimates] for side in ("value", "low", "high")
    )
    label = "percentage points" if what == "first_seat" else f"more or fewer {MEASURES[what]}"
    if what == "prestige":
        label = "points of prestige"
    return plots.dots(names, values, low, high, xlabel=label, reference=0)


def _told(names: Sequence[str], estimates: list[Estimate], percent: bool) -> str:
    """A plot of changes in words."""
    return "; ".join(f"{name} {_change(each, percent)}" for name, each in zip(names, estimates, strict=True)) + "."


def _compare(report: Report, setups: list[SetupFigures]) -> None:
    report.heading("The set-ups compared")
    names = [short(each.setup) for each in setups]
    report.paragraph(SHORT_NAMES)
    for what, read in figures.COMPARED.items():
        estimates = [read(each) for each in setups]
        sides = ([getattr(estimate, side) for estimate in estimates] for side in ("value", "low", "high"))
        percent = what == "first_seat"
        fair = 1 / setups[0].setup.players if percent else None
        plot = plots.dots(names, *sides, percent=percent, reference=fair, xlabel=MEASURES[what])
        report.figure(plot, f"{MEASURES[what][0].upper()}{MEASURES[what][1:]} in each set-up.")
    rows: list[list[Cell]] = [
        [
            each.setup.name,
            each.games,
            _mean(each.rounds, 1),
            _share(each.seats[0]),
            _mean(each.prestige, 1),
            _mean(each.decisions, 1),
            _mean(each.choices, 1),
        ]
        for each in setups
    ]
    header = ["set-up", "games", "rounds", "won by seat A", "winner's prestige", "decisions", "choices per decision"]
    report.table(header, rows, "All set-ups.")


# --- seats and agents ---------------------------------------------------------------------------------------------
def _seats(report: Report, plan: Plan, sheet: Sheet) -> None:
    rows = figures.by_game(plan, sheet)
    won = [share(float(rows["won"][:, seat].sum()), plan.total) for seat in range(plan.players)]
    fair = 1 / plan.players
    report.heading("Seats")
    report.paragraph(f"{_seat_verdict(won, fair)} A shared victory counts as a fraction for each winner.")
    names = [f"seat {letter}" for letter in SEAT_LETTERS[: plan.players]]
    report.figure(
        plots.bars(
            names,
            *_sides(won),
            percent=True,
            reference=fair,
            ylabel="share of victories",
            colours=list(range(plan.players)),
        ),
        f"Victories by seat; the dashed line, {_percent(fair)}, is what every seat would win if seats did not matter.",
        alt="Victories by seat: "
        + ", ".join(f"{name} {_share(each)}" for name, each in zip(names, won, strict=True))
        + ".",
    )
    _course(report, plan, sheet, by_result=False)
    shared = np.array([bin(mask).count("1") > 1 for mask in range(16)])[sheet.games["winners"]]
    table: list[list[Cell]] = [
        [
            name,
            _percent(won[seat].value),
            _span(won[seat]),
            *(f"{rows[name][:, seat].mean():.1f}" for name in ("prestige", "cards", "turns")),
        ]
        for seat, name in enumerate(names)
    ]
    header = ["seat", "won", "interval", "prestige", "cards", "turns"]
    report.table(header, table, f"Seats; {_percent(float(shared.mean()))} of the victories were shared.")


def _seat_verdict(won: list[Estimate], fair: float) -> str:
    first = won[0]
    start = f"Seat A, who plays first, won {_percent(first.value)} of the games ({_span(first)}). "
    if not first.excludes(fair):
        return start + f"That is not far enough from {_percent(fair)} to show an advantage or a disadvantage."
    return (
        start
        + f"That is {'more' if first.value > fair else 'less'} than chance explains: a fair share is {_percent(fair)}."
    )


def _sides(estimates: Sequence[Estimate]) -> tuple[list[float], list[float], list[float]]:
    values, low, high = ([getattr(estimate, side) for estimate in estimates] for side in ("value", "low", "high"))
    return values, low, high


def _agents(report: Report, plan: Plan, sheet: Sheet) -> None:
    report.heading("Agents")
    found = figures.of_agents(plan, sheet)
    fair = 1 / plan.players
    names = [each.agent for each in found]
    won = [each.won for each in found]
    report.figure(
        plots.dots(names, *_sides(won), percent=True, reference=fair, xlabel="share of victories"),
        "Victories by agent, for each place at the table it held.",
    )
    seats = [f"seat {letter}" for letter in SEAT_LETTERS[: plan.players]]
    report.figure(
        plots.heat_map(names, seats, [[seat.value for seat in each.seats] for each in found], percent=True),
        "Victories by agent and seat.",
    )
    rows: list[list[Cell]] = [
        [each.agent, each.won.number, _share(each.won), _mean(each.prestige, 1)] for each in found
    ]
    report.table(["agent", "places played", "won", "prestige"], rows)


# --- length and prestige ------------------------------------------------------------------------------------------
def _length(report: Report, plan: Plan, sheet: Sheet) -> None:
    report.heading("Length and end")
    rounds = sheet.games["rounds"]
    x = np.arange(rounds.min(), rounds.max() + 1)
    shares = np.bincount(rounds)[x] / len(rounds)
    report.figure(
        plots.histogram(x, {"games": shares}, xlabel="rounds", ylabel="share of the games"),
        f"How many rounds games last: {rounds.mean():.1f} on average.",
    )
    steps = 5 * np.arange(sheet.games["decisions"].max() // 5 + 1)
    decisions = np.bincount(sheet.games["decisions"] // 5, minlength=len(steps)) / plan.total
    report.figure(
        plots.histogram(
            steps + 2, {"games": decisions}, xlabel="decisions, in steps of five", ylabel="share of the games"
        ),
        f"How many decisions all players of a game take together: {sheet.games['decisions'].mean():.0f} on average.",
    )
    columns = {
        "rounds": rounds,
        "turns": sheet.games["turns"],
        "decisions": sheet.games["decisions"],
        "choices per decision": sheet.games["choices"] / sheet.games["decisions"],
        "choices per turn's action": sheet.games["action_choices"] / sheet.games["turns"],
    }
    rows: list[list[Cell]] = []
    for name, values in columns.items():
        low, middle, high = np.percentile(values, [5, 50, 95])
        rows.append([name, _mean(mean(values)), *(f"{value:.1f}" for value in (low, middle, high, values.max()))])
    report.table(["of a game", "mean", "5 %", "median", "95 %", "most"], rows)
    ended = figures.endings(sheet.games)
    report.table(
        ["what ended the game", "share", "interval"],
        [[ENDINGS[way], _percent(part.value), _span(part)] for way, part in ended.items()],
    )


def _prestige(report: Report, plan: Plan, sheet: Sheet) -> None:
    report.heading("Prestige")
    _course(report, plan, sheet, by_result=True)
    prestige, won = sheet.seats["prestige"], sheet.seats["won"] > 0
    x = np.arange(min(0, prestige.min()), prestige.max() + 1)
    series = {
        name: np.array([(prestige[mine] == value).sum() for value in x]) / max(mine.sum(), 1)
        for name, mine in (("winners", won), ("others", ~won))
    }
    report.figure(
        plots.histogram(x, series, xlabel="prestige at the end", ylabel="share of the players"),
        f"Prestige at the end: winners {prestige[won].mean():.1f} on average, others {prestige[~won].mean():.1f}.",
    )


def _course(report: Report, plan: Plan, sheet: Sheet, by_result: bool) -> None:
    """Prestige round by round; several bands over each other would be mud, so of the seats only one is drawn."""
    course = figures.course(plan, sheet, by_result)
    lines = {name: values[0] for name, values in course.groups.items()}
    shown = list(course.groups) if by_result else list(course.groups)[:1]
    bands = {name: (course.groups[name][1], course.groups[name][2]) for name in shown}
    whose = "of winners and of the others" if by_result else "by seat"
    band = "The bands hold" if by_result else "The band holds, for seat A,"
    ends = ", ".join(f"{name} {values[-1]:.1f}" for name, values in lines.items())
    report.figure(
        plots.lines(course.rounds, lines, bands, xlabel="round", ylabel="prestige"),
        f"Prestige after each round {whose}. {band} the middle eight tenths; games that are over keep their last.",
        alt=f"Prestige after each round {whose}; at the end {ends}.",
    )


# --- cards and tiles ----------------------------------------------------------------------------------------------
CAUTION = (
    "A card that winners have need not be the reason why they won: what comes late in the game comes to those who are "
    "ahead. And of a hundred intervals some five miss the true value."
)


def _cards(report: Report, plan: Plan, sheet: Sheet) -> None:
    found = figures.of_things(plan, sheet, Kind.CARD)
    fair = 1 / plan.players
    report.heading("Cards")
    report.paragraph(f"A player who has nothing special wins {_percent(fair)} of the games. {CAUTION}")
    base = [each for each in found if each.number < BASE_CARDS]
    levels = [f"level {level + 1}" for level in range(LEVELS)]
    report.figure(
        plots.heat_map(
            levels, COLOURS[:5], _by_level_and_colour(base, lambda each: (each.taken.value, each.seen)), percent=True
        ),
        "How often a base card that was seen came to a player, by level and bonus.",
    )
    won = _by_level_and_colour(base, lambda each: (each.won.value, each.won.number))
    report.figure(
        plots.heat_map(levels, COLOURS[:5], won, percent=True, middle=fair),
        f"How many percentage points more or less than {_percent(fair)} those who had such a card won.",
    )
    _extremes(report, base, fair)
    report.table(CARD_HEADER, [_card_row(each) for each in base], "All base cards; a click on a title sorts.")
    orient = [each for each in found if each.number >= BASE_CARDS]
    if orient:
        report.heading("Cards of the Orient")
        _extremes(report, orient, fair)
        report.table(CARD_HEADER, [_card_row(each) for each in orient], "All cards of the Orient that were seen.")


CARD_HEADER = ["card", "level", "bonus", "prestige", "price", "seen", "had", "reserved", "round", "won", "interval"]


def _card_row(each: ThingFigures) -> list[Cell]:
    card = things.CARDS[each.number]
    kind = card.kind.name.lower().replace("_", " ")
    bonus = " ".join(word for word in (card.colour or "", "" if kind == "plain" else kind) if word)
    price = things.letters(card.cost) if card.sacrifice is None else f"two {card.sacrifice}"
    return [
        each.name,
        card.level,
        bonus,
        card.prestige,
        price,
        each.seen,
        _percent(each.taken.value),
        each.reserved,
        _mean(each.round, 1),
        _percent(each.won.value),
        _span(each.won),
    ]


def _by_level_and_colour(found: list[ThingFigures], read: Any) -> Any:
    """Weighted means of a figure over the cards of each level and colour."""
    sums, weights = np.zeros((LEVELS, 5)), np.zeros((LEVELS, 5))
    for each in found:
        value, weight = read(each)
        if weight:
            card = things.CARDS[each.number]
            sums[card.level - 1, COLOURS.index(card.colour or "")] += weight * value
            weights[card.level - 1, COLOURS.index(card.colour or "")] += weight
    return np.divide(sums, weights, out=np.full_like(sums, np.nan), where=weights > 0)


def _extremes(report: Report, found: list[ThingFigures], fair: float) -> None:
    """The cards whose owners won most and least."""
    ranked = sorted((each for each in found if each.won.number >= ENOUGH), key=lambda each: -each.won.value)
    if len(ranked) < 2:
        report.paragraph(f"Too few games to tell cards apart: none was had by at least {ENOUGH} players.")
        return
    halves = (
        (ranked,) if len(ranked) <= EXTREMES else (ranked[:EXTREMES], ranked[max(EXTREMES, len(ranked) - EXTREMES) :])
    )
    for part, word in zip(halves, ("most", "least"), strict=False):
        labels = [_card_label(each) for each in part]
        report.figure(
            plots.dots(
                labels, *_sides([each.won for each in part]), percent=True, reference=fair, xlabel="won by owners"
            ),
            f"The cards whose owners won {word}: number, level and bonus, prestige, price.",
        )


def _card_label(each: ThingFigures) -> str:
    """A card in a few letters, price last: `57 · 2 blue · 2 · w2 r1 k4`."""
    row = _card_row(each)
    return f"{row[0]} · {row[1]} {row[2]} · {row[3]} · {row[4]}"


TILES = {
    Kind.NOBLE: ("Nobles", "noble", "visited"),
    Kind.POST: ("Trading posts", "post", "won by a player"),
    Kind.CITY: ("Cities", "city", "won by a player"),
}


def _tiles(report: Report, plan: Plan, sheet: Sheet, kind: Kind) -> None:
    found = figures.of_things(plan, sheet, kind)
    if not found:
        return
    title, word, how = TILES[kind]
    fair = 1 / plan.players
    report.heading(title)
    ranked = sorted((each for each in found if each.won.number), key=lambda each: -each.won.value)
    names = [_tile_name(kind, each) for each in ranked]
    if ranked:
        report.figure(
            plots.dots(
                names, *_sides([each.won for each in ranked]), percent=True, reference=fair, xlabel="won by owners"
            ),
            f"How much those who had a {word} won; the dashed line is a fair share.",
        )
    often = sorted(found, key=lambda each: -each.taken.value)
    names = [_tile_name(kind, each) for each in often]
    report.figure(
        plots.dots(names, *_sides([each.taken for each in often]), percent=True, xlabel="share of the games"),
        f"How often a {word} on the table was {how}.",
    )
    rows: list[list[Cell]] = [
        [
            _tile_name(kind, each),
            _tile_needs(plan, kind, each),
            each.seen,
            _percent(each.taken.value),
            _mean(each.round, 1),
            _percent(each.won.value),
            _span(each.won),
        ]
        for each in found
    ]
    report.table([word, "needs", "games", "had", "round", "won", "interval"], rows)


def _tile_name(kind: Kind, each: ThingFigures) -> str:
    return each.name.replace("_", " ") if kind == Kind.POST else each.name


def _tile_needs(plan: Plan, kind: Kind, each: ThingFigures) -> str:
    """What a tile asks for; a post's conditions depend on the edition."""
    if kind == Kind.NOBLE:
        return things.letters(things.NOBLES[each.number].count)
    if kind == Kind.CITY:
        return _in_brackets(str(things.CITIES[each.number]))
    editions = dict.fromkeys(setup.posts for setup in plan.setups if setup.posts is not None)
    posts = [post for year in editions for power, post in things.TRADING_POSTS[year].items() if power == each.number]
    return " or ".join(dict.fromkeys(_in_brackets(str(post)) for post in posts))


def _in_brackets(text: str) -> str:
    return text.partition("(")[2].rstrip(")")


# --- what players do ----------------------------------------------------------------------------------------------
def _tokens(report: Report, plan: Plan, sheet: Sheet) -> None:
    report.heading("Tokens, purchases and reservations")
    found = figures.tokens(plan, sheet)
    series = {
        name.replace("_", " "): [found[name][colour].value for colour in COLOURS]
        for name in ("taken", "paid", "given_back")
    }
    report.figure(
        plots.histogram(range(6), series, labels=COLOURS, percent=False, ylabel="tokens of a player"),
        "Tokens a player takes, pays and gives back in a game, by colour.",
    )
    _doing(report, plan, sheet)
    turns = figures.per_player(plan, sheet.seats["turns"]).value
    gold = {name: found[name]["gold"].value for name in found}
    report.paragraph(
        f"A player has {turns:.1f} turns, takes {gold['taken']:.2f} gold, pays {gold['paid']:.2f} of it, gives "
        f"{gold['given_back']:.2f} back and has {gold['held']:.2f} left at the end."
    )
    rows: list[list[Cell]] = [
        [colour, *(_mean(found[name][colour]) for name in ("taken", "paid", "given_back", "held"))]
        for colour in COLOURS
    ]
    report.table(["colour", "taken", "paid", "given back", "left at the end"], rows, "Tokens of a player in a game.")


DOING = {
    "market": "purchased from the market",
    "hand": "purchased from the hand",
    "conquest": "conquered",
    "free_card": "taken free",
    "sacrifice": "sacrificed",
    "spend": "virtual gold spent",
    "all": "reserved",
    "deck": "reserved from a deck",
    "with_gold": "reserved with a gold token",
    "left": "reserved and left over",
    "passes": "turns passed",
}


def _doing(report: Report, plan: Plan, sheet: Sheet) -> None:
    """Purchases and reservations; what never happened is left out."""
    found = figures.purchases(plan, sheet)
    found = figures.reservations(plan, sheet) | found | {"passes": figures.per_player(plan, sheet.seats["passes"])}
    shown = {words: found[name] for name, words in DOING.items() if found[name].value}
    report.figure(
        plots.dots(list(shown), *_sides(list(shown.values())), xlabel="cards of a player in a game"),
        "Cards a player purchases and reserves in a game.",
        alt="In a game a player has " + ", ".join(f"{words}: {_mean(part)}" for words, part in shown.items()) + ".",
    )


def _strongholds(report: Report, plan: Plan, sheet: Sheet) -> None:
    if any(setup.strongholds for setup in plan.setups):
        report.heading("Strongholds")
        found = figures.strongholds(plan, sheet)
        report.table(
            ["strongholds of a player in a game", "number"], [[name, _mean(part)] for name, part in found.items()]
        )
