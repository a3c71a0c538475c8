"""Whatever a program does: it loses with the reason, nothing waits for ever, and nothing of it is left."""

import sys
import time
from pathlib import Path

import pytest

from splendor import Game, Setup
from splendor.foreign import ForeignAgent, Forfeit
from tests.foreign.bots import GOOD, command, is_alive, is_known, opponent, pids, play

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")

SOON = 0.4  # seconds after which silence is silence; every program here that is not silent has all the time it wants

ZOO = {
    "ends at once": ("print('oh no', file=sys.stderr); sys.exit(3)", "ended with exit code 3; it said 'oh no'"),
    "is silent at the start": ("time.sleep(600)", "no greeting within 0.4 s"),
    "speaks another version": ("hear(); say(type='hello', version=2)", "expected version 1 of the protocol, not 2"),
    "says another hello": ("hear(); say(type='hi')", "expected a message of type 'hello'"),
    "is never ready": ("greet(); time.sleep(600)", "no sign that it is ready within 0.4 s"),
    "refuses": ("greet(); hear(); say(type='error', reason='no Orient')", "it says: 'no Orient'"),
    "crashes": ("begin(); decide(2); raise RuntimeError('a bug')", "exit code 1; it said 'RuntimeError: a bug'"),
    "is killed": ("begin(); decide(); os.kill(os.getpid(), signal.SIGKILL)", "was ended by signal 9"),
    "falls silent": ("begin(); decide(2); time.sleep(600)", "no answer within 0.4 s"),
    "writes garbage": ("begin(); hear(); print('I take white', flush=True)", "not 'I take white'"),
    "writes an empty line": ("begin(); hear(); print(flush=True)", "expected a JSON object on a line, not ''"),
    "writes a list": ("begin(); hear(); print([1, 2], flush=True)", "a JSON object with a 'type', not '[1, 2]'"),
    "nests deeply": ("begin(); hear(); print('[' * 60000, flush=True)", "expected a JSON object on a line"),
    "writes bytes": ("begin(); hear(); os.write(1, b'\\xff\\x00\\x1b[2J\\n')", r"\x1b[2J"),
    "sends another message": ("begin(); hear(); say(type='ready')", "expected a message of type 'answer'"),
    "plays illegally": ("begin(); hear(); say(type='answer', action='pass')", "the action 'pass' is not legal"),
    "plays by a wrong number": ("begin(); hear(); say(type='answer', action=379)", "legal action, not '379'"),
    "plays no number": ("begin(); hear(); say(type='answer', action=True)", "legal action, not 'True'"),
    "plays nonsense": ("begin(); hear(); say(type='answer', action='dance')", "legal action, not 'dance'"),
    "plays nothing": ("begin(); hear(); say(type='answer')", "legal action, not 'None'"),
    "writes a huge line": ("begin(); hear(); os.write(1, b'x' * 10**7)", "a line of more than 65536 bytes"),
    "writes a huge whole line": ("begin(); hear(); os.write(1, b'x' * 70000 + b'\\n')", "a line of more than 65536"),
    "closes its output": ("begin(); decide(); os.close(1); time.sleep(600)", "closed its standard output"),
    "floods": ("begin(); decide()\nwhile True: print('{}', flush=True)", "asked | a 'type'"),
    "floods standard error": (
        "begin(); decide()\nfor _ in range(3000): print('e' * 1000, file=sys.stderr)\nsys.exit(5)",
        "ended with exit code 5; it said 'eee",
    ),
    "does not listen": (
        "begin()\nfor _ in range(9): say(type='answer', action=0)\ntime.sleep(600)",
        "asked | is not legal",
    ),
}


def agent(name: str, line: str) -> ForeignAgent:
    """It has to wait for silence alone: everything else has all the time that a busy machine needs."""
    if name == "is never ready":
        greeted = ForeignAgent(line, limit=60, start=60)
        greeted._running()
        greeted._start = SOON
        return greeted
    silent, falls_silent = name == "is silent at the start", name == "falls silent"
    return ForeignAgent(line, limit=SOON if falls_silent else 60, start=SOON if silent else 60)


@pytest.mark.parametrize("name", ZOO)
def test_it_loses_with_the_reason(name: str, tmp_path: Path) -> None:
    script, reason = ZOO[name]
    bad = agent(name, command(tmp_path, script))
    with pytest.raises(Forfeit) as forfeit:
        play(bad, opponent())
    assert any(words in str(forfeit.value) for words in reason.split(" | ")), forfeit.value
    assert "\x1b" not in str(forfeit.value)
    assert not any(is_known(pid) for pid in pids(tmp_path))


@pytest.mark.parametrize("line", ["./no-such-bot", "/", "'unfinished", '""'])
def test_what_cannot_be_started(line: str) -> None:
    with pytest.raises(Forfeit, match="could not be started"):
        play(ForeignAgent(line), opponent())


STUBBORN = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
begin()
decide()
while True:
    time.sleep(600)
"""


def test_one_that_ignores_everything_is_ended(tmp_path: Path) -> None:
    stubborn = ForeignAgent(command(tmp_path, STUBBORN))
    game = Game(seed=1)
    stubborn.choose(game.view(0), game.legal_actions)
    stubborn.close()
    assert not any(is_known(pid) for pid in pids(tmp_path))


def test_its_children_are_ended_with_it(tmp_path: Path) -> None:
    script = "child = subprocess.Popen(['sleep', '600'])\nprint(child.pid, file=open(sys.argv[0] + '.pid', 'a'))\n"
    parent = ForeignAgent(command(tmp_path, script + "begin(); decide(); sys.exit(1)"), limit=60)
    with pytest.raises(Forfeit, match="ended with exit code 1|closed its standard output"):
        play(parent, opponent())
    assert len(pids(tmp_path)) == 2
    while any(is_alive(pid) for pid in pids(tmp_path)):  # a grandchild is not ours to wait for: the system ends it
        time.sleep(0.02)


def test_forgetting_the_agent_ends_its_program(tmp_path: Path) -> None:
    forgotten = ForeignAgent(command(tmp_path, GOOD))
    game = Game(seed=1)
    forgotten.choose(game.view(0), game.legal_actions)
    (pid,) = pids(tmp_path)
    assert is_alive(pid)
    del forgotten
    assert not is_known(pid)


def test_after_a_forfeit_it_starts_anew(tmp_path: Path) -> None:
    twice = ForeignAgent(command(tmp_path, "begin(); decide(); sys.exit(1)"))
    for _ in range(2):
        with pytest.raises(Forfeit, match="exit code 1"):
            play(twice, opponent())
    assert len(pids(tmp_path)) == 2


def test_a_good_one_plays_several_games_and_leaves(tmp_path: Path) -> None:
    good = ForeignAgent(command(tmp_path, GOOD))
    for seat, setup in enumerate([Setup(2), Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025)]):
        good.begin(setup, seat, seed=1)
        players = [opponent(), opponent()]
        players[seat] = good
        game = play(*players, setup=setup)
        good.over(sorted(game.winners), [player.prestige for player in game.players])
        assert good.comment == "the last one"
    (pid,) = pids(tmp_path)
    assert is_alive(pid)
    good.close()
    good.close()
    assert not is_known(pid)


def test_it_is_told_of_its_game_at_the_first_decision(tmp_path: Path) -> None:
    script = GOOD.replace('say(type="ready")', 'seat = message["seat"]; say(type="ready")')
    told = ForeignAgent(command(tmp_path, script.replace('"the last one"', "str(seat)")))
    for seat in (0, 1, 0):
        game = Game(seed=1)
        if seat:
            game.play("take wug")
        told.choose(game.view(seat), game.legal_actions)
        assert told.comment == str(seat)
    told.close()
    assert len(pids(tmp_path)) == 1


def test_file_descriptors_are_given_back(tmp_path: Path) -> None:
    line = command(tmp_path, GOOD)
    game = Game(seed=1)
    counts = []
    for _ in range(6):
        good = ForeignAgent(line)
        good.choose(game.view(0), game.legal_actions)
        good.close()
        counts.append(len(list(Path("/proc/self/fd").iterdir())))
    assert counts[-1] < counts[0] + 5  # three pipes each would be fifteen more
    assert sys.executable in good.name
