"""`splendor play`: the server for whoever sits at this machine, and their browser opened on its page."""

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlencode

from splendor.agents.levels import LEVELS
from splendor.errors import SplendorError
from splendor.server.bots import LocalThinker, further
from splendor.server.connections import listen
from splendor.server.routes.page import built_page
from splendor.server.running import check_database, default_database, log_to_stderr, serve_at
from splendor.server.service import Config
from splendor.table.setup import MODULES, Setup

HERE = "127.0.0.1"
PORTS = range(8000, 8010)  # the same one every day, if possible: a browser keeps seats and settings by address
PERSON = "person"
LEVEL = "casual"  # whom one meets if one does not choose
COMPILED = LEVELS[LEVEL].spec
NOT_BUILT = "the page is not built here: `make setup` builds it; `splendor play --text` plays in the terminal."


def check_page() -> None:
    """The page has to be there."""
    if built_page() is None:
        raise SplendorError(NOT_BUILT)


def play(path: str, levels: dict[str, str], port: int | None, browse: bool) -> None:
    """Serve on this machine alone until ctrl-C, with SQLite in the user's data folder."""
    log_to_stderr(logging.WARNING)
    database = default_database()
    asyncio.run(check_database(database))
    with take_port(port) as listening:
        address = f"http://{HERE}:{listening.getsockname()[1]}/{path}"
        print(f"Splendor is at {address}\nctrl-C stops it; games go on when it is started again.", flush=True)
        if browse and has_screen():
            # Opened from a thread: some browsers return only when they are closed. The socket listens: the page waits.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        thinker = LocalThinker()
        thinker.get_ready(COMPILED)
        with suppress(KeyboardInterrupt):
            serve_at(listening, Config(database, levels=levels), thinker)
        print("\nStopped. Your games are kept.")


def take_port(wanted: int | None) -> socket.socket:
    """The port asked for; otherwise the first free one of a few, and any free one at last."""
    if wanted is not None:
        return listen(HERE, wanted)
    for port in PORTS:
        try:
            return listen(HERE, port)
        except SplendorError:
            continue
    return listen(HERE, 0)


def has_screen() -> bool:
    """Whether a browser has somewhere to appear; without a screen it would be one that takes over the terminal."""
    if sys.platform != "linux" or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def further_levels(bots: Sequence[str]) -> dict[str, str]:
    """Of the bots asked for, those that are no level of the page: it offers them by their spec."""
    return further([(spec, spec) for spec in dict.fromkeys(bots) if spec not in LEVELS and spec != PERSON])


def table_path(setup: Setup, bots: Sequence[str]) -> str:
    """The page on which a table of this kind is set; one click makes it.

    >>> table_path(Setup(3, orient=2025), ["club", "person"])
    '#/new?players=3&orient=2025&seat=club&seat=person'
    """
    values: list[tuple[str, object]] = [("players", setup.players)]
    values += [(name, getattr(setup, name)) for name in MODULES if getattr(setup, name) is not None]
    if setup.take_fewer != "short_supply_only":
        values.append(("take_fewer", setup.take_fewer))
    if setup.extra_nobles:
        values.append(("extra_nobles", 1))
    values += [("seat", bot) for bot in bots]
    return f"#/new?{urlencode(values)}"
