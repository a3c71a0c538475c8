"""Agents by name: a spec string such as `greedy:style=nobles,seed=1` makes one.

A program of somebody else is an agent by its command line, `cmd:./mybot --level 3`; options then stand in brackets,
`cmd(limit=2):./mybot`, because everything after the colon is the command.

The name of a level, such as `club`, is a spec too.

A new agent registers a description and a function that makes it from its options; everything that lists agents
or reads specs (command line, arena, server) then knows it. An installed package names its descriptions in the
entry-point group `splendor.agents`: every process finds them there, those that an arena starts too.
"""

import math
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from splendor.agents.greedy import GreedyAgent
from splendor.agents.greedy_weights import BALANCED, STYLES
from splendor.agents.levels import LEVELS, spelled_out
from splendor.agents.mcts import SECONDS, MctsAgent
from splendor.agents.neural import MOST_SIMULATIONS as MOST_NEURAL
from splendor.agents.neural import SIMULATIONS, NeuralAgent
from splendor.agents.protocol import Agent
from splendor.agents.random_agent import RandomAgent
from splendor.errors import SplendorError
from splendor.foreign.agent import LIMIT, START, ForeignAgent

SEED_LIMIT = 2**63
GROUP = "splendor.agents"  # of entry points, in the metadata of installed packages
NAME = re.compile("[a-z][a-z0-9_-]*")


class UnknownAgent(SplendorError):
    """A spec that names no agent, or an option the agent does not have."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One option of an agent's spec."""

    name: str
    description: str
    read: Callable[[str], Any]
    """Turns the text into the value; raises ValueError, whose message says what is expected."""
    default: str = ""
    """In words, for lists."""


@dataclass(frozen=True, slots=True)
class Description:
    """An agent one can ask for."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    build: Callable[..., Agent]
    text: str = ""
    """What stands after the colon as it is, where that is no list of options."""

    @property
    def usage(self) -> str:
        """The spec with all its options: `greedy:style=…,noise=…,seed=…`."""
        options = ",".join(f"{parameter.name}=…" for parameter in self.parameters)
        if self.text:
            return f"{self.name}({options}):{self.text.upper()}"
        return f"{self.name}:{options}" if options else self.name


_KNOWN: dict[str, Description] = {}


def register(description: Description) -> None:
    """Make an agent known; the name must be free."""
    name = description.name
    if not NAME.fullmatch(name):
        raise SplendorError(f"{name!r} is no name for an agent: expected small letters, digits, '-' and '_'.")
    if name in _KNOWN or name in LEVELS:
        raise SplendorError(f"there is already {'a level' if name in LEVELS else 'an agent'} {name!r}.")
    _KNOWN[name] = description


def agents() -> list[Description]:
    """The agents there are, weakest first; then those of installed packages."""
    for entry in _installed().values():
        try:
            _known(entry.name)
        except SplendorError as error:  # somebody else's package: what is ours goes on without it
            warnings.warn(str(error), stacklevel=2)
    return list(_KNOWN.values())


def _known(name: str) -> Description | None:
    """The agent of this name; one of an installed package is loaded when somebody asks for it."""
    if name not in _KNOWN and (entry := _installed().get(name)) is not None:
        register(_loaded(entry))
    return _KNOWN.get(name)


def _installed() -> dict[str, EntryPoint]:
    """What installed packages offer, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _loaded(entry: EntryPoint) -> Description:
    where = f"the agent {entry.name!r} of the installed package {entry.dist.name if entry.dist else '?'!r}"
    try:
        found = entry.load()
    except Exception as error:  # whatever happens when somebody else's module is imported
        raise SplendorError(f"{where} cannot be loaded: {error}; mend or remove that package.") from error
    if not isinstance(found, Description) or found.name != entry.name:
        raise SplendorError(f"{where}: {entry.value} should be a Description of that name.")
    return found


def make(spec: str, **defaults: Any) -> Agent:
    """The agent a spec asks for; `defaults` are for options it has and the spec leaves open.

    >>> make("greedy:style=nobles").name
    'greedy:style=nobles'
    >>> make("club").name
    'greedy:noise=0.5'
    >>> make("gready")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    splendor.agents.registry.UnknownAgent: there is no agent 'gready'; known are random...
    """
    if not isinstance(spec, str):
        raise UnknownAgent(f"{spec!r} is no agent; write for example 'greedy' or 'random:seed=3'.")
    head, _, options = spelled_out(spec.strip()).partition(":")
    name, bracket, inside = head.strip().partition("(")
    description = _known(name.strip().lower())
    if description is None or (bracket and not description.text):
        known = f"{_list([*(_KNOWN | _installed())])}, and the levels {_list([*LEVELS])}"
        raise UnknownAgent(f"there is no agent {head!r}; known are {known}.")
    values = _read_text(description, options, inside) if description.text else _read_options(description, options)
    own = {parameter.name for parameter in description.parameters}
    return description.build(**{name: value for name, value in defaults.items() if name in own} | values)


def _read_text(description: Description, text: str, inside: str) -> dict[str, Any]:
    """A spec whose options stand in brackets before the colon."""
    if not text.strip() or (inside and not inside.endswith(")")):
        raise UnknownAgent(f"{description.name} needs its {description.text}; write {_usage(description)}.")
    return {**_read_options(description, inside.removesuffix(")")), description.text: text.strip()}


def _read_options(description: Description, text: str) -> dict[str, Any]:
    known = {parameter.name: parameter for parameter in description.parameters}
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or name not in known:
            raise UnknownAgent(f"{description.name} has no option {part!r}; write {_usage(description)}.")
        if name in values:
            raise UnknownAgent(f"{description.name}: {name} is given twice.")
        try:
            values[name] = known[name].read(value)
        except ValueError as error:
            raise UnknownAgent(f"{description.name}: {name}={value!r} is not possible: {error}.") from None
    return values


def _usage(description: Description) -> str:
    if not description.parameters:
        return f"'{description.name}' alone: it has no options"
    return f"'{description.usage}' with any of: {_list([parameter.name for parameter in description.parameters])}"


def _list(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


# --- reading values -----------------------------------------------------------------------------------------------
def read_seed(text: str) -> int:
    """A seed; anything else is refused."""
    if not text.isascii() or not text.isdigit() or int(text) >= SEED_LIMIT:
        raise ValueError("a seed is a whole number from 0 to 2**63 - 1")
    return int(text)


def read_style(text: str) -> str:
    """A style of the greedy agent."""
    if text not in STYLES:
        raise ValueError(f"styles are {_list(list(STYLES))}")
    return text


def read_number(expected: str, possible: Callable[[float], bool]) -> Callable[[str], float]:
    """A reader of a number; `possible` says of a number, and of `nan`, whether it is one to accept."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not possible(value):
            raise ValueError(expected)
        return value

    return read


read_noise = read_number("noise is a number from 0 to 100, in prestige points", lambda noise: 0 <= noise <= 100)
read_seconds = read_number("a time is a number of seconds above 0, up to 3600", lambda seconds: 0 < seconds <= 3600)
read_temperature = read_number(
    "a temperature is a number from 0 to 100; 0 takes the best, 1 draws by the policy",
    lambda temperature: 0 <= temperature <= 100,
)


def read_whole(what: str, most: int, least: int = 1) -> Callable[[str], int]:
    """A reader of a whole number."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise ValueError(f"{what} are a whole number from {least} to {most}")
        return int(text)

    return read


SEED = Parameter("seed", "the same seed gives the same choices", read_seed, "by chance")

register(Description("random", "any legal action, all equally likely", (SEED,), RandomAgent))
STYLE = Parameter("style", ", ".join(f"{style}: {text}" for style, (text, _) in STYLES.items()), read_style, BALANCED)
MOST_SIMULATIONS, MOST_THREADS = 1_000_000_000, 256

register(
    Description(
        "greedy",
        "a hand-made evaluation of the position after each action; no search",
        (
            STYLE,
            Parameter("noise", "mistakes it makes, as prestige points by which it misjudges", read_noise, "0"),
            SEED,
        ),
        GreedyAgent,
    )
)
register(
    Description(
        "mcts",
        "looks ahead in a search tree; the longer it may think, the better it plays",
        (
            Parameter("time", "seconds for a decision", read_seconds, f"{SECONDS:g}, unless sims are given"),
            Parameter(
                "sims",
                "simulations for a decision: the same everywhere, however fast the machine",
                read_whole("simulations", MOST_SIMULATIONS),
                "as many as the time allows",
            ),
            Parameter("threads", "trees searched side by side", read_whole("threads", MOST_THREADS), "1"),
            STYLE,
            SEED,
        ),
        MctsAgent,
    )
)
register(
    Description(
        "neural",
        "a network trained by self-play, guiding a search; the strongest",
        (
            Parameter(
                "sims",
                "simulations for a decision; 0: the network alone",
                read_whole("simulations", MOST_NEURAL, least=0),
                f"{SIMULATIONS}, or as many as the time allows",
            ),
            Parameter("time", "seconds for a decision", read_seconds, "none"),
            Parameter("temperature", "0 takes the best, 1 draws by the policy", read_temperature, "0"),
            Parameter("network", "a file that 'splendor train' has left", Path, "the one that comes with splendor"),
            SEED,
        ),
        NeuralAgent,
    )
)
register(
    Description(
        "cmd",
        "a program of yours that speaks the protocol of docs/engine-protocol.md",
        (
            Parameter("limit", "seconds for a decision; over them it loses the game", read_seconds, f"{LIMIT:g}"),
            Parameter("start", "seconds to start and to get ready for a game", read_seconds, f"{START:g}"),
            SEED,
        ),
        ForeignAgent,
        text="command",
    )
)
