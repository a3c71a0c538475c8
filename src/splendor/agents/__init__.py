"""Agents: programs that choose actions. They see views only, never the true state of a game.

>>> from splendor import Game, Setup
>>> from splendor.agents import make
>>> game, agent = Game(Setup(2), seed=1), make("random:seed=3")
>>> agent.choose(game.view(0), game.legal_actions) in game.legal_actions
True
"""

from splendor.agents.protocol import Agent, Explains, Explanation, Follows, GetsReady, Option
from splendor.agents.registry import Description, Parameter, UnknownAgent, agents, make, register

__all__ = [
    "Agent",
    "Description",
    "Explains",
    "Explanation",
    "Follows",
    "GetsReady",
    "Option",
    "Parameter",
    "UnknownAgent",
    "agents",
    "make",
    "register",
]
