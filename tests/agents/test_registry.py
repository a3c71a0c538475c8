"""Agents by spec: what can be asked for, and what is refused with which words."""

import pytest

from splendor import Game, SplendorError
from splendor.agents import Agent, Description, Explains, UnknownAgent, agents, make, register


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "random:seed=3",
        "greedy",
        "greedy:style=nobles",
        "greedy:noise=0.5,seed=1",
        "greedy:style=rush,noise=2",
        "cmd:./mybot --level 3 --colours a:b,c=(d)",
        "cmd(limit=2.5,start=5,seed=7):./mybot",
    ],
)
def test_the_name_makes_the_same_agent_again(spec: str) -> None:
    agent = make(spec)
    assert isinstance(agent, Agent)
    assert agent.name == spec
    assert make(agent.name).name == spec


@pytest.mark.parametrize("spec", [" Greedy : style = nobles , ", "greedy:style=nobles"])
def test_spaces_and_case_do_not_matter(spec: str) -> None:
    assert make(spec).name == "greedy:style=nobles"


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("gready", "there is no agent 'gready'; known are random"),
        ("", "there is no agent ''"),
        ("greedy:speed=3", "greedy has no option 'speed=3'; write 'greedy:style=…,noise=…,seed=…'"),
        ("greedy:nobles", "greedy has no option 'nobles'"),
        ("greedy:style=wild", "style='wild' is not possible: styles are balanced, nobles, "),
        ("greedy:noise=much", "noise='much' is not possible: noise is a number from 0 to 100"),
        ("greedy:noise=-1", "noise is a number"),
        ("greedy:noise=nan", "noise is a number"),
        ("random:seed=-1", "a seed is a whole number from 0 to 2**63 - 1"),
        ("random:seed=9223372036854775808", "a seed is a whole number"),
        ("random:seed=²", "a seed is a whole number"),
        ("random:seed=1,seed=2", "seed is given twice"),
        ("random:style=nobles", "random has no option 'style=nobles'; write 'random:seed=…' with any of: seed"),
        ("cmd", "cmd needs its command; write 'cmd(limit=…,start=…,seed=…):COMMAND'"),
        ("cmd: ", "cmd needs its command"),
        ("cmd(limit=2:./mybot", "cmd needs its command"),
        ("cmd(limit=0):./mybot", "limit='0' is not possible: a time is a number of seconds above 0"),
        ("cmd(limit=soon):./mybot", "a time is a number of seconds"),
        ("cmd(level=2):./mybot", "cmd has no option 'level=2'"),
        ("greedy(style=nobles)", "there is no agent 'greedy(style=nobles)'"),
    ],
)
def test_what_is_refused(spec: str, complaint: str) -> None:
    with pytest.raises(UnknownAgent) as refusal:
        make(spec)
    assert complaint in str(refusal.value)


def test_a_spec_is_a_text() -> None:
    with pytest.raises(UnknownAgent, match="'greedy'"):
        make(None)  # type: ignore[arg-type]


def test_the_list_describes_every_agent() -> None:
    listed = {description.name: description for description in agents()}
    assert list(listed)[:2] == ["random", "greedy"]
    for description in listed.values():
        assert description.summary
        assert description.usage.startswith(description.name)
        assert all(parameter.description for parameter in description.parameters)
        spec = f"{description.name}:./mybot" if description.text else description.name
        assert make(spec).name.startswith(description.name)
    style = next(parameter for parameter in listed["greedy"].parameters if parameter.name == "style")
    assert "nobles" in style.description


def test_options_left_open_can_be_given_from_outside() -> None:
    assert make("random", seed=3, limit=1.0).name == "random:seed=3"
    assert make("random:seed=4", seed=3).name == "random:seed=4"
    assert make("cmd:./mybot", limit=1.0).name == "cmd(limit=1):./mybot"


def test_a_name_is_given_once() -> None:
    with pytest.raises(SplendorError, match="already an agent 'random'"):
        register(agents()[0])


@pytest.mark.parametrize("name", ["", "MyBot", "my bot", "my:bot", "1st"])
def test_a_name_can_be_typed_in_a_spec(name: str) -> None:
    with pytest.raises(SplendorError, match="is no name for an agent: expected small letters"):
        register(Description(name, "", (), lambda: make("random")))


def test_an_agent_without_options() -> None:
    register(Description("first-of-all", "takes the first legal action", (), lambda: make("random:seed=0")))
    try:
        assert agents()[-1].usage == "first-of-all"
        with pytest.raises(UnknownAgent, match="write 'first-of-all' alone: it has no options"):
            make("first-of-all:seed=1")
    finally:
        from splendor.agents import registry

        del registry._KNOWN["first-of-all"]


def test_who_explains() -> None:
    assert isinstance(make("greedy"), Explains)
    assert not isinstance(make("random"), Explains)


def test_random_repeats_with_its_seed_and_tries_everything() -> None:
    game = Game(seed=1)
    view, legal = game.view(0), game.legal_actions
    answers = [make("random:seed=5").choose(view, legal) for _ in range(3)]
    assert len(set(answers)) == 1
    agent = make("random:seed=5")
    chosen = [agent.choose(view, legal) for _ in range(1000)]
    assert chosen[0] == answers[0]
    assert set(chosen) == set(legal)
    most = max(chosen.count(action) for action in legal)
    assert most < 3 * 1000 / len(legal)
    assert len({make("random").choose(view, legal) for _ in range(50)}) > 1
