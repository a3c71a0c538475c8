"""An agent of your own, registered under a name: every spec of this program can then name it. Here it meets greedy.

A package makes it known to `splendor arena` and all other commands: see docs/design/agents.md.
"""

import argparse

from splendor import Action, Game, Setup, View
from splendor.agents import Agent, Description, make, register
from splendor.game import LegalActions


class Hoarder:
    """Purchases what brings most prestige; otherwise takes the tokens it has fewest of."""

    name = "hoarder"

    def choose(self, view: View, legal: LegalActions) -> Action:
        """One of the legal actions, from what its seat may see."""
        return max(legal, key=lambda action: self.worth(view, action))

    def worth(self, view: View, action: Action) -> int:
        """The larger the better. An action says what it names; what lies there is found in the view."""
        if action.kind == "purchase":
            card = view.market[action.slot]
            return 100 + 10 * card.prestige + card.level
        if action.kind == "purchase_hand":
            return 105
        if action.kind in ("take_different", "take_same"):
            mine = view.players[view.player].tokens
            return sum(number * (5 - mine.get(colour, 0)) for colour, number in action.tokens.items())
        return 0


register(Description("hoarder", "purchases prestige, hoards tokens", (), Hoarder))


def play(agents: list[Agent], setup: Setup, seed: int) -> frozenset[int]:
    """One game; the seats that won."""
    game = Game(setup, seed=seed)
    while not game.is_over:
        game.play(agents[game.player].choose(game.view(game.player), game.legal_actions))
    return game.winners


def main() -> None:
    """Pairs of games on the same deal, with the seats exchanged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--against", default="greedy")
    options = parser.parse_args()
    won = 0.0
    for number in range(options.games):
        seat = number % 2
        agents = [make("hoarder"), make(options.against)][:: -1 if seat else 1]
        winners = play(agents, Setup(players=2), seed=number // 2)
        won += (seat in winners) / len(winners)
    print(f"hoarder won {won:g} of {options.games} games against {options.against}")


if __name__ == "__main__":
    main()
