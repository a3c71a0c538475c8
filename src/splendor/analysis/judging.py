"""Judging one decision: what it leads to, compared with what else could have been done.

An agent says which actions are worth a thought. Each of them, and the action played, is then tried in the same few
*worlds*, games that the deciding seat cannot tell from the true one; in each world the turn is brought to its end, and
the agent estimates the winning chances there, from the view of whoever decides next. So all values are measured in one
way, in the same worlds, and nothing depends on hidden cards. The same view and the same agent give the same result.
"""

from dataclasses import dataclass
from functools import cache

from splendor.action import Action
from splendor.agents import Agent, Explains, Explanation, make
from splendor.analysis.deeds import Deed, deed_of
from splendor.analysis.reasons import SHOWN, Reason, reasons
from splendor.errors import IllegalAction, SplendorError
from splendor.game import Game, View, as_action
from splendor.position import Position
from splendor.rules.actions import Phase
from splendor.table.things import Card

DEFAULT_AGENT = "neural:sims=40,seed=1"
WORLDS = 6
ALTERNATIVES = 3
CONSIDERED = 4  # actions of the agent that are tried in the worlds
LINE = 6  # actions of an expected line


@dataclass(frozen=True, slots=True)
class LineStep:
    """One action that an agent expects, and whose."""

    seat: int
    deed: Deed


@dataclass(frozen=True, slots=True)
class Option:
    """An action, the winning chance of the deciding seat after it, why, and how the game might go on."""

    action: Action
    deed: Deed
    value: float
    reasons: tuple[Reason, ...]
    line: tuple[LineStep, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision: who made it, how everybody stood, the best actions and the one played."""

    seat: int
    chances: tuple[float, ...]
    """Winning chances of all seats before the decision, from the deciding seat's view."""
    options: tuple[Option, ...]
    """The best actions found, best first, at most three."""
    played: Option | None
    loss: float
    """Winning chance that the played action gives away; never below 0."""

    @property
    def lead(self) -> float:
        """How much better the best action is than the next one."""
        return self.options[0].value - self.options[1].value if len(self.options) > 1 else 0.0


def explaining(spec: str) -> Explains:
    """The agent of a spec, if it can say why."""
    agent = make(spec)
    if not isinstance(agent, Explains):
        raise SplendorError(
            f"{agent.name} cannot say why it chooses; analyse with greedy, mcts or neural, {DEFAULT_AGENT!r}."
        )
    return agent


def judge(view: View, agent: Explains, played: "Action | int | str | None" = None) -> Judgement:
    """Judge the decision that a view asks for, and the action that was played there, if any."""
    legal = view.legal_actions
    if not len(legal):
        raise SplendorError("there is nothing to decide in this view: the game is over, or another seat decides.")
    chosen = None if played is None else as_action(played)
    if chosen is not None and chosen not in legal:
        raise IllegalAction(f"'{chosen}' is not legal here: it cannot have been played.")
    first = agent.explain(view, legal)
    chances = _chances(agent, first)
    targets = {option.action: option.target for option in first.options}
    actions = list(dict.fromkeys([option.action for option in first.options[:CONSIDERED]]))
    if chosen is not None and chosen not in actions:
        actions.append(chosen)
    worlds = _Worlds(view, agent)
    tried = [worlds.option(action, targets.get(action), chances) for action in actions]
    best = sorted(tried, key=lambda option: -option.value)[:ALTERNATIVES]
    own = next((option for option in tried if option.action == chosen), None)
    loss = max(0.0, best[0].value - own.value) if own else 0.0
    return Judgement(view.player, chances, tuple(best), own, loss)


def _chances(agent: Agent, told: Explanation) -> tuple[float, ...]:
    if told.chances is None:
        raise SplendorError(
            f"{agent.name} tells no winning chances; analyse with greedy, mcts or neural, {DEFAULT_AGENT!r}."
        )
    return told.chances


class _Worlds:
    """Games that the deciding seat cannot tell from the true one, and what actions lead to in them."""

    def __init__(self, view: View, agent: Explains) -> None:
        self.view, self.agent, self.seat = view, agent, view.player
        self.alone = len(view.legal_actions) == 1
        self.known = _known(view)

    def option(self, action: Action, target: int | None, chances: tuple[float, ...]) -> Option:
        """What an action is worth."""
        deed = deed_of(self.view, action)
        if self.alone:  # nothing to compare it with
            return Option(action, deed, chances[self.seat], (), ())
        ends = [turn_ended(self.view, action, number) for number in range(WORLDS)]
        judged = [self._value(game) for game in ends]
        value = sum(value for value, _ in judged) / WORLDS
        return Option(action, deed, value, self._reasons(ends[0], target), self._line(ends[0], judged[0][1]))

    def _value(self, game: Game) -> tuple[float, Explanation | None]:
        """The winning chance of the seat, and what the agent would do next."""
        if game.is_over:
            share = 1 / len(game.winners) if self.seat in game.winners else 0.0
            return share, None
        view = game.view(game.player)
        told = self.agent.explain(view, view.legal_actions)
        return _chances(self.agent, told)[self.seat], told

    def _line(self, game: Game, reply: Explanation | None) -> tuple[LineStep, ...]:
        """How the agent goes on, as far as it is about cards the seat can see; payments are left out."""
        if reply is None:
            return ()
        game = game.copy()
        expected = reply.line if len(reply.line) > 1 else (reply.action,)
        steps: list[LineStep] = []
        for action in expected:
            if game.is_over or action not in game.legal_actions or len(steps) == LINE:
                break
            deed = deed_of(game, action)
            if str(deed.values.get("card", next(iter(self.known), ""))) not in self.known:
                break
            if game.phase is not Phase.PAY:
                steps.append(LineStep(game.player, deed))
            game.play(action)
        return tuple(steps)

    def _reasons(self, after: Game, target: int | None) -> tuple[Reason, ...]:
        found = reasons(self.view, after, self.seat, target)
        good = [reason for reason in found if reason.good][:SHOWN]
        bad = [reason for reason in found if not reason.good][:SHOWN]
        return (*good, *bad)


def turn_ended(view: View, action: Action, world: int = 0) -> Game:
    """The end of the turn that an action belongs to, in one world; what else is asked, the greedy agent decides.

    A turn is judged when it is over: with eleven tokens in hand everything looks better than it is.
    """
    game = view.determinise(seed=world)
    game.play(action)
    agent = _quick()
    while not game.is_over and game.player == view.player and game.phase is not Phase.ACTION:
        seen = game.view(game.player)
        game.play(agent.choose(seen, seen.legal_actions))
    return game


@cache
def _quick() -> Agent:
    return make("greedy")


def _known(view: Position) -> frozenset[str]:
    """The names of all cards a view shows."""
    shown = [card for card in view.market.values() if card]
    hands = [card for player in view.players for card in player.hand if isinstance(card, Card)]
    owned = [card for player in view.players for card in player.tableau]
    return frozenset(card.name for card in [*shown, *hands, *owned, *_drawn(view)])


def _drawn(view: Position) -> list[Card]:
    return [card for card in view.drawn if isinstance(card, Card)]
