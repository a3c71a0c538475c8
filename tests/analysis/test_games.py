"""Whole games: every decision in order, progress, accuracy, turning points, and the command."""

import json
from pathlib import Path

import pytest

from splendor import Game, GameRecord, Setup, SplendorError
from splendor.analysis import Analysis, accuracy, analyse, explaining, mark, step_at, steps_of
from splendor.cli import main
from tests.analysis.positions import a_win_is_there, played


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return played()


@pytest.fixture(scope="module")
def found(record: GameRecord) -> Analysis:
    return analyse(record, explaining("greedy"))


@pytest.fixture
def file(record: GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record.text(), "utf-8")
    return path


def test_every_decision_is_judged_in_order(record: GameRecord, found: Analysis) -> None:
    assert [one.number for one in found.decisions] == list(range(record.actions))
    actions = [move.action for turn in record.turns for move in turn.moves]
    assert [one.judged.played.action for one in found.decisions if one.judged.played] == actions
    labels = [turn.label for turn in record.turns for _ in turn.moves]
    assert [one.label for one in found.decisions] == labels


def test_progress_is_told_and_one_decision_can_be_judged_alone(record: GameRecord, found: Analysis) -> None:
    told: list[tuple[int, int]] = []
    short = played(actions=6)
    analyse(short, explaining("greedy"), lambda done, total: told.append((done, total)))
    assert told == [(number, short.actions) for number in range(1, short.actions + 1)]
    step = step_at(record, 4)
    from splendor.analysis import judge

    assert judge(step.view, explaining("greedy"), step.action) == found.decisions[4].judged
    with pytest.raises(SplendorError, match="no decision"):
        step_at(record, record.actions)


def test_views_are_those_of_the_seats_that_decide(record: GameRecord) -> None:
    assert all(step.view.seat == step.view.player for step in steps_of(record))


def test_the_graph_ends_with_the_result(record: GameRecord, found: Analysis) -> None:
    assert len(found.graph) == len(record.turns) + 1
    assert [seat for seat, share in enumerate(found.graph[-1]) if share] == list(record.result.winners or ())
    assert all(sum(point) == pytest.approx(1, abs=0.01) for point in found.graph)


def test_turning_points_are_the_largest_losses(found: Analysis) -> None:
    worst = sorted((one.judged.loss for one in found.decisions), reverse=True)
    assert 1 <= len(found.turning_points) <= 5
    assert max(one.judged.loss for one in found.turning_points) == worst[0]
    assert all(one.judged.loss >= 0.05 for one in found.turning_points)


def test_a_better_player_is_more_accurate() -> None:
    """The club player against somebody who misjudges by six points of prestige."""
    from splendor.agents import make

    game, agents = Game(Setup(2), seed=3), (make("greedy"), make("greedy:noise=6,seed=1"))
    while not game.is_over:
        seen = game.view(game.player)
        game.play(agents[game.player].choose(seen, seen.legal_actions))
    club, newcomer = analyse(GameRecord.of(game), explaining("greedy")).accuracies
    assert club is not None
    assert newcomer is not None
    assert club > newcomer + 0.03


def test_marks_and_accuracy() -> None:
    assert [mark(loss) for loss in (0.0, 0.04, 0.05, 0.1, 0.2)] == ["", "", "?!", "?", "??"]
    assert [mark(0.0, lead) for lead in (0.05, 0.06, 0.12)] == ["", "!", "!!"]
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 1
    assert accuracy([0.2]) == pytest.approx(0.3679, abs=0.001)


# --- the command --------------------------------------------------------------------------------------------------
def test_the_command_prints_a_report(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["analyse", str(file), "--agent", "greedy"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert "Turning points" in out
    assert "Ada" in out
    assert "AB" in out.replace("\n", "") or "BA" in out


@pytest.mark.parametrize(("language", "word"), [("fr", "Tournants"), ("nl", "Keerpunten")])
def test_the_command_speaks_languages(file: Path, language: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["analyse", str(file), "--agent", "greedy", "--language", language])
    assert word in capsys.readouterr().out


def test_json_is_one_object(file: Path, record: GameRecord, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["analyse", str(file), "--agent", "greedy", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert len(told["decisions"]) == record.actions
    assert set(told) == {"agent", "names", "accuracy", "graph", "turning_points", "decisions"}


def test_html_is_one_file(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    options = ["--html", str(page), "--out", str(tmp_path / "game.log"), "--language", "nl"]
    with pytest.raises(SystemExit):
        main(["analyse", str(file), "--agent", "greedy", *options])
    text = page.read_text("utf-8")
    assert "<svg" in text
    assert '<html lang="nl">' in text
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "Keerpunten" in (tmp_path / "game.log").read_text("utf-8")
    assert capsys.readouterr().out == ""


def test_one_turn_and_one_position(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["analyse", str(file), "--agent", "greedy", "--turn", "3", "--json"])
    assert json.loads(capsys.readouterr().out)["decisions"][0]["label"] == "2A"
    saved = tmp_path / "position"
    saved.write_bytes(a_win_is_there().to_bytes())
    with pytest.raises(SystemExit):
        main(["analyse", str(saved), "--agent", "greedy"])
    out = capsys.readouterr().out
    assert "100 %" in out
    assert "Wins the game." in out


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--agent", "random"], "cannot say why"),
        (["--agent", "nobody"], "nobody"),
        (["--language", "de"], "en, fr, nl"),
        (["--agent", "greedy", "--turn", "999"], "no turn 999"),
        (["--turn", "1", "--html", "x.html"], "whole game"),
    ],
)
def test_wrong_input_is_told_in_one_line(
    file: Path, options: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["analyse", str(file), *options])
    assert left.value.code == 2
    assert reason in capsys.readouterr().err


def test_a_damaged_record_names_its_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(file.read_text("utf-8").replace("1A  ", "1A  no ", 1), "utf-8")
    with pytest.raises(SystemExit):
        main(["analyse", str(file)])
    assert "line " in capsys.readouterr().err


def test_control_c_stops_it(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from splendor.terminal import analysing

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(analysing, "whole_game", interrupted)
    with pytest.raises(SystemExit) as left:
        main(["analyse", str(file), "--agent", "greedy"])
    assert left.value.code == 130
    assert "Stopped" in capsys.readouterr().err
