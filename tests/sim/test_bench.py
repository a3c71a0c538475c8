"""`splendor bench` measures and shows; how fast this machine is, no test asks."""

import json
from pathlib import Path

import pytest
from rich.console import Console

from splendor import SplendorError
from splendor.sim import bench
from splendor.sim.bench import Bench, Figure
from splendor.terminal import benchmark


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"ROUNDS": 1, "GAMES": 20, "CALLS": 20, "STARTS": 1, "BATCH": 16, "STEPS": 3}.items():
        monkeypatch.setattr(bench, name, value)


@pytest.mark.usefixtures("_short")
def test_everything_is_measured() -> None:
    heard: list[str] = []
    result = bench.measure(tell=heard.append)
    values = json.loads(json.dumps(result.to_dict()))
    figures = values["figures"]
    assert len(figures) == len(result.figures)
    assert all(figure["value"] > 0 for figure in figures.values())
    assert {"warm_start", "base_2p", "base_3p", "base_4p", "all_modules_2p", "play_text", "doors_play"} <= set(figures)
    assert {"copy_record", "view_determinise"} <= set(figures)
    assert figures["all_modules_2p"]["target"] == 0.4
    assert (figures["batch_base"]["target"], figures["batch_all_modules_int8"]["target"]) == (0.7, 0.2)
    assert figures["warm_start"]["target"] == 1.0
    assert figures["base_2p"]["ratio"] is not None or bench.NO_REFERENCE in values["notes"]
    assert "two_threads" in figures or bench.cores() == 1
    assert "random play on one core" in heard
    assert values["machine"]["cores"] == bench.cores()


@pytest.mark.usefixtures("_short")
def test_without_a_compiler_or_a_second_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(bench, "cores", lambda: 1)
    result = bench.measure()
    named = {figure.name: figure for figure in result.figures}
    assert bench.NO_REFERENCE in result.notes
    assert named["base_2p"].ratio is None
    assert named["base_2p"].met is None
    assert not {"c_2p", "two_threads", "two_c_programs"} & set(named)


@pytest.mark.usefixtures("_short")
def test_threads_without_a_compiler() -> None:
    assert [figure.name for figure in bench.two_threads(None)] == ["two_threads"]


def test_a_cold_start_has_a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, str]] = []

    def first_move(_: Path, **environment: str) -> tuple[float, float]:
        asked.append(environment)
        return 30.0, 14.0

    monkeypatch.setattr(bench, "_first_move", first_move)
    figure = bench.cold_start(tmp_path)
    assert figure.met
    assert "30.0 s" in figure.note
    assert asked[0]["SPLENDOR_CACHE"].startswith(str(tmp_path))


def test_the_best_of_each_in_turns() -> None:
    order: list[str] = []
    rates = {"a": iter([1.0, 5.0, 2.0]), "b": iter([3.0, 1.0, 4.0])}

    def burst(name: str) -> float:
        order.append(name)
        return next(rates[name])

    assert bench.best({"a": lambda: burst("a"), "b": lambda: burst("b")}, rounds=3) == {"a": 5.0, "b": 4.0}
    assert order == ["a", "b"] * 3


@pytest.mark.parametrize(
    ("figure", "met", "wanted"),
    [
        (Figure("", "", "", 5e6, "decisions/s"), None, ""),
        (Figure("", "", "", 5e6, "decisions/s", 0.79, "C", 0.8), False, "≥ 0.80 ×"),
        (Figure("", "", "", 1.0, "decisions/s", 0.81, "C", 0.8), True, "≥ 0.80 ×"),
        (Figure("", "", "", 0.9, "s", target=1.0, at_most=True), True, "≤ 1.00 s"),
        (Figure("", "", "", 1.1, "s", target=1.0, at_most=True), False, "≤ 1.00 s"),
        (Figure("", "", "", 1.2e9, "decisions/s", target=1e9), True, "≥ 1.00 G/s"),
        (Figure("", "", "", 3e8, "decisions/s", target=4e8), False, "≥ 400.00 M/s"),
    ],
)
def test_targets(figure: Figure, met: bool | None, wanted: str) -> None:
    assert figure.met is met
    assert figure.to_dict()["met"] is met
    assert benchmark.target(figure) == wanted


def test_the_table_is_readable_without_colour() -> None:
    figures = [
        Figure("Random play", "base_2p", "base game", 5.1e6, "decisions/s", 0.9, "C", 0.8),
        Figure("Start", "warm_start", "first move", 1.5, "s", target=1.0, at_most=True),
        Figure("Calls", "view", "Game.view(0)", 12.5, "µs"),
    ]
    console = Console(record=True, width=80, no_color=True)
    benchmark.show(console, Bench({"cores": 2, "python": "3.11"}, figures, ["It was noisy."]))
    shown = console.export_text()
    for words in ("5.10 M/s", "0.90 × C", "≥ 0.80 ×", "met", "missed", "12.50 µs", "It was noisy.", "cores 2"):
        assert words in shown


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(SplendorError, match="device='tpu' is unknown"):
        bench.measure(device="tpu")


def test_run_prepares_first(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    done: list[object] = []
    made = Bench({}, [], [])

    def measure(cold: bool, device: str, tell: bench.Tell) -> Bench:
        tell("something")
        done.append((cold, device))
        return made

    monkeypatch.setattr(benchmark, "part_is_cold", lambda _: True)
    monkeypatch.setattr(bench, "prepare", lambda: done.append("prepared"))
    monkeypatch.setattr(bench, "measure", measure)
    assert benchmark.run(True, "cpu") is made
    assert done == ["prepared", (True, "cpu")]
    assert "Compiling" in capsys.readouterr().err


def test_preparing_uses_another_process() -> None:
    bench.prepare()
    bench.touch()
