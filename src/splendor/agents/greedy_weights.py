"""What the greedy agent cares about: one number each, all in prestige points; a style is a set of changes."""

from typing import Any

import numpy as np

# name, value in the balanced style, meaning
_WEIGHTS = (
    ("prestige", 1.0, "a prestige point"),
    ("race", 0.5, "how much more a point counts at the end than at the start"),
    ("engine", 1.0, "a bonus, by what it saves on an average card"),
    ("demand", 0.09, "a token that a bonus saves on a card in the market"),
    ("hand_demand", 0.15, "the same on a card in hand"),
    ("fade", 1.0, "how fast bonuses lose worth as the end comes near"),
    ("ready", 0.7, "a card one could purchase next turn, as a share of its worth"),
    ("patience", 0.8, "what is left of that share with every turn still needed"),
    ("short", 0.05, "what a missing token takes off the share"),
    ("second", 0.5, "how much the next best target counts beside the best"),
    ("risk", 0.25, "share of a target lost when an opponent could purchase it first"),
    ("token", 0.05, "any token"),
    ("gold", 0.25, "a gold token more than a gem"),
    ("virtual_gold", 0.5, "a virtual-gold card"),
    ("hand", 0.25, "the place a reserved card takes"),
    ("full_hand", 0.3, "having no place left"),
    ("blind_1", 0.05, "an unseen card of level 1 in hand"),
    ("blind_2", 0.1, "… of level 2"),
    ("blind_3", 0.1, "… of level 3"),
    ("noble", 0.8, "a noble, as a share of its prestige, before it comes"),
    ("noble_step", 0.7, "what is left of it with every card missing"),
    ("noble_rival", 0.6, "what is left of it when an opponent is nearer"),
    ("post", 1.0, "the worth of a trading post's power"),
    ("post_step", 0.65, "what is left of it with every card missing"),
    ("city", 10.0, "a city"),
    ("city_step", 0.9, "what is left of it with every card missing"),
    ("city_prestige", 0.5, "cards missing for a missing point of a city"),
    ("opponent", 0.4, "an opponent's worth, divided among them"),
    ("threat", 2.0, "an opponent who can end the game next turn"),
    ("finish", 1.0, "being able to end the game next turn"),
    ("blocked", 0.25, "share of a target left under an opponent's stronghold"),
    ("guard", 0.3, "an own stronghold on a card, as a share of what the card contributes"),
    ("conquest", 0.3, "three of them on a card that can be paid, as a share of its worth"),
)

WEIGHTS = np.dtype([(name, "f8") for name, _, _ in _WEIGHTS])
MEANINGS = {name: meaning for name, _, meaning in _WEIGHTS}

BALANCED = "balanced"
# style: what it does, and the weights that differ from the balanced ones
STYLES: dict[str, tuple[str, dict[str, float]]] = {
    BALANCED: ("a bit of everything, the strongest", {}),
    "nobles": ("collects the cards that nobles ask for", {"noble": 1.2, "noble_step": 0.85}),
    "rush": ("goes for prestige at once", {"engine": 0.5, "demand": 0.03, "race": 1.0}),
    "engine": ("builds many bonuses first", {"engine": 1.8, "demand": 0.1, "fade": 1.5}),
    "spoiler": ("watches the opponents and takes what they want", {"opponent": 1.0, "risk": 0.4, "threat": 4.0}),
}


def weights(style: str = BALANCED, **changes: float) -> Any:
    """The weights of a style, as an array of one record."""
    vector = np.zeros(1, dtype=np.dtype((np.record, WEIGHTS))).view(np.recarray)
    values = {name: value for name, value, _ in _WEIGHTS} | STYLES[style][1] | changes
    for name, value in values.items():
        vector[name] = value
    return vector
