"""Whole games on the page against bots: by clicking in every module set, and with the keyboard alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from splendor.table.setup import Setup
from tests.web.conftest import DESKTOP, PHONE, SMALL, TABLET, Opener
from tests.web.playing import Clicker, Typist, set_table

ALL = "cities2025+posts2025+orient2025+strongholds2025"
QUICK = [
    (Setup(2), SMALL),
    (Setup(2, posts=2025, orient=2017, strongholds=2017), PHONE),
    (Setup.of_name(ALL, players=3), DESKTOP),
]
LONG = list(Setup.all())
SIZES = (SMALL, PHONE, TABLET, DESKTOP)


def named(setup: Setup) -> str:
    return f"{setup.players}-{setup.name}"


def whole_game(page: Page, setup: Setup, picture: Callable[[Page, str], None]) -> None:
    """From the first click to the result, with a picture on the way."""
    set_table(page, setup)
    clicker = Clicker(page, seed=setup.players)
    clicker.play(decisions=25)
    picture(page, "under-way")
    clicker.play()
    picture(page, "result")
    expect(page.locator("div.end .sum")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("setup", "size"), QUICK, ids=[named(setup) for setup, _ in QUICK])
def test_a_whole_game_by_clicking(
    open_page: Opener, setup: Setup, size: tuple[int, int], picture: Callable[[Page, str], None]
) -> None:
    whole_game(open_page(size), setup, picture)


@pytest.mark.long
@pytest.mark.parametrize("setup", LONG, ids=named)
def test_a_whole_game_in_every_set_up(open_page: Opener, setup: Setup, picture: Callable[[Page, str], None]) -> None:
    whole_game(open_page(SIZES[LONG.index(setup) % len(SIZES)]), setup, picture)


def test_a_whole_game_with_the_keyboard_alone(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    set_table(page, Setup(2, posts=2025, orient=2025, strongholds=2025))
    page.locator("body").press("Escape")
    Typist(page, seed=2).play()
