"""The levels one can play against: agents by a name that says how they play. `make` knows them as it knows specs."""

from typing import NamedTuple


class Level(NamedTuple):
    """An agent with its options, under one name."""

    spec: str
    elo: int
    """Of the base game for two, `league` being 1,500: docs/strength.md tells how it was measured."""
    summary: str


# Six from weak to strong. The weaker ones see no further than the position after an action and misjudge it by so many
# prestige points: they choose what is nearly as good, as people do, and do not throw games away. Then the styles.
LEVELS: dict[str, Level] = {
    "newcomer": Level("greedy:noise=3", 600, "knows the rules and little more"),
    "casual": Level("greedy:noise=1.2", 830, "plays sensibly and often misjudges"),
    "club": Level("greedy:noise=0.5", 1180, "knows what matters and sometimes misjudges"),
    "league": Level("greedy", 1500, "rarely makes a mistake"),
    "expert": Level("mcts:sims=1000", 1800, "looks ahead"),
    "master": Level("neural:sims=400", 2310, "has learned by playing itself, and looks ahead; the strongest"),
    "rush": Level("greedy:style=rush", 1350, "in a hurry for prestige"),
    "nobles": Level("greedy:style=nobles", 1510, "fond of nobles"),
    "engine": Level("greedy:style=engine", 1440, "builds many bonuses first"),
    "spoiler": Level("greedy:style=spoiler", 1480, "takes what others want"),
    "reserver": Level("greedy:style=reserver", 1490, "likes gold and a full hand"),
}


def spelled_out(spec: str) -> str:
    """The spec a level stands for, with the options that follow its name; any other spec as it is.

    >>> spelled_out("club"), spelled_out("league:seed=3"), spelled_out("random")
    ('greedy:noise=0.5', 'greedy:seed=3', 'random')
    """
    name, _, options = spec.partition(":")
    level = LEVELS.get(name.strip().lower())
    if level is None:
        return spec
    agent, _, own = level.spec.partition(":")
    both = ",".join(filter(None, (own, options.strip())))
    return f"{agent}:{both}" if both else agent
