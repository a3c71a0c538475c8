"""Setup: what is chosen before the cards are dealt, which combinations are legal, and why the others are not."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from itertools import product
from typing import Any, Literal

from splendor.errors import IllegalSetup

Edition = Literal[2017, 2025] | None
TakeFewer = Literal["short_supply_only", "never", "free"]
Payment = Literal["free", "least_gold"]

MODULES = ("cities", "posts", "orient", "strongholds")
MODULE_NAMES = {
    "cities": "Cities",
    "posts": "Trading Posts",
    "orient": "Orient",
    "strongholds": "Strongholds",
}
TAKE_FEWER: tuple[TakeFewer, ...] = ("short_supply_only", "never", "free")
PAYMENT: tuple[Payment, ...] = ("free", "least_gold")


@dataclass(frozen=True, slots=True)
class Setup:
    """The players and modules of a game.

    >>> Setup(3, cities=2025, orient=2017).describe()
    '3 players, Cities 2025, Orient 2017'
    >>> Setup(2, cities=2017, posts=2017)
    Traceback (most recent call last):
    splendor.errors.IllegalSetup: Cities 2017 and Trading Posts 2017 cannot be played together (CONF-5): \
with other modules Cities and Trading Posts must be of 2025. Legal: cities=2025, posts=2025.
    """

    players: int = 2
    cities: Edition = None
    posts: Edition = None
    orient: Edition = None
    strongholds: Edition = None
    take_fewer: TakeFewer = "short_supply_only"
    extra_nobles: bool = False
    payment: Payment = "free"

    def __post_init__(self) -> None:
        if type(self.players) is not int or not 2 <= self.players <= 4:
            raise IllegalSetup(
                f"players={self.players!r}: Splendor is played by 2, 3 or 4 (CONF-1). Legal: players=2, 3 or 4."
            )
        for name in MODULES:
            _one_of(name, getattr(self, name), (None, 2017, 2025), "CONF-2")
        _one_of("take_fewer", self.take_fewer, TAKE_FEWER, "BASE-TAKE-4")
        _one_of("payment", self.payment, PAYMENT, "PAY-GEN-1")
        if type(self.extra_nobles) is not bool:
            raise IllegalSetup(f"extra_nobles={self.extra_nobles!r} is neither True nor False (SETUP-NOBLE-X).")
        self._check_modules()

    def _check_modules(self) -> None:
        """CONF-5: one module of either edition, or several of which Cities and Posts are 2025 and one is."""
        chosen = self.modules
        if len(chosen) < 2:
            return
        old = [name for name in ("cities", "posts") if chosen.get(name) == 2017]
        if old:
            reason = "with other modules Cities and Trading Posts must be of 2025"
            better = {name: 2025 if name in ("cities", "posts") else year for name, year in chosen.items()}
        elif 2025 not in chosen.values():
            reason = "modules combine only when at least one of them is of 2025"
            better = {**chosen, "strongholds": 2025}
        else:
            return
        names = " and ".join(f"{MODULE_NAMES[name]} {year}" for name, year in chosen.items())
        legal = ", ".join(f"{name}={year}" for name, year in better.items())
        raise IllegalSetup(f"{names} cannot be played together (CONF-5): {reason}. Legal: {legal}.")

    @property
    def modules(self) -> dict[str, int]:
        """The modules in play with their editions."""
        return {name: getattr(self, name) for name in MODULES if getattr(self, name) is not None}

    @property
    def name(self) -> str:
        """The module set as a short word: `base`, `cities2025+orient2017`, …"""
        return "+".join(f"{name}{year}" for name, year in self.modules.items()) or "base"

    def describe(self) -> str:
        """The set-up in words."""
        words = [f"{self.players} players"]
        words += [f"{MODULE_NAMES[name]} {year}" for name, year in self.modules.items()] or ["base game"]
        words += [f"{name}={value}" for name, value in self.options().items()]
        return ", ".join(words)

    def options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name in ("take_fewer", "extra_nobles", "payment") and getattr(self, field.name) != field.default
        }

    def to_dict(self) -> dict[str, Any]:
        """All fields, as JSON can hold them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Setup":
        """The inverse of `to_dict`; unknown names are refused."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise IllegalSetup(f"a set-up has no {name!r}; it has {', '.join(known)}.")
        return cls(**values)

    def replace(self, **changes: Any) -> "Setup":
        """A copy with some fields changed."""
        return replace(self, **changes)

    @classmethod
    def all(cls, players: int | None = None) -> Iterator["Setup"]:
        """The 111 set-ups with default options (37 module sets for one number of players)."""
        for count in (2, 3, 4) if players is None else (players,):
            for cities, posts, orient, strongholds in product((None, 2017, 2025), repeat=4):
                try:
                    yield cls(count, cities, posts, orient, strongholds)  # type: ignore[arg-type]
                except IllegalSetup:
                    continue

    @classmethod
    def of_name(cls, name: str, players: int = 2) -> "Setup":
        """The set-up of a module set's name.

        >>> Setup.of_name("cities2025+orient2017", players=3).orient
        2017
        """
        chosen: dict[str, Any] = {}
        for part in [] if name == "base" else name.split("+"):
            module, year = part[:-4], part[-4:]
            if module not in MODULES or year not in ("2017", "2025") or module in chosen:
                raise IllegalSetup(
                    f"{part!r} in {name!r} is no module; write e.g. 'base' or 'cities2025+orient2017' (CONF-2)."
                )
            chosen[module] = int(year)
        return cls(players, **chosen)


def _one_of(name: str, value: object, legal: tuple[object, ...], rule: str) -> None:
    if value not in legal or type(value) not in {type(item) for item in legal}:
        choices = ", ".join(repr(item) for item in legal)
        raise IllegalSetup(f"{name}={value!r} is unknown ({rule}). Legal: {choices}.")
