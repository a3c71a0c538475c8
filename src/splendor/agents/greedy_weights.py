"""What the greedy agent cares about: one number each, all in prestige points; a style is a set of changes."""

from typing import Any

import numpy as np

from splendor.agents.greedy_core.work import one_record

# name, value in the balanced style, meaning
_WEIGHTS = (
    ("prestige", 1.0, "a prestige point"),
    ("race", 0.545, "how much more a point counts at the end than at the start"),
    ("win", 1.536, "reaching the goal"),
    ("engine", 4.948, "a bonus, by what it saves on an average card"),
    ("demand", 0.256, "a token that a bonus saves on a card in the market"),
    ("hand_demand", 0.099, "the same on a card in hand"),
    ("fade", 1.487, "how fast bonuses lose worth as the end comes near"),
    ("ready", 0.406, "a card one could purchase next turn, as a share of its worth"),
    ("patience", 0.799, "what is left of that share with every turn still needed"),
    ("hurry", 0.136, "how much less at the end"),
    ("short", 0.09, "what a missing token takes off the share"),
    ("second", 0.664, "how much the next best target counts beside the best"),
    ("risk", 0.107, "share of a target lost when an opponent could purchase it first"),
    ("token", 0.357, "any token"),
    ("gold", 0.21, "a gold token more than a gem"),
    ("virtual_gold", 0.85, "a virtual-gold card"),
    ("double_bonus", 0.8, "the second bonus of a double card, compared with the first"),
    ("free_card", 1.3, "a free card, compared with one to be paid"),
    ("sacrifice", 1.8, "the bonuses sacrificed, in bonuses gained"),
    ("hand", 0.195, "the place a reserved card takes"),
    ("full_hand", 0.235, "having no place left"),
    ("blind_1", 0.022, "an unseen card of level 1 in hand"),
    ("blind_2", 0.155, "… of level 2"),
    ("blind_3", 0.03, "… of level 3"),
    ("noble", 0.636, "a noble, as a share of its prestige, before it comes"),
    ("noble_step", 0.792, "what is left of it with every card missing"),
    ("noble_rival", 0.729, "what is left of it when an opponent is nearer"),
    ("post", 1.0, "the worth of a trading post's power"),
    ("token_power", 8.5, "the power to take a token after a purchase, early in the game"),
    ("draw_power", 0.6, "… to draw two cards and keep one"),
    ("third_power", 0.7, "… to take a third token after a pair"),
    ("gold_power", 1.1, "… to pay two tokens with one gold"),
    ("prestige_power", 2.2, "… of prestige for every post, beside that prestige"),
    ("post_step", 0.45, "what is left of it with every card missing"),
    ("city", 16.0, "a city"),
    ("city_step", 0.92, "what is left of it with every card missing"),
    ("city_prestige", 0.4, "cards missing for a missing point of a city"),
    ("city_fade", 0.9, "how fast bonuses lose worth as a city comes near"),
    ("opponent", 1.074, "an opponent's worth, divided among them"),
    ("threat", 2.383, "an opponent who can end the game next turn"),
    ("finish", 0.797, "being able to end the game next turn"),
    ("blocked", 0.25, "share of a target left under an opponent's stronghold"),
    ("guard", 0.45, "an own stronghold on a card, as a share of what the card contributes"),
    ("conquest", 0.3, "three of them on a card that can be paid, as a share of its worth"),
)

WEIGHTS = np.dtype([(name, "f8") for name, _, _ in _WEIGHTS])
MEANINGS = {name: meaning for name, _, meaning in _WEIGHTS}

BALANCED = "balanced"
# style: what it does, and the weights that differ from the balanced ones
STYLES: dict[str, tuple[str, dict[str, float]]] = {
    BALANCED: ("a bit of everything; the strongest", {}),
    "nobles": ("collects the cards that nobles ask for", {"noble": 1.1, "noble_step": 0.88}),
    "rush": ("goes for cards with prestige, soon and few", {"prestige": 2.2}),
    "engine": ("builds many bonuses first", {"engine": 6.0, "demand": 0.3, "fade": 1.25, "prestige": 0.8}),
    "spoiler": ("watches the opponents and takes what they want", {"opponent": 2.4, "threat": 5.0}),
    "reserver": ("likes gold and a full hand", {"hand": 0.05, "full_hand": 0.0, "gold": 0.5, "hand_demand": 0.2}),
}


def weights(style: str = BALANCED, **changes: float) -> Any:
    """The weights of a style, as an array of one record."""
    vector = one_record(WEIGHTS)
    values = {name: value for name, value, _ in _WEIGHTS} | STYLES[style][1] | changes
    for name, value in values.items():
        vector[name] = value
    return vector
