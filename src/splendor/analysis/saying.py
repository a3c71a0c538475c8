"""Sentences: what an analysis found, in words of a language. The words live in words/*.json; the page reads them too.

A text has places, `{card}`, and forms that a number chooses, `{n:turn|turns}`. What stands in a place depends on its
name: a card, a noble and so on by name, a player by seat, tokens as amounts.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from splendor.analysis.deeds import Deed
from splendor.analysis.reasons import Reason
from splendor.errors import SplendorError
from splendor.position import SEAT_LETTERS
from splendor.table.catalogue import COLOURS
from splendor.table.things import CARD_BY_NAME, Amounts

LANGUAGES = ("en", "fr", "nl")
PLACE = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}")


@cache
def texts(language: str) -> Mapping[str, str]:
    """The words of a language, by key."""
    if language not in LANGUAGES:
        raise SplendorError(f"there are no words in {language!r}; choose one of {', '.join(LANGUAGES)}.")
    words: dict[str, str] = json.loads(files("splendor.analysis").joinpath(f"words/{language}.json").read_text("utf-8"))
    return words


class Words:
    """A language, and the names of the players at the table.

    >>> Words("en", ["Ada", "Bob"]).reason(Reason("denies_now", {"player": 1, "card": "90"}))
    'Bob could have purchased the onyx card for 5 prestige at once.'
    >>> Words("fr").reason(Reason("nearer", {"n": 1, "card": "1"}))
    'Gagne 1 tour vers la carte diamant de niveau 1.'
    """

    def __init__(self, language: str = "en", names: Sequence[str] = ()) -> None:
        self.language = language
        self._texts = texts(language)
        self._names = names

    def reason(self, reason: Reason) -> str:
        """A reason as a sentence."""
        sentence = self.say(f"reason.{reason.code}", **reason.values)
        return sentence[:1].upper() + sentence[1:]

    def deed(self, deed: Deed) -> str:
        """An action as the rest of a sentence: `purchase the ruby card for 2 prestige`."""
        return self.say(f"action.{deed.kind}", **deed.values)

    def say(self, key: str, /, **values: Any) -> str:
        """A text with its places filled."""

        def filled(place: re.Match[str]) -> str:
            name, one, many = place.groups()
            if one is None:
                return self._shown(name, values[name])
            return one if self._is_one(values[name]) else many or ""

        return PLACE.sub(filled, self._texts[key])

    def name(self, seat: int) -> str:
        """A player's name, or the letter of their seat."""
        return self._names[seat] if seat < len(self._names) else self.say("player", letter=SEAT_LETTERS[seat])

    def _is_one(self, number: int) -> bool:
        """French counts nothing as one."""
        return number in ((0, 1) if self.language == "fr" else (1,))

    def _shown(self, name: str, value: Any) -> str:
        match name:
            case "card":
                return self._card(value)
            case "gem":
                return self._texts[f"gem.{value}"]
            case "tokens":
                return self._tokens(value)
            case "post":
                return self._texts[f"power.{value}"]
            case "noble":
                return self._texts.get(f"noble.{value}", str(value))
            case "city":
                return str(value).removesuffix(" A").removesuffix(" B")
            case "player":
                return self.name(value)
            case _:
                return str(value)

    def _card(self, name: str) -> str:
        """A card as people tell it from others: by colour and prestige."""
        card = CARD_BY_NAME.get(name)
        if card is None:
            return self._texts["card.unknown"]
        if card.colour is None:
            return self.say("card.special", level=card.level)
        key = "card.prestige" if card.prestige else "card.plain"
        return self.say(key, gem=card.colour, n=card.prestige, level=card.level)

    def _tokens(self, tokens: Amounts) -> str:
        parts = [self.say(f"gems.{colour}", n=tokens[colour]) for colour in COLOURS if tokens.get(colour)]
        return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {self._texts['and']} {parts[-1]}"
