"""docs/engine-protocol.md is true: its conversation, its view, its bot; and an agent of ours that answers."""

import io
import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from splendor import Action, Game, Setup
from splendor.agents import make
from splendor.cli import main
from splendor.errors import SplendorError
from splendor.foreign import ForeignAgent, messages, serve
from splendor.rules.actions import Phase
from tests.docs_pages import ROOT, blocks
from tests.foreign.bots import GOOD, command, opponent, play

PAGE = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
BLOCKS = {block.language: block.body for block in blocks(PAGE)}
CONVERSATION = BLOCKS["conversation"].splitlines()
NODE = shutil.which("node")
NODE_NEEDED = "node is not installed: the bot in JavaScript is NOT tested"

# What the other player does in the conversation; its own decisions are answered there.
OTHER = [
    "take wug",
    "take ugr",
    "reserve deck 1",
    "reserve 1.4",
    "purchase 1.2",
    "pay u1",
    "pay g2",
    "pay r1",
]

ECHO = """
heard = open(sys.argv[0] + ".heard", "w", encoding="utf-8")
answers = open(sys.argv[0] + ".answers", encoding="utf-8").read().splitlines()
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    if json.loads(line)["type"] in ("hello", "game", "decide"):
        print(answers.pop(0), flush=True)
"""


def is_like(line: str, pattern: str) -> bool:
    """Whether a line reads as the page shows it, where `…` is anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line) is not None


# --- the page -----------------------------------------------------------------------------------------------------
def test_the_conversation(tmp_path: Path) -> None:
    line = command(tmp_path, ECHO)
    answers = [line[2:] for line in CONVERSATION if line.startswith("< ")]
    (tmp_path / "bot.py.answers").write_text("\n".join(answers), "utf-8")
    agent, game, other = ForeignAgent(line), Game(Setup(2), seed=1), iter(OTHER)
    agent.begin(game.setup, 1, seed=7)
    comments = []
    while game.player == 1 or (following := next(other, None)) is not None:
        if game.player == 1:
            game.play(agent.choose(game.view(1), game.legal_actions))
            comments.append(agent.comment)
        else:
            game.play(following)
    agent.over([1], [0, 0])
    agent.close()
    heard = (tmp_path / "bot.py.heard").read_text("utf-8").splitlines()
    shown = [line[2:] for line in CONVERSATION if line.startswith("> ")]
    assert len(heard) == len(shown)
    assert [pattern for line, pattern in zip(heard, shown, strict=True) if not is_like(line, pattern)] == []
    assert [str(action) for action in game.actions[-4:]] == ["take ugr", "give back u", "give back r", "give back k"]
    assert comments.count("") == len(comments) - 1
    assert str(game.actions[3]) == "reserve 2.2"


def test_the_view_on_the_page() -> None:
    game = Game(Setup(2), seed=1)
    turns = ["take wug", "take urk", "take ugr", "reserve 2.2", "reserve deck 1", "take wrk", "reserve 1.4", "take wgk"]
    for action in [*turns, "purchase 1.2", "pay u1", "pay g2", "pay r1", "take ugr"]:
        game.play(action)
    shown = json.loads(BLOCKS["json"])
    message = messages.decide(game.view(1), game.legal_actions, 10.0)
    assert shown.pop("packed") == "1:…"
    assert message.pop("packed").startswith("1:")
    assert json.loads(messages.encode(message)) == shown


def test_the_page_names_every_phase_and_field() -> None:
    phases = [phase.name.lower() for phase in Phase if phase not in (Phase.OVER, Phase.NONE)]
    fields = messages.decide(Game(seed=1).view(0), Game(seed=1).legal_actions, 1.0)["view"]
    words = [*phases, *fields, *fields["players"][0], *fields["market"][0]]
    assert [word for word in words if f"`{word}`" not in PAGE] == []
    assert f"{messages.LINE_LIMIT:,} bytes" in PAGE


def test_the_bot_on_the_page_plays(tmp_path: Path) -> None:
    (source,) = [block.body for block in blocks(PAGE) if block.language == "python"]
    file = tmp_path / "dice.py"
    file.write_text(source)
    agent = ForeignAgent(shlex.join([sys.executable, "-I", str(file)]))
    assert play(agent, opponent()).is_over
    agent.close()


@pytest.mark.skipif(NODE is None, reason=NODE_NEEDED)
@pytest.mark.parametrize("setup", [Setup(2), Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025)])
def test_the_bot_in_javascript_beats_chance(setup: Setup) -> None:
    agent = ForeignAgent(shlex.join([str(NODE), str(ROOT / "examples" / "bots" / "shopper.mjs")]))
    won = 0
    for seed in range(12):
        agent.begin(setup, 0)
        game = play(agent, make(f"random:seed={seed}"), seed=seed, setup=setup)
        agent.over(sorted(game.winners), [0, 0])
        won += 0 in game.winners
    agent.close()
    assert won >= 9


def test_its_comments_are_shown_to_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPLENDOR_SAVES", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    script = GOOD.replace("the last one", "I \\x1b[2J take\\nit")
    with pytest.raises(SystemExit):
        main(["play", "--text", "--seat", "2", "--names", "Eva", "--bots", f"cmd:{command(tmp_path, script)}"])
    shown = capsys.readouterr().out
    assert "Ada: I [2J take it" in shown
    assert "\x1b" not in shown


# --- our agents answer --------------------------------------------------------------------------------------------
def converse(*lines: object) -> list[dict[str, object]]:
    """The answers of the greedy agent."""
    sent = b"".join(line if isinstance(line, bytes) else messages.encode(line) for line in lines)  # type: ignore[arg-type]
    answers = io.BytesIO()
    serve("greedy", lambda seed: make("random", seed=seed), io.BytesIO(sent), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_an_agent_of_ours_answers() -> None:
    game = Game(seed=1)
    ask = messages.decide(game.view(0), game.legal_actions, 1.0)
    lines = [messages.hello(), messages.game(Setup(2), 0, 3), ask, messages.over([0], [1, 2]), {"type": "news"}]
    hello, ready, answer = converse(*lines, messages.leave(), ask)
    assert hello == {"type": "hello", "name": "greedy", "version": 1}
    assert ready == {"type": "ready"}
    assert Action.parse(str(answer["action"])) == make("random:seed=3").choose(game.view(0), game.legal_actions)


def test_what_it_cannot_answer_it_says() -> None:
    game = Game(seed=1)
    ask = messages.decide(game.view(0), game.legal_actions, 1.0)
    cases = {
        b"hello\n": "expected a JSON object",
        messages.encode({"type": "game", "seat": 0}): "needs a 'setup'",
        messages.encode({"type": "game", "setup": {"players": 9}}): "players=9",
        messages.encode({"type": "game", "setup": {"players": 2, "cities": 2017, "posts": 2017}}): "Legal: ",
        messages.encode({**ask, "packed": "1:AAAA"}): "664 were expected",
        messages.encode({**ask, "packed": None}): "needs 'view.seat' and 'packed'",
        messages.encode({**ask, "view": {"seat": 7}}): "needs 'view.seat'",
        messages.encode({**ask, "view": {"seat": 1}, "packed": ask["packed"]}): "nothing to decide",
    }
    answers = converse(*cases)
    assert [answer["type"] for answer in answers] == ["error"] * len(cases)
    assert [
        part for part, answer in zip(cases.values(), answers, strict=True) if part not in str(answer["reason"])
    ] == []


def test_an_error_of_the_other_side_is_told() -> None:
    with pytest.raises(SplendorError, match="it says: 'too tired'"):
        messages.expect(b'{"type":"error","reason":"too tired"}', "answer")
