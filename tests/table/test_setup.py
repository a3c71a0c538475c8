"""CONF: which set-ups are legal, and what the refusal of the others says."""

import json
import re
from itertools import product
from typing import Any

import pytest

from splendor import IllegalSetup, Setup, rulebook
from splendor.table.setup import MODULES, PAYMENT, TAKE_FEWER

EDITIONS = (None, 2017, 2025)
SETS = [dict(zip(MODULES, editions, strict=True)) for editions in product(EDITIONS, repeat=4)]


def is_legal(modules: dict[str, int | None]) -> bool:
    """CONF-5: none; one; or several, Cities and Posts among them of 2025, and one at least of 2025."""
    chosen = {name: year for name, year in modules.items() if year is not None}
    if len(chosen) <= 1:
        return True
    return 2017 not in (chosen.get("cities"), chosen.get("posts")) and 2025 in chosen.values()


def refusal(**values: Any) -> str:
    with pytest.raises(IllegalSetup) as caught:
        Setup(**values)
    return str(caught.value)


def rules_named(message: str) -> list[str]:
    return re.findall(r"\b[A-Z]+(?:-[A-Z0-9]+)+\b", message)


def alternative(message: str) -> dict[str, Any]:
    """The set-up that a refusal proposes: 'Legal: cities=2025, posts=2025.'"""
    proposal = re.search(r"Legal: (.*)\.$", message)
    assert proposal, message
    return {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", proposal[1])}


# --- which are legal ----------------------------------------------------------------------------------------------
@pytest.mark.rule("CONF-3", "CONF-4", "CONF-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thirty_seven_module_sets(players: int) -> None:
    legal = [modules for modules in SETS if is_legal(modules)]
    assert len(legal) == 37
    made = [Setup(players, **modules) for modules in legal]
    assert made == list(Setup.all(players))
    assert len({setup.name for setup in made}) == 37


@pytest.mark.rule("CONF-5")
def test_all_has_111() -> None:
    setups = list(Setup.all())
    assert len(setups) == len(set(setups)) == 111
    assert [setup.players for setup in setups] == [2] * 37 + [3] * 37 + [4] * 37
    assert not any(setup.options() for setup in setups)


@pytest.mark.rule("CONF-5")
@pytest.mark.parametrize(
    "modules",
    [modules for modules in SETS if not is_legal(modules)],
    ids=lambda modules: "+".join(f"{name}{year}" for name, year in modules.items() if year),
)
def test_refused_module_set(modules: dict[str, int | None]) -> None:
    """The refusal names the rule, and proposes the same modules in editions that are legal."""
    message = refusal(players=3, **modules)
    assert rules_named(message) == ["CONF-5"]
    proposed = alternative(message)
    assert set(proposed) == {name for name, year in modules.items() if year}
    assert Setup(3, **proposed).modules == proposed


# --- single values ------------------------------------------------------------------------------------------------
class Two(int):
    """A number that is no plain int."""


@pytest.mark.rule("CONF-1")
@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.0, "2", True, None, [2], Two(2), float("nan"), 10**30])
def test_refused_players(players: Any) -> None:
    message = refusal(players=players)
    assert rules_named(message) == ["CONF-1"]
    assert Setup(**alternative(message)).players == 2


@pytest.mark.rule("CONF-2")
@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("edition", [2014, 0, 1, "2017", 2017.0, True, False, "", Two(2017)])
def test_refused_edition(module: str, edition: Any) -> None:
    message = refusal(**{module: edition})
    assert message.startswith(f"{module}=")
    assert rules_named(message) == ["CONF-2"]
    assert message.endswith("Legal: None, 2017, 2025.")
    for legal in EDITIONS:
        assert getattr(Setup(**{module: legal}), module) == legal  # type: ignore[arg-type]


@pytest.mark.rule("BASE-TAKE-4", "PAY-GEN-1")
@pytest.mark.parametrize(
    ("option", "rule", "legal"), [("take_fewer", "BASE-TAKE-4", TAKE_FEWER), ("payment", "PAY-GEN-1", PAYMENT)]
)
@pytest.mark.parametrize("value", ["", "Free", None, 0, True, "always", b"free", ["free"]])
def test_refused_option(option: str, rule: str, legal: tuple[str, ...], value: Any) -> None:
    message = refusal(**{option: value})
    assert rules_named(message) == [rule]
    proposed = re.findall(r"'(\w+)'", message.split("Legal: ")[1])
    assert tuple(proposed) == legal
    for choice in proposed:
        assert getattr(Setup(2, **{option: choice}), option) == choice


@pytest.mark.rule("SETUP-NOBLE-X")
@pytest.mark.parametrize("value", [0, 1, None, "yes", "True", []])
def test_refused_extra_nobles(value: Any) -> None:
    message = refusal(extra_nobles=value)
    assert rules_named(message) == ["SETUP-NOBLE-X"]
    assert "True nor False" in message


def test_rules_named_exist() -> None:
    """Every rule that a refusal names is in the rulebook."""
    assert set(rulebook.rules()) >= {"CONF-1", "CONF-2", "CONF-5", "BASE-TAKE-4", "PAY-GEN-1", "SETUP-NOBLE-X"}


# --- names and dictionaries ---------------------------------------------------------------------------------------
OPTIONS = [
    {},
    {"take_fewer": "never"},
    {"take_fewer": "free", "extra_nobles": True},
    {"payment": "least_gold"},
    {"take_fewer": "never", "extra_nobles": True, "payment": "least_gold"},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_round_trips(options: dict[str, Any]) -> None:
    for plain in Setup.all():
        setup = plain.replace(**options)
        assert setup.options() == options
        assert Setup.from_dict(setup.to_dict()) == setup
        assert Setup.from_dict(json.loads(json.dumps(setup.to_dict()))) == setup
        assert Setup.of_name(setup.name, setup.players).replace(**options) == setup
        assert hash(setup) == hash(Setup.from_dict(setup.to_dict()))
        assert Setup(setup.players, **setup.modules, **options) == setup


def test_names() -> None:
    assert Setup(2).name == "base"
    assert Setup(4, strongholds=2025, cities=2025).name == "cities2025+strongholds2025"
    assert Setup.of_name("strongholds2025+cities2025", 4) == Setup(4, strongholds=2025, cities=2025)
    assert Setup.of_name("base").players == 2


@pytest.mark.rule("CONF-2")
@pytest.mark.parametrize(
    "name", ["", "nothing", "cities", "cities2014", "2025", "base+cities2025", "cities2025+", "cities2025+cities2025",
             "Cities2025", "cities 2025", "cities2025 + orient2025", "players2025", "cities20252025"],
)  # fmt: skip
def test_refused_name(name: str) -> None:
    with pytest.raises(IllegalSetup, match=r"\(CONF-2\)") as caught:
        Setup.of_name(name)
    examples = re.findall(r"'([a-z0-9+]+)'", str(caught.value).split("e.g.")[1])
    assert examples
    for example in examples:
        assert Setup.of_name(example).name == example


@pytest.mark.rule("CONF-5")
def test_name_of_an_illegal_set() -> None:
    with pytest.raises(IllegalSetup, match="CONF-5"):
        Setup.of_name("cities2017+posts2017")


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(IllegalSetup, match="no 'colour'; it has players, cities, posts") as caught:
        Setup.from_dict({"players": 2, "colour": "red"})
    for field in str(caught.value).split("it has ")[1].rstrip(".").split(", "):
        assert field in Setup(2).to_dict()
    with pytest.raises(IllegalSetup, match="CONF-1"):
        Setup.from_dict({"players": 7})


def test_set_ups_do_not_change() -> None:
    setup = Setup(2)
    with pytest.raises(AttributeError):
        setup.players = 3  # type: ignore[misc]
    assert setup.replace(players=3) == Setup(3)
    assert setup.players == 2
    with pytest.raises(IllegalSetup, match="CONF-1"):
        setup.replace(players=9)


def test_description() -> None:
    assert Setup(2).describe() == "2 players, base game"
    words = Setup(3, posts=2025, orient=2017, extra_nobles=True).describe()
    assert words == "3 players, Trading Posts 2025, Orient 2017, extra_nobles=True"
