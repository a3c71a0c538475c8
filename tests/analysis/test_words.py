"""The words: the same keys and places in every language, a sentence for everything that can be found."""

import re
from collections.abc import Mapping

import pytest

from splendor import Setup
from splendor.action import ACTION_BLOCKS
from splendor.analysis import LANGUAGES, REASONS, Deed, Reason, Words, analyse, explaining
from splendor.analysis.deeds import deed_of
from splendor.analysis.saying import PLACE, texts
from splendor.errors import SplendorError
from splendor.table.catalogue import COLOURS, Power
from tests.analysis.positions import played

VALUES = {"card": "80", "gem": "red", "tokens": {"red": 2, "gold": 1}, "post": "five_prestige", "city": "Madrid A",
          "n": 2, "player": 0, "noble": "Mary Stuart", "level": 2}  # fmt: skip
KINDS = {"take", "pay_gold"} | {block.kind for block in ACTION_BLOCKS} - {"take_different", "take_same"}


def places(text: str) -> set[str]:
    return {found[1] for found in PLACE.finditer(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_and_no_other(language: str) -> None:
    assert set(texts(language)) == set(texts("en"))
    assert all(text.strip() for text in texts(language).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_the_same_places_in_every_language(language: str) -> None:
    english = texts("en")
    # a number may be left to its form, or a form to its number
    different = [key for key, text in texts(language).items() if places(text) != places(english[key])]
    assert different == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_with_exactly_its_places(language: str) -> None:
    words = texts(language)
    told = {key.removeprefix("reason.") for key in words if key.startswith("reason.")}
    assert told == set(REASONS)
    for code, reason in REASONS.items():
        assert places(words[f"reason.{code}"]) == set(reason.places.split()), code
        sentence = Words(language, ["Ada"]).reason(Reason(code, VALUES))
        assert sentence.endswith("."), code
        assert not re.search(r"[{}|]|None|  ", sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_action_has_words(language: str) -> None:
    words = texts(language)
    assert {key.removeprefix("action.") for key in words if key.startswith("action.")} == KINDS
    for kind in KINDS:
        assert not re.search(r"[{}|]", Words(language).deed(Deed(kind, VALUES)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_and_powers_have_names(language: str) -> None:
    words = texts(language)
    assert {f"gem.{colour}" for colour in COLOURS} | {f"gems.{colour}" for colour in COLOURS} <= set(words)
    assert {f"power.{power.name.lower()}" for power in Power} <= set(words)


def test_numbers_choose_their_form() -> None:
    def said(language: str, number: int) -> str:
        return Words(language).say("gems.white", n=number)

    assert [said("en", number) for number in (0, 1, 2)] == ["0 diamonds", "1 diamond", "2 diamonds"]
    assert [said("fr", number) for number in (0, 1, 2)] == ["0 diamant", "1 diamant", "2 diamants"]
    assert [said("nl", number) for number in (1, 2)] == ["1 diamant", "2 diamanten"]


def test_french_puts_no_common_space_before_high_punctuation() -> None:
    assert [key for key, text in texts("fr").items() if re.search(r" [:;!?»](?=\s|$)", text)] == []


def test_a_language_without_words_is_refused() -> None:
    with pytest.raises(SplendorError, match="en, fr, nl"):
        Words("de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", [Setup(2), Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025)], ids=str)
def test_whole_games_can_be_told(language: str, setup: Setup) -> None:
    record = played(setup, actions=40)
    found = analyse(record, explaining("greedy"))
    words = Words(language, record.names)
    for decision in found.decisions:
        for option in decision.judged.options:
            told = [
                words.deed(option.deed),
                *map(words.reason, option.reasons),
                *(words.deed(s.deed) for s in option.line),
            ]
            assert not [text for text in told if re.search(r"[{}|]|None|  ", text)]


def test_deeds_name_what_they_are_about() -> None:
    record = played(Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025))
    for game, move in zip(record.positions(), (m for turn in record.turns for m in turn.moves), strict=False):
        deed = deed_of(game, move.action)
        assert deed.kind in KINDS
        values: Mapping[str, object] = deed.values
        assert "" not in values.values(), deed
