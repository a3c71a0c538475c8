"""Nothing hidden gets out; and of leaks planted on purpose, all are found."""

import json
import logging
import random
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from splendor.action import Action
from splendor.game import Game, View
from splendor.server import telling, wire
from splendor.server.hosting import Host, Listener, looking_after
from splendor.server.match import Match, Settings, system_seed
from splendor.server.match import match as match_module
from splendor.server.wire import Refusal, Refused
from splendor.table import things
from splendor.table.setup import Setup
from tests.server.leaks import Search, canaries, search
from tests.server.matches import HIDING, play, seated
from tests.server.serving import ask, server, service_of
from tests.server.simulation.world import emptied, new_database

SETUPS = list(Setup.all())
MATCHES, PARTS = 1000, 8
DRAWING = Setup(3, posts=2025, orient=2025)  # hidden hands, cards under decks, two cards drawn


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_hidden_is_told(part: int) -> None:
    """A piece of each of a thousand matches, sooner or later in the game: a hundred thousand messages."""
    database, messages = new_database(), 0
    for seed in range(part, MATCHES, PARTS):
        setup = SETUPS[seed % len(SETUPS)]
        found = search(seed, setup, decisions=17, unheard=seed % 60, database=emptied(database))
        assert found.found == [], f"seed {seed}"
        messages += found.messages
    assert messages >= 100_000 / PARTS


@pytest.mark.long
@pytest.mark.parametrize("seed", range(MATCHES))
def test_nothing_hidden_is_told_in_whole_matches(seed: int) -> None:
    assert search(seed, SETUPS[seed % len(SETUPS)], decisions=2000).found == []


# --- planted leaks ------------------------------------------------------------------------------------------------
true_view = Game.view


def the_true_state(match: Match, seat: int | None) -> View:
    """8: hints and evaluations start from the true state, in the clothes of a view."""
    assert match.game is not None
    return View(match.game.record, seat)


def sync_from_the_true_state(match: Match, seat: int | None) -> telling.Seen | None:
    """1: the first message, and every other view."""
    return telling.Seen(View(match.game.record, seat)) if match.game else None


true_happening = match_module.happening


true_newest = Match.newest


def history_as_its_author_saw_it(self: Match, _: int | None) -> list[wire.Happening]:
    """2: whoever asks for what happened long ago is told it as the seat was that acted."""
    return true_newest(self, self._past[-1].entry.seat)


def happening_as_its_author_saw_it(past: Any, _: int | None) -> wire.Happening | None:
    """3: what happens is told to all as to the seat that acted."""
    return true_happening(past, past.entry.seat)


def hidden_cards_with_ids(one: Any) -> wire.Reserved:
    """4: a face-down card carries something that tells it from others."""
    return wire.Reserved(one.level, one.orient, telling.card(one if hasattr(one, "name") else things.CARDS[0]))


true_decision = telling.decision


def choices_for_all(view: View, **values: Any) -> wire.Decision:
    """5: the legal actions of the seat that decides, for everybody."""
    told = true_decision(view, **values)
    told.legal = [telling.choice(view, Action(number)) for number in (0, 72, 73)]
    return told


true_decide = Match.decide


def chatty_refusal(self: Match, seat: int, actions: Any, *values: Any, **named: Any) -> Any:
    """6: a refusal that knows more than it should."""
    try:
        return true_decide(self, seat, actions, *values, **named)
    except Refused as error:
        hands = [str(card) for player in self.game.players for card in player.hand] if self.game else []
        error.args = (f"not legal with {hands}",)
        raise


def record_at_any_time(self: Match) -> Any:
    """7: the record of a running match."""
    from splendor.records import GameRecord

    if self.game is None:
        raise Refused(Refusal.NOT_NOW)
    return GameRecord.of(self.game, names=["A"] * len(self.seats))


def true_state_for_bots(view: View) -> str:
    """9: bots get more than the view."""
    return "1:" + view.record.tobytes().hex()


true_match_view = Match.view


def longer_with_hidden_cards(self: Match, seat: int | None, at: int, *there: Any) -> wire.View:
    """10: the size of a message depends on what is hidden."""
    told = true_match_view(self, seat, at, *there)
    cards = sum(card.number for player in self.game.players for card in player.hand) if self.game else 0  # type: ignore[union-attr]
    told.match += "x" * (cards % 7)
    return told


def seats_for_ever(*_: Any) -> str:
    """11: who left a seat goes on hearing what is told there."""
    return ""


true_append = Host._append


async def log_the_table(self: Host, live: Any, entry: Any) -> None:
    """12: the server's log says what lies where."""
    await true_append(self, live, entry)
    if live.match.game:
        hands = [str(card) for player in live.match.game.players for card in player.hand]
        logging.getLogger("splendor.server").info("hands", extra={"hands": hands})


def settings_in_the_open(self: Match, seat: int | None, at: int, *there: Any) -> wire.View:
    """13: the seed, where everybody can read it."""
    told = true_match_view(self, seat, at, *there)
    told.match = f"{told.match}-{self.settings.deal_seed}"
    return told


def onlookers_sit_down(self: Match, seat: int | None) -> telling.Seen | None:
    """14: an onlooker sees what the first seat sees."""
    return telling.Seen(true_view(self.game, 0 if seat is None else seat)) if self.game else None


PLANTED: dict[str, list[tuple[Any, str, Any]]] = {
    "1 the first message": [(Match, "_seen", sync_from_the_true_state)],
    "2 history": [(Match, "newest", history_as_its_author_saw_it)],
    "3 the log of the match": [(match_module, "happening", happening_as_its_author_saw_it)],
    "4 ids of hidden cards": [(telling.tables, "reserved", hidden_cards_with_ids)],
    "5 choices of others": [(telling.seen, "decision", choices_for_all)],
    "6 refusals": [(Match, "decide", chatty_refusal)],
    "7 the record": [(Match, "record", record_at_any_time)],
    "8 evaluation": [(Match, "game_view", the_true_state)],
    "9 bots": [(looking_after, "pack", true_state_for_bots)],
    "10 size": [(Match, "view", longer_with_hidden_cards)],
    "11 a seat that was left": [(Match, "owner", seats_for_ever)],
    "12 the server's log": [(Host, "_append", log_the_table)],
    "13 the seed": [(Match, "view", settings_in_the_open)],
    "14 onlookers": [(Match, "_seen", onlookers_sit_down)],
}


@contextmanager
def planted(leak: str) -> Iterator[None]:
    with ExitStack() as stack:
        for thing, name, fault in PLANTED[leak]:
            stack.enter_context(mock.patch.object(thing, name, fault))
        yield


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str) -> None:
    with planted(leak):
        found: list[str] = []
        for seed in range(20):
            found += search(seed, DRAWING, decisions=40).found
            if found:
                return
    raise AssertionError("nobody noticed")


# --- chance -------------------------------------------------------------------------------------------------------
def test_seeds_come_from_the_operating_system() -> None:
    with mock.patch.object(secrets, "randbits", return_value=42) as source:
        assert system_seed() == 42
    source.assert_called_once_with(63)
    match = seated()
    entries = play(match, 1, entries=0)
    assert entries == []
    decided = [match.decide(0, [0], match.version, 0).actions[0][1] for _ in range(50)]
    assert len(set(decided)) == 50


def test_the_encoder_knows_no_game() -> None:
    game = Game(Setup(2), seed=1)
    for secret in (game, game.view(0), Match(Settings("m", Setup(2), 1, 0)), {"view": 1}, Listener(0)):
        with pytest.raises(TypeError):
            wire.encode(secret)  # type: ignore[arg-type]


# --- over real sockets --------------------------------------------------------------------------------------------
def frames(socket: Any, version: int) -> list[bytes]:
    """All that a socket is sent, up to the update to a version."""
    found = []
    while True:
        found.append(socket.receive_text(timeout=60).encode())
        message = json.loads(found[-1])
        if message["type"] == "update" and message["view"]["version"] >= version:
            return found


@pytest.mark.parametrize("seed", range(3))
def test_nothing_hidden_goes_over_a_socket(seed: int, tmp_path: Path) -> None:
    rng, found = random.Random(seed), Search(seed, new_database())
    setup = {"players": 3, "posts": 2025, "orient": 2025}
    with canaries(), server(tmp_path) as client, ExitStack() as stack:
        service = service_of(client)
        service.check = lambda *_: None  # type: ignore[method-assign]
        body = {"setup": setup, "seats": [{"kind": "me"}] * 3}
        made = client.post("/api/matches", json=body).json()
        tokens = [ticket["token"] for ticket in made["tickets"]]
        sockets = {}
        for seat in (0, 1, 2, None):
            sockets[seat] = stack.enter_context(client.websocket_connect("/api/socket"))
            token = None if seat is None else tokens[seat]
            sockets[seat].send_json({"type": "hello", "match": made["match"], "token": token})
        version = 3
        for number in range(40):
            match = service.host.lives[made["match"]].match
            assert match.game is not None
            found.knowledge.look(match.game)
            for seat, socket in sockets.items():
                for frame in frames(socket, version):
                    found.search(frame, seat, "a frame")
                    assert not any(token.encode() in frame for token in tokens)
            acting = match.acting
            if acting is None:
                break
            legal = list(match.game.legal_actions)
            action = rng.choice([one for one in legal if one.kind in HIDING and rng.random() < 0.5] or legal).number
            answer = ask(
                client, made["match"], tokens[acting], "decide", request_id=str(number), expected_version=version,
                actions=[action], confirm=True,
            )  # fmt: skip
            version = answer["version"]
    assert found.found == []
    assert found.messages > 100
