"""The training: what is to be learned is right, a leg goes on exactly where the last one stopped, and it learns."""

import json
import math
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from splendor import Game, MissingPackage, Setup, SplendorError, observation
from splendor.agents.neural import NeuralAgent
from splendor.agents.neural_core.network import Network, load, save
from splendor.agents.random_agent import RandomAgent
from splendor.observation.pieces import BY_NAME
from splendor.rules import doors
from splendor.rules.actions import ACTIONS
from splendor.rules.layout import WORD, new_legal
from splendor.train import __main__ as command_line
from splendor.train import mixture
from splendor.train.leg import train
from splendor.train.plan import Plan, at
from splendor.train.symmetry import exchanges
from tests.agents.test_greedy import ALL_MODULES, positions
from tests.train import torch_there  # noqa: F401  (skips what follows where PyTorch is missing)

import torch  # isort: skip
from splendor.train import contest, duel, selfplay
from splendor.train import tables as records
from splendor.train.checkpoint import read, write
from splendor.train.curve import draw
from splendor.train.hall import Hall
from splendor.train.learner import LOSSES, Learner, present_seats
from splendor.train.model import Model, Player, from_arrays, to_arrays
from splendor.train.ring import Intake, Ring
from splendor.train.run import Run

SIMULATIONS = 8  # all tests use one size of tree: each is compiled for itself
ROOM = 16_384


def new_hall(ring: Ring, setups: str = "all", tables: int = 8) -> Hall:
    torch.manual_seed(1)
    parts = mixture.as_arrays(mixture.mixture(setups))
    return Hall(Player(Model(16, 12, 1), "cpu"), parts, tables, SIMULATIONS, 1, "cpu", 3, Intake(ring, ROOM))


def play(hall: Hall, games: int = 4) -> None:
    """So many games at the least, handed over."""
    hall.begin()
    while hall.games < games:
        hall.round()
    assert hall.intake
    hall.intake.flush()


# --- what is to be learned ---------------------------------------------------------------------------------------
def test_value_targets_by_hand() -> None:
    """Three decisions of seats 0, 1, 0; seat 1 wins; lambda a half, a quarter for the outcome itself."""
    tables, histories = np.zeros(1, dtype=records.table_of(SIMULATIONS + 2)), np.zeros(1, dtype=records.HISTORY)
    tables["game"]["seats"], tables["game"]["winners"], tables["rows"] = 2, 0b10, 3
    history = histories["rows"][0]
    history["seat"][:3] = [0, 1, 0]
    history["values"][:3, :2] = [[0.9, 0.1], [0.6, 0.4], [0.2, 0.8]]
    selfplay.finish_at(tables, histories, 0, np.float32(0.5), np.float32(0.25))
    # Seat 1's chances: the last decision looks at half of the outcome (1) and half of its own search's 0.8 (0.9), the
    # one before at half of that and half of 0.4 (0.65), the first at half of that and half of 0.1 (0.375); a quarter of
    # each is the outcome.
    seat_1 = [0.25 + 0.75 * 0.375, 0.25 + 0.75 * 0.65, 0.25 + 0.75 * 0.9]
    expected = [[1 - seat_1[0], seat_1[0]], [seat_1[1], 1 - seat_1[1]], [1 - seat_1[2], seat_1[2]]]
    assert history["target"][:3, :2] == pytest.approx(np.array(expected), abs=1e-6)


@pytest.mark.parametrize("setups", ["base/2", "orient2025+strongholds2025/3", "all"])
def test_histories_of_self_play(setups: str) -> None:
    ring = Ring(ROOM, "cpu")
    hall = new_hall(ring, setups)
    play(hall)
    assert len(ring) == hall.rows > 100
    parts = {name: part[: len(ring)].numpy() for name, part in ring.parts.items()}
    policy = parts["policy"].sum(1) / records.FULL
    assert policy == pytest.approx(np.ones(len(ring)), abs=0.01)
    seats = parts["seen"][:, 0] * 2 + parts["seen"][:, 1] * 3 + parts["seen"][:, 2] * 4
    assert parts["targets"].sum(1) == pytest.approx(np.ones(len(ring)), abs=1e-3)
    assert (parts["shares"].sum(1) == records.SHARE).all()
    absent = np.arange(4) >= seats[:, None]
    assert not parts["targets"][absent].any()
    assert not parts["shares"][absent].any()
    assert (present_seats(torch.from_numpy(parts["seen"])).numpy() == ~absent).all()


def test_the_network_is_heard() -> None:
    """Without search the policy to be learned is the network's own."""
    ring = Ring(ROOM, "cpu")
    hall = new_hall(ring)
    model = Model(16, 12, 1)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    for half in hall.halves:
        half._player.learn(model)
    hall.search(0)
    play(hall)
    parts = {name: part[: len(ring)] for name, part in ring.parts.items()}
    with torch.no_grad():
        answers = model(parts["seen"])[0].gather(1, parts["legal"].long())
    answers[parts["policy"] == 0] = -torch.inf  # padding, and what is very unlikely
    expected = torch.softmax(answers, 1)
    assert torch.allclose(parts["policy"] / records.FULL, expected, atol=0.01)
    assert float(expected.max(1).values.mean()) > 0.3, "the network prefers some actions"


def test_quick_searches_teach_values_alone() -> None:
    ring = Ring(ROOM, "cpu")
    hall = new_hall(ring, "base/2")
    hall.search(SIMULATIONS, quick=(0.6, 2))
    play(hall)
    parts = {name: part[: len(ring)] for name, part in ring.parts.items()}
    policy = parts["policy"].sum(1) / records.FULL
    quick = policy == 0
    assert 0.5 < float(quick.float().mean()) < 0.7
    assert policy[~quick].numpy() == pytest.approx(np.ones(int((~quick).sum())), abs=0.01)
    assert parts["targets"].sum(1).numpy() == pytest.approx(np.ones(len(ring)), abs=1e-3)
    learner = Learner(Model(16, 12, 1), ring, 64, "cpu")

    def losses(rows: Any) -> dict[str, float]:
        names = ("seen", "legal", "policy", "targets", "shares", "points", "fates")
        given = [parts[name][rows] for name in names]
        everything = torch.ones(len(given[0]))
        with torch.no_grad():
            found = learner.losses(given[0], given[1].long(), *given[2:], everything, everything)
        return dict(zip(LOSSES, map(float, found), strict=True))

    whole, both, none = losses(~quick), losses(slice(None)), losses(quick)
    assert both["policy"] == pytest.approx(whole["policy"], rel=1e-4), "quick searches are no part of the mean"
    assert none["policy"] == none["gain"] == 0
    assert none["value"] > 0


def test_a_search_under_way_may_be_cut_short() -> None:
    """When the run goes on with fewer simulations, those that have made more already decide."""
    hall = new_hall(Ring(ROOM, "cpu"), "base/2")
    hall.begin()
    for _ in range(SIMULATIONS - 2):
        hall.round()
    tables = [half.tables for half in hall.halves]
    assert all((part["desk"]["tree"]["done"] > 1).all() and not part["rows"].any() for part in tables)
    hall.search(1)
    for _ in range(3):
        hall.round()
    assert all((part["desk"]["tree"]["done"] <= 1).all() and part["rows"].all() for part in tables)


def test_imitation_learns_what_greedy_does() -> None:
    ring = Ring(ROOM, "cpu")
    hall = new_hall(ring, "base/2")
    hall.imitate(0.3, 0.0)
    assert hall.games == sum(len(half.tables) for half in hall.halves)
    assert hall.intake
    hall.intake.flush()
    last = {name: part[: len(ring)].numpy() for name, part in ring.parts.items()}
    assert (last["targets"] == last["shares"] / records.SHARE).all()
    best = last["legal"][np.arange(len(ring)), last["policy"].argmax(1)]
    assert len(set(best)) > 10


def things_of(game: Game) -> Any:
    things = np.zeros(records.THINGS, np.int16)
    selfplay.things_at(game.record, 0, things)
    return things


def test_fates_are_whose_a_card_is_at_the_end() -> None:
    """Whole games of greedy players: every card that somebody bought was the fate foretold when it was on the table."""
    ring = Ring(ROOM, "cpu")
    hall = new_hall(ring, "base/4=2,orient2025/3=1")
    hall.imitate(0.3, 0.0)
    halves = [(half.tables[number], half.histories["rows"][number]) for half in hall.halves for number in range(4)]
    seen = 0
    assert hall.intake
    hall.intake.flush()
    told = iter(ring.parts["fates"][: len(ring)].numpy())
    for table, rows in halves:
        game, seats = table["game"], int(table["game"]["seats"])
        players = game["players"][:seats]
        for row in rows[: table["rows"]]:
            if not row["number"]:
                continue
            fates = next(told)
            for place, (thing, fate) in enumerate(zip(row["things"], fates, strict=True)):
                if thing < 0:
                    assert fate == records.NOTHING_THERE
                    continue
                if place >= records.NOBLES_FROM:
                    owners = [seat for seat in range(seats) if int(players["nobles"][seat]) >> int(thing) & 1]
                else:
                    words = players["tableau"][:, thing // WORD]
                    owners = [seat for seat in range(seats) if int(words[seat]) >> int(thing % WORD) & 1]
                assert fate == ((owners[0] - row["seat"]) % seats if owners else records.NOBODY)
                seen += 1
    assert next(told, None) is None
    assert seen > 1000
    counts = np.bincount(ring.parts["fates"][: len(ring)].numpy().ravel() + 1, minlength=6)
    assert (counts > 0).all(), "every fate occurs"


def test_exchanged_places_are_the_same_position() -> None:
    """A game with two cards of a row exchanged looks, exchanged back, like the game before; its actions too."""
    sources, renamed, things = exchanges(64, seed=1)
    assert (sources[0] == np.arange(observation.SIZE)).all()
    for row in range(64):
        assert sorted(sources[row]) == list(range(observation.SIZE))
        assert sorted(renamed[row]) == list(range(ACTIONS))
    game = positions(ALL_MODULES, seed=1)[4]
    seen = observation.raw(game.view(game.player))
    market = observation.PIECES[11]
    assert market.name == "market"
    for row in range(64):
        old = np.arange(market.slice.start, market.slice.stop).reshape(market.shape)
        moved = sources[row][market.slice].reshape(market.shape)
        slots = [int(np.flatnonzero(old[:, 0] == first)[0]) for first in moved[:, 0]]
        other = game.copy()
        for name in ("market", "holder", "held"):
            other.record[name][0] = game.record[name][0][slots]
        nobles = observation.PIECES[7]
        places = (sources[row][nobles.slice].reshape(nobles.shape)[:, 0] - nobles.start) // nobles.width
        other.record["nobles"][0] = game.record["nobles"][0][places]
        assert (observation.raw(other.view(other.player)) == seen[sources[row]]).all()
        assert (things_of(other) == things_of(game)[things[row]]).all()
        legal = new_legal()
        number = doors.legal_actions(other.record, 0, legal)
        assert set(legal[:number]) == set(renamed[row][game.legal_actions.numbers])


def test_the_network_plays_as_it_learned() -> None:
    """The folded weights answer on the processor what the model answers."""
    torch.manual_seed(2)
    model = Model(24, 16, 2)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    games = positions(Setup(4, orient=2025, strongholds=2025), seed=1, every=10)
    seen = np.stack([observation.raw(game.view(game.player)) for game in games])
    hands = seen[:, BY_NAME["hands"].slice].reshape(-1, *BY_NAME["hands"].shape)
    assert hands[:, ::3, 0].any(axis=0).all()  # each of the others has reserved a card now and then
    with torch.no_grad():
        expected = model(torch.from_numpy(seen))[0].numpy()
        played_with = Player(model, "cpu")(torch.from_numpy(seen)).numpy()
    answers = Network(to_arrays(model)).evaluate(seen)
    rounding = 3e-6 * np.abs(expected).max()  # the answers of such weights are in the hundreds
    assert np.allclose(answers, expected, atol=rounding)
    assert np.allclose(played_with, expected, atol=rounding)


def test_a_decision_half_written_spoils_nothing() -> None:
    """A GPU writes to the ring while it is read: probabilities that belong to other actions, or to none."""
    ring = Ring(ROOM, "cpu")
    play(new_hall(ring, "base/2"))
    learner = new_learner(ring)
    rows = list(learner._draw())
    rows[1][:, 5:] = rows[1][:, :1]  # the first is repeated where there are no more
    with torch.no_grad():
        sound = learner.losses(*rows)
        rows[2][:, 5:] = records.FULL
        assert float(learner.losses(*rows)[0]) == pytest.approx(float(sound[0]))
        rows[2][:] = 0
        assert all(math.isfinite(float(loss)) for loss in learner.losses(*rows))


# --- legs --------------------------------------------------------------------------------------------------------
def new_learner(ring: Ring) -> Learner:
    torch.manual_seed(5)
    return Learner(Model(16, 12, 1), ring, 64, "cpu")


def test_a_leg_goes_on_exactly(tmp_path: Path) -> None:
    ring = Ring(ROOM, "cpu")
    play(new_hall(ring, "base/2"))
    whole = new_learner(ring)
    for _ in range(6):
        whole.step()
    parts = new_learner(ring)
    for _ in range(3):
        parts.step()
    write(tmp_path, parts, {"games": 7}, Plan())
    torch.manual_seed(99)
    again = new_learner(ring)
    torch.manual_seed(123)
    assert read(tmp_path, again) == {"games": 7}
    for _ in range(3):
        again.step()
    assert again.steps == whole.steps == 6
    for one, other in ((whole.model, again.model), (whole.mean, again.mean)):
        assert all(
            torch.equal(a, b) for a, b in zip(one.state_dict().values(), other.state_dict().values(), strict=True)
        )


def test_without_a_checkpoint_nothing_goes_on(tmp_path: Path) -> None:
    with pytest.raises(SplendorError, match="no checkpoint to go on from"):
        read(tmp_path, new_learner(Ring(ROOM, "cpu")))


def test_parts_of_two_checkpoints_are_noticed(tmp_path: Path) -> None:
    """As a write leaves them that is cut off between two files."""
    learner = new_learner(Ring(64, "cpu"))
    write(tmp_path, learner, {}, Plan())
    before = (tmp_path / "mean.pt").read_bytes()
    learner.steps += 3
    write(tmp_path, learner, {}, Plan())
    names = ["mean.pt", "model.pt", "moments.pt", "squares.pt", "state.json"]
    assert sorted(file.name for file in tmp_path.iterdir()) == names
    (tmp_path / "mean.pt").write_bytes(before)
    with pytest.raises(SplendorError, match=r"of step 3, .* mean.pt of step 0, .* cut off. Begin anew .* newest.npz"):
        read(tmp_path, new_learner(Ring(64, "cpu")))


def test_checkpoints_fit_the_limit(tmp_path: Path) -> None:
    """Also for networks of twice the size of the usual one."""
    learner = Learner(Model(Plan().width, Plan().inner, 5, cards=256, look=256), Ring(64, "cpu"), 4, "cpu")
    learner.ring.filled.fill_(64)
    learner.ring.parts["policy"][:, 0] = records.FULL
    learner.step()
    write(tmp_path, learner, {}, Plan())
    assert max(file.stat().st_size for file in tmp_path.iterdir()) < 16 * 2**20


def test_a_network_for_playing_can_be_trained_on() -> None:
    """Its model answers the same, even if it has more of almost everything; a plan of another size is refused."""
    torch.manual_seed(3)
    source, target, larger = Model(16, 12, 1), Model(16, 12, 1), Model(16, 20, 3, choice=130, look=136, heads=5)
    for parameter in source.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    from_arrays(target, to_arrays(source))
    from_arrays(larger, to_arrays(source))
    seen = np.stack([observation.raw(game.view(game.player)) for game in positions(Setup(2), seed=1, every=10)])
    with torch.no_grad():
        answers = [model(torch.from_numpy(seen))[0] for model in (source, target, larger)]
    assert all(torch.allclose(answers[0], answer, atol=1e-4) for answer in answers)
    with pytest.raises(SplendorError, match="another size than the plan"):
        from_arrays(Model(24, 12, 1), to_arrays(source))
    with pytest.raises(SplendorError, match="another size than the plan"):
        from_arrays(source, to_arrays(larger))


def test_a_worse_network_does_not_take_the_place_of_a_better_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "GAMES", 24)
    monkeypatch.setattr(contest, "SETUPS", "base/2")
    values: dict[str, Any] = {"width": 16, "blocks": 1, "tables": 4, "room": ROOM, "batch": 64, "imitation": 0}
    for seed in range(4):
        plan = Plan(minutes=0, searches=((0.0, SIMULATIONS, 4),), seed=seed, **values)
        before = (tmp_path / "network.npz").read_bytes() if seed else b""
        Run(plan, tmp_path, threads=1, tell=[].append).go(0.0)
        now, newest = ((tmp_path / name).read_bytes() for name in ("network.npz", "newest.npz"))
        entries = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
        gates = [entry for entry in entries if entry["kind"] == "gate"]
        assert len(gates) == seed
        better = not gates or gates[-1]["surplus"] > 0
        assert now == (newest if better else before)
        assert gates[-1]["network"]["base/2"][1] == 24 if gates else True


def test_a_leg_must_beat_the_network_it_began_with(tmp_path: Path) -> None:
    first, folder = tmp_path / "first.npz", tmp_path / "run"
    save(first, to_arrays(Model(16, 12, 1)))
    plan = Plan(width=16, inner=12, blocks=1, tables=4, room=ROOM, batch=64, searches=((0.0, SIMULATIONS, 4),))
    Run(plan, folder, threads=1, start=first)
    assert (folder / "network.npz").read_bytes() == first.read_bytes()


def test_tables_on_a_gpu_need_one(tmp_path: Path) -> None:
    with pytest.raises(SplendorError, match="need device='cuda'"):
        Run(Plan(gpu_tables=64), tmp_path)


# --- plans -------------------------------------------------------------------------------------------------------
def test_the_command_line_sets_every_number_of_the_plan(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[Plan, dict[str, object]]] = []
    monkeypatch.setattr(command_line, "train", lambda plan, **options: asked.append((plan, options)))
    command_line.main(["--searches", "[[0,16,4]]", "--reuse", "[[0,1],[0.5,4.5]]", "--gpu-tables", "64", "--leg", "2"])
    ((plan, options),) = asked
    assert plan == Plan(searches=((0, 16, 4),), reuse=((0, 1), (0.5, 4.5)), gpu_tables=64)
    assert (options["leg"], options["device"], options["resume"]) == (2.0, "cpu", False)
    for wrong in ("[[0,16", "[1]", "fast"):
        with pytest.raises(SystemExit):
            command_line.main(["--searches", wrong])
        assert f"'{wrong}' is no table: expected rows as in [[0,32,8],[0.4,96,8]]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"searches": ((0.1, 32, 8),)},
            r"searches: .* the first with share 0, not \[\[0.1, 32, 8\]\]",
        ),
        (
            {"searches": ((0, 32),)},
            "expected rows of a share of the run and simulations and actions considered",
        ),
        ({"searches": ()}, "searches: expected rows"),
        ({"searches": ((0, 32, 40),)}, "1 simulation or more and 1 to 32 actions considered, not 32 and 40"),
        ({"reuse": ((0.5, 2),)}, "reuse: expected rows of a share of the run and times, the first with share 0"),
        ({"settings": "considered=8"}, "settings: how many actions are considered stands in `searches`"),
        ({"settings": "luck=1"}, "'luck' is no setting of a search"),
        ({"blocks": 0}, "blocks=0: expected 1 or more"),
        ({"rate": -1.0}, "rate=-1.0: expected 0 or more"),
        ({"minutes": math.nan}, "minutes=nan: expected 0 or more"),
        ({"quick": 1.5}, "quick=1.5: expected a share from 0 to 1"),
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_refused_at_once(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(SplendorError, match=message):
        Plan(**wrong)


def test_the_help_says_what_every_number_means(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    for field in fields(Plan):
        assert field.metadata["help"] in told


def test_a_run_begins_or_goes_on(tmp_path: Path) -> None:
    with pytest.raises(SplendorError, match="--start begins a run and --resume goes on with one"):
        Run(Plan(), tmp_path, resume=True, start=tmp_path / "network.npz")


def test_without_a_log_there_is_no_curve(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert draw(tmp_path) is None


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("100", "'100' is no match: write two sides with a colon"),
        ("100:many", "'many': a side begins with its number of simulations"),
        ("100,trust=much:100", "trust=much: expected a number, as in 'trust=1'"),
        ("100,trust=nan:100", "trust=nan: expected a number"),
        ("100,considered=40:100", "considered=40: expected a whole number from 1 to 32"),
        ("100,considered=2.5:100", "considered=2.5: expected a whole number from 1 to 32"),
        ("100,luck=2:100", "'luck' is no setting of a search: write some of considered, explore"),
    ],
)
def test_a_match_that_cannot_be_read_is_refused_in_words(wrong: str, message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        duel.main([wrong])


def test_without_pytorch_the_reason_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "splendor.train.run")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingPackage, match="training needs PyTorch; the extra 'train' brings it"):
        train(Plan(), tmp_path)


def test_mixtures() -> None:
    parts = dict(mixture.mixture("base/2=50,base/3=10,all=40"))
    assert len(parts) == 111
    assert parts[Setup(2)] == pytest.approx(0.5)
    assert math.isclose(sum(parts.values()), 1)
    records, limits = mixture.as_arrays(list(parts.items()))
    assert records["seats"][0] == 2
    assert limits[-1] == 1.0
    for text in ("", "base/5", "base=x", "base=-1", "nonsense/2"):
        with pytest.raises(SplendorError):
            mixture.mixture(text)


def test_what_is_in_force() -> None:
    assert at(Plan().reuse, 0.0) == (2.0,)
    assert at(Plan().searches, 1.0) == Plan().searches[-1][1:]


def test_the_learning_rate_rises_quickly_and_falls_slowly() -> None:
    plan = Plan(rate=1e-3, last_rate=1e-5)
    first = [plan.rate_at(0.0, steps) for steps in range(600)]
    assert first == sorted(first)
    assert (first[0] < 1e-5, first[-1]) == (True, 1e-3)
    later = [plan.rate_at(share / 100, 10_000) for share in range(130)]
    assert later == sorted(later, reverse=True)
    assert (later[0], later[50], later[100], later[-1]) == (1e-3, 5.05e-4, 1e-5, 1e-5)


# --- it learns ---------------------------------------------------------------------------------------------------
def test_a_tiny_network_learns_to_beat_random(tmp_path: Path) -> None:
    plan = Plan(
        minutes=0.6, setups="base/2", width=48, inner=48, blocks=1, tables=64, room=ROOM, batch=256, imitation=8_000,
        imitation_reuse=8.0, searches=((0.0, SIMULATIONS, 4),), rate=3e-3, last_rate=3e-3,
    )  # fmt: skip
    told: list[str] = []
    run = Run(plan, tmp_path, threads=1, contests=math.inf, tell=told.append)
    run.go(plan.minutes)
    assert any("games/s" in line for line in told)
    network = load(tmp_path / "network.npz")
    wins = 0.0
    for number in range(40):
        game = Game(Setup(2), seed=number)
        agents = [NeuralAgent(sims=0, seed=1, network=network), RandomAgent(seed=number)]
        seats = agents if number % 2 == 0 else agents[::-1]
        while not game.is_over:
            game.play(seats[game.player].choose(game.view(game.player), game.legal_actions))
        wins += (number % 2 in game.winners) / len(game.winners)
    assert wins >= 32
