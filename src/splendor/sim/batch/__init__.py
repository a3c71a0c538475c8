"""Batch: thousands of games stepped together from Python, on threads or on a GPU."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np

from splendor.errors import CorruptSave, IllegalAction, SplendorError
from splendor.game import Game, fill_setup
from splendor.observation import SIZE
from splendor.rules.actions import ACTIONS
from splendor.rules.layout import GAME, LAYOUT_VERSION, MAX_LEGAL, SEATS, copy_games, new_games, with_attributes
from splendor.sim.batch import kernels, playing
from splendor.sim.batch.cpu import Cpu
from splendor.sim.batch.kernels import Table
from splendor.table.setup import Setup

Autoreset = Literal["same_step", "next_step", "off"]
Observations = Literal["int8", "float32"]

MODES: dict[str, int] = {"off": kernels.OFF, "next_step": kernels.NEXT_STEP, "same_step": kernels.SAME_STEP}
SEEDS = 2**62
_MAGIC = b"splendor batch\n"
_DIGEST = 16
_KEPT = ("games", "final", "rewards", "done", "seeds", "choices", "decisions")  # the rest follows from these


class Batch:
    """Games stepped together: actions in, everything else is read from arrays that are written in place.

    >>> batch = Batch(Setup(2), games=1000, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.masks.shape, int(batch.masks[0].sum()), int(batch.players[0])
    ((1000, 379), 30, 1)

    `setups` is one set-up, or several that take turns: game i plays setups[i % len(setups)]. The games are dealt from
    the seeds seed, seed + 1, …, or from a given one each; the next game in a place is dealt from its seed plus the
    number of games, so that no two are alike.

    A finished game is followed by a new one (`autoreset`, as in `gymnasium.vector`): with "same_step" at once, `done`
    and `rewards` tell of the old game, everything else of the new one, and `final` keeps the old one's last position;
    with "next_step" the next step deals, whatever its action; with "off" the game waits for `reset` as it is.

    Arrays, with a row for each game: `masks`, and `legal` with `numbers` (the legal actions as mask and as list),
    `players` (who decides), `rewards` (by seat), `done`, `observations` (of the player who decides, if asked for),
    `seeds`, `decisions` (so far), `games` and `final` (records). On a GPU (`device="cuda"`) they lie there, and offer
    `__cuda_array_interface__`.
    """

    def __init__(
        self,
        setups: Setup | Sequence[Setup],
        games: int,
        seed: int | Iterable[int] = 0,
        *,
        observations: Observations | None = None,
        autoreset: Autoreset = "same_step",
        threads: int = 1,
        device: str = "cpu",
        check: bool = True,
    ) -> None:
        self.setups = (setups,) if isinstance(setups, Setup) else tuple(setups)
        self.check = check
        """Whether `step` looks for illegal actions first; without it an illegal action spoils its game."""
        self._prepare(games, observations, autoreset, threads, device)
        self._table = _new_table(games, self.setups, self._place.put)
        self.reset(seed)

    def _prepare(
        self, games: int, observations: Observations | None, autoreset: Autoreset, threads: int, device: str
    ) -> None:
        for name, value in (("games", games), ("threads", threads), ("set-ups", len(self.setups))):
            if type(value) is not int or value < 1:
                raise SplendorError(f"{name}: {value!r} is not possible, at least 1 is needed.")
        _one_of("autoreset", autoreset, tuple(MODES))
        _one_of("observations", observations, (None, "int8", "float32"))
        _one_of("device", device, ("cpu", "cuda"))
        self.autoreset = autoreset
        self.threads = threads
        self.device = device
        self._place = _place(device, games, threads)
        self._size = games
        self.actions = self._place.put(np.zeros(games, dtype=np.int64))
        """Where `sample` writes."""
        self.observations: Any = None
        if observations is not None:
            self.observations = self._place.put(np.zeros((games, SIZE), dtype=observations))

    def __len__(self) -> int:
        return self._size

    # --- reading --------------------------------------------------------------------------------------------------
    @property
    def games(self) -> Any:
        """The records."""
        return self._table.games

    @property
    def final(self) -> Any:
        """The record of the game that ended last in each place; empty before."""
        return self._table.final

    @property
    def masks(self) -> Any:
        """The legal actions as a mask; none where a game waits to be dealt anew."""
        return self._table.masks

    @property
    def legal(self) -> Any:
        """The legal actions as lists, ascending; `numbers` says how many there are."""
        return self._table.legal

    @property
    def numbers(self) -> Any:
        """How many legal actions there are."""
        return self._table.numbers

    @property
    def players(self) -> Any:
        """The seat that decides."""
        return self._table.players

    @property
    def rewards(self) -> Any:
        """By seat, 0 before the end: the share of the victory, so that the sum is 0 and a sole winner has 1."""
        return self._table.rewards

    @property
    def done(self) -> Any:
        """Where the last step ended a game."""
        return self._table.done

    @property
    def seeds(self) -> Any:
        """What the present games were dealt from."""
        return self._table.seeds

    @property
    def decisions(self) -> Any:
        """Decisions taken in the present games."""
        return self._table.decisions

    def setup(self, index: int) -> Setup:
        """What is played in this place."""
        return self.setups[index % len(self.setups)]

    def game(self, index: int) -> Game:
        """The game in a place, as an object of its own."""
        return _game_of(self._place.get(self._table.games), index)

    def final_game(self, index: int) -> Game:
        """The game that ended last in a place."""
        if not self._place.get(self._table.final)["over"][index]:
            raise SplendorError(f"no game has ended in place {index} yet.")
        return _game_of(self._place.get(self._table.final), index)

    def observe(self, seats: Any, out: Any, final: bool = False) -> None:
        """Write what one seat of each game sees to `out` (int8 or float32), or saw at the end of the game before."""
        self._place.observe(self._table.final if final else self._table.games, seats, out)

    # --- playing --------------------------------------------------------------------------------------------------
    def reset(self, seed: int | Iterable[int] | None = None, where: Any = None) -> None:
        """Deal all games anew, or those marked in `where`; without seeds each goes on from its own."""
        seeds = self._next_seeds() if seed is None else _seeds(seed, len(self))
        marked = np.ones(len(self), dtype=bool) if where is None else np.ascontiguousarray(where, dtype=bool)
        if marked.shape != (len(self),):
            raise SplendorError(f"where: {len(self)} marks are needed, one for each game.")
        self._place.start(self._table, self._place.put(marked), self._place.put(seeds))
        self._look_around()

    def _next_seeds(self) -> Any:
        return np.array(self._place.get(self._table.seeds)) + len(self)

    def _look_around(self) -> None:
        if self.observations is not None:
            self.observe(self._table.players, self.observations)

    def step(self, actions: Any) -> None:
        """Play one action in every game; if any is illegal nothing is played."""
        actions = self._place.actions(actions)
        if actions.shape != (len(self),):
            raise SplendorError(f"{len(self)} actions are needed, one for each game; these have shape {actions.shape}.")
        if self.check:
            index = self._place.first_refused(self._table, actions)
            if index >= 0:
                self._refuse(index, int(self._place.get(actions)[index]))
        self._place.step(self._table, actions, MODES[self.autoreset], len(self))
        self._look_around()

    def _refuse(self, index: int, action: int) -> None:
        if not 0 <= action < ACTIONS:
            raise IllegalAction(f"game {index}: there is no action {action}; they are 0 to {ACTIONS - 1}.")
        try:
            self.game(index).play(action)
        except IllegalAction as refusal:
            raise IllegalAction(f"game {index}: {refusal}") from None

    def sample(self) -> Any:
        """A random legal action for every game, in `actions`; by the seeds of the games alone."""
        self._place.sample(self._table, self.actions)
        return self.actions

    def play_out(self, agents: str | Sequence[str] = "random", until: Any = None) -> None:
        """Let agents play all games to their end in compiled code, or until the seat in `until` decides.

        One agent for all seats or one for each: `random`, or `greedy` in any style. Finished games are not followed by
        others, and `rewards` and `done` tell how they ended.
        """
        players = playing.players_of(agents, max(setup.players for setup in self.setups))
        if until is None:
            until = np.full(len(self), playing.NOBODY, dtype=np.int8)
        self._place.play_on(self._table, players, self._place.put(np.ascontiguousarray(until, dtype=np.int8)))
        self._look_around()

    # --- keeping --------------------------------------------------------------------------------------------------
    def copy(self) -> "Batch":
        """An independent batch that stands where this one does."""
        return self._restored({name: np.array(array) for name, array in self._kept().items()})

    def _kept(self) -> dict[str, Any]:
        """What a batch is restored from; records as rows of bytes."""
        arrays = {name: self._place.get(getattr(self._table, name)) for name in _KEPT}
        return {name: _as_bytes(array) if array.dtype.names else array for name, array in arrays.items()}

    def _restored(self, kept: dict[str, Any]) -> "Batch":
        """A batch like this one, filled with what was kept."""
        batch = Batch.__new__(Batch)
        batch.setups = self.setups
        batch.check = self.check
        observations: Any = None if self.observations is None else self.observations.dtype.name
        batch._prepare(len(self), observations, self.autoreset, self.threads, self.device)
        batch._table = _new_table(len(self), self.setups, batch._place.put, kept)
        batch._place.look(batch._table)
        batch._look_around()
        return batch

    def to_bytes(self) -> bytes:
        """All games with what is needed to go on, secrets included."""
        head = {
            "layout": LAYOUT_VERSION,
            "setups": [setup.to_dict() for setup in self.setups],
            "games": len(self),
            "observations": None if self.observations is None else self.observations.dtype.name,
            "autoreset": self.autoreset,
            "check": self.check,
        }
        body = _MAGIC + json.dumps(head).encode() + b"\n"
        body += b"".join(np.ascontiguousarray(array).tobytes() for array in self._kept().values())
        return body + hashlib.sha256(body).digest()[:_DIGEST]

    @classmethod
    def from_bytes(cls, data: bytes, threads: int = 1, device: str = "cpu") -> "Batch":
        """The batch that was saved with `to_bytes`; it may go on with other threads or on another device.

        Damage is noticed by a checksum, ill will is not: the positions of thousands of games are not checked one by
        one, as `Game.from_bytes` does. Load what you have saved yourself.
        """
        body, digest = data[:-_DIGEST], data[-_DIGEST:]
        if not body.startswith(_MAGIC) or hashlib.sha256(body).digest()[:_DIGEST] != digest:
            raise CorruptSave("these bytes are no saved batch of splendor, or they are damaged.")
        line, _, arrays = body[len(_MAGIC) :].partition(b"\n")
        head = json.loads(line)
        if head.pop("layout", None) != LAYOUT_VERSION:
            raise CorruptSave(f"the batch was saved with another layout; this program reads layout {LAYOUT_VERSION}.")
        setups = [Setup.from_dict(values) for values in head.pop("setups")]
        batch = cls(setups, **head, threads=threads, device=device)
        kept = {}
        for name, like in batch._kept().items():
            kept[name] = np.frombuffer(arrays[: like.nbytes], dtype=like.dtype).reshape(like.shape)
            arrays = arrays[like.nbytes :]
        return batch._restored(kept)


def _place(device: str, games: int, threads: int) -> Any:
    """Where the games are played."""
    if device == "cpu":
        return Cpu(games, threads)
    from splendor.sim.batch.cuda import Cuda

    return Cuda(games)


def _new_table(games: int, setups: Sequence[Setup], put: Any, kept: dict[str, Any] | None = None) -> Table:
    """The arrays, empty but for the set-ups or what was kept."""
    arrays: dict[str, Any] = {
        "games": new_games(games),
        "final": new_games(games),
        "legal": np.zeros((games, MAX_LEGAL), dtype=np.int16),
        "numbers": np.zeros(games, dtype=np.int16),
        "masks": np.zeros((games, ACTIONS), dtype=np.bool_),
        "players": np.zeros(games, dtype=np.int8),
        "rewards": np.zeros((games, SEATS), dtype=np.float32),
        "done": np.zeros(games, dtype=np.bool_),
        "seeds": np.zeros(games, dtype=np.int64),
        "choices": np.zeros((games, 2), dtype=np.int64),
        "decisions": np.zeros(games, dtype=np.int32),
    }
    readable = with_attributes(arrays["games"])
    for index, setup in enumerate(setups[:games]):
        fill_setup(readable[index], setup)
        _as_bytes(arrays["games"])[index :: len(setups)] = _as_bytes(arrays["games"])[index]
    for name, values in (kept or {}).items():
        (_as_bytes(arrays[name]) if arrays[name].dtype.names else arrays[name])[:] = values
    return Table(**{name: put(array) for name, array in arrays.items()})


def _as_bytes(games: Any) -> Any:
    """A row of bytes for each record: numpy would copy records field by field, a hundred times slower."""
    return np.asarray(games).view(np.uint8).reshape(len(games), GAME.itemsize)


def _game_of(games: Any, index: int) -> Game:
    if not 0 <= index < len(games):
        raise SplendorError(f"there is no game {index}; they are 0 to {len(games) - 1}.")
    return Game._of_record(copy_games(games[index : index + 1]))


def _seeds(seed: int | Iterable[int], games: int) -> Any:
    """One seed for each game."""
    given = [int(seed) + index for index in range(games)] if isinstance(seed, int | np.integer) else [*map(int, seed)]
    if len(given) != games:
        raise SplendorError(f"{len(given)} seeds for {games} games: give one number, or one for each game.")
    if not all(0 <= one < SEEDS for one in given):
        raise SplendorError("a seed is a whole number from 0 to 2**62 - 1.")
    return np.array(given, dtype=np.int64)


def _one_of(name: str, value: object, known: tuple[object, ...]) -> None:
    if value not in known:
        raise SplendorError(f"{name}={value!r} is unknown: expected {', '.join(map(repr, known))}.")
