"""The public names: pinned, described, and their refusals all of one family."""

import enum
import importlib
import inspect
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

import splendor
from splendor import errors
from tests.docs_pages import ROOT
from tests.modules import module_names

# A name that leaves this list breaks somebody's program; one that enters it is a promise.
NAMES = [
    "Action",
    "CorruptSave",
    "Game",
    "GameRecord",
    "IllegalAction",
    "IllegalSetup",
    "ImpossiblePosition",
    "LegalActions",
    "MissingPackage",
    "NothingToUndo",
    "Phase",
    "Setup",
    "SplendorError",
    "Status",
    "UnreadableAction",
    "UnreadableRecord",
    "View",
    "build",
    "hidden",
]

MODULES = module_names()


def test_public_names_are_pinned() -> None:
    assert splendor.__all__ == NAMES
    assert all(hasattr(splendor, name) for name in NAMES)


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert splendor.__version__ == project["version"]


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_offers_is_there(name: str) -> None:
    module = importlib.import_module(name)
    assert inspect.getdoc(module), f"{name} does not say what it is"
    assert [offered for offered in getattr(module, "__all__", []) if not hasattr(module, offered)] == []


# --- described ---------------------------------------------------------------------------------------------------
def members(thing: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties a class of ours has itself."""
    for name, member in vars(thing).items():
        if not name.startswith("_") and (callable(member) or isinstance(member, property | classmethod | staticmethod)):
            yield name, member


def undescribed(name: str, thing: Any) -> Iterator[str]:
    """The public names at and below a thing that have no docstring of their own."""
    if not (inspect.isclass(thing) or inspect.isfunction(thing)):
        return
    if not thing.__doc__ or thing.__doc__.startswith(f"{name}("):  # a dataclass without a docstring shows its fields
        yield name
    if inspect.isclass(thing) and not issubclass(thing, enum.Enum):
        for part, member in members(thing):
            inner = getattr(member, "__func__", getattr(member, "fget", member))
            if not inspect.getdoc(inner):
                yield f"{name}.{part}"


@pytest.mark.parametrize("name", NAMES)
def test_public_names_are_described(name: str) -> None:
    assert list(undescribed(name, getattr(splendor, name))) == []


@pytest.mark.parametrize(
    "name",
    ["splendor.agents", "splendor.arena", "splendor.foreign", "splendor.records", "splendor.rulebook", "splendor.sim"],
)
def test_public_names_of_the_parts_are_described(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__all__ == sorted(module.__all__)
    assert [text for offered in module.__all__ for text in undescribed(offered, getattr(module, offered))] == []


def test_a_missing_description_is_found() -> None:
    class Bare:
        def method(self) -> None: ...

        @property
        def size(self) -> int:
            """How many."""
            return 0

    assert list(undescribed("Bare", Bare)) == ["Bare", "Bare.method"]


# --- refusals ----------------------------------------------------------------------------------------------------
def own_exceptions() -> dict[str, type]:
    found = {}
    for name in MODULES:
        for thing in vars(importlib.import_module(name)).values():
            if inspect.isclass(thing) and issubclass(thing, BaseException) and thing.__module__ == name:
                found[f"{name.removeprefix('splendor.')}.{thing.__name__}"] = thing
    return found


# Exceptions that refuse no input of the game.
OTHERS = {
    "rulebook.UnknownRule",  # looking up an id that does not exist fails as in a dictionary
    "terminal.session.Leave",  # somebody leaves the game in the terminal
}


def test_every_refusal_is_a_splendor_error() -> None:
    strangers = {name for name, thing in own_exceptions().items() if not issubclass(thing, errors.SplendorError)}
    assert strangers == OTHERS


def test_every_exception_says_what_it_means() -> None:
    assert [name for name, thing in own_exceptions().items() if not vars(thing).get("__doc__")] == []
    assert issubclass(errors.SplendorError, ValueError)


def test_the_refusals_of_the_game_are_all_public() -> None:
    own = {name.removeprefix("errors.") for name in own_exceptions() if name.startswith("errors.")}
    assert own <= set(NAMES)
