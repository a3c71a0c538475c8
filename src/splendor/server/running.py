"""Running a server or a worker from the command line."""

import asyncio
import json
import logging
import re
import socket
import sys
import time
from pathlib import Path
from typing import Any

import uvicorn
from platformdirs import user_data_path

from splendor.errors import SplendorError
from splendor.server import store
from splendor.server.addresses import place
from splendor.server.app import create_app
from splendor.server.bots import Thinker
from splendor.server.cluster import work
from splendor.server.connections import AT_ONCE, WAITING, Http, Sockets, listen, many_connections
from splendor.server.service import Config
from splendor.server.wire import FRAME

GRACE = 1  # second for requests under way when the server stops; the rest of the two is for what they wrote
KEEP = 75  # seconds for a connection between two requests; clients and nginx let go sooner, and meet no closed one
OWN = frozenset(vars(logging.makeLogRecord({}))) | {"color_message"}  # uvicorn's, for terminals


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    folder = user_data_path("splendor")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SplendorError(f"{folder} cannot be written: {error.strerror or error}.") from None
    return f"sqlite:///{folder / 'matches.db'}"


TRACEBACK = "Traceback (most recent call last)"


class JsonLines(logging.Formatter):
    """A log line as one JSON object: when, how bad, what, and the values that belong to it; never a token."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        values: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        if record.name == "asyncio":  # it goes on with what failed, in whose words ever
            values["what"] = re.split(r"[\n(]", values["what"])[0].strip()
        if TRACEBACK in values["what"]:  # uvicorn writes those of starting and stopping as a message
            values |= {"what": "an error of the server", "error": _kind(values["what"])}
        values |= {name: str(value) for name, value in vars(record).items() if name not in OWN and name != "message"}
        if record.exc_info and record.exc_info[0] is not None:
            values["error"] = record.exc_info[0].__name__
            values["where"] = _place(record.exc_info[2])
        return json.dumps(values, ensure_ascii=False)


def _kind(traceback: str) -> str:
    """The kind of the last error of a traceback in words; its text stays out, see `_place`."""
    kinds = re.findall(r"^[\s|]*([\w.]*(?:Error|Exception|Failed|Refused|Group))\b", traceback, re.MULTILINE)
    return kinds[-1] if kinds else "unknown"


def _place(traceback: Any) -> str:
    """File and line of an error; its text may hold what nobody should read, and stays out."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return "" if traceback is None else f"{Path(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno}"


def _names_nobody(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn's may be written: of every socket it would note who opened it."""
    return "WebSocket" not in str(record.msg)


def log_to_stderr(level: int = logging.INFO) -> None:
    """All logs as JSON lines on standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("uvicorn.access", "alembic", "httpx"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_names_nobody)
    logging.getLogger("saq").setLevel(logging.CRITICAL)  # of a job that fails it would log the view, cards and all


def serve(config: Config, host: str, port: int) -> None:
    """Serve until told to stop; port 0 takes a free one. The address is printed once it is taken."""
    log_to_stderr()
    many_connections()
    asyncio.run(check_database(config.database))
    with listen(host, port) as listening:
        print(f"http://{place(host, listening.getsockname()[1])}", flush=True)
        serve_at(listening, config)


async def check_database(address: str) -> None:
    """Open it once before anybody is served: what is wrong with it is said in one line, not in a traceback."""
    async with store.opened(address) as opened:
        await opened.run(store.ping)


def serve_at(listening: socket.socket, config: Config, thinker: Thinker | None = None) -> None:
    """Serve on a socket that listens already, until told to stop."""
    _Server(uvicorn_config(create_app(config, thinker))).run(sockets=[listening])


def uvicorn_config(app: Any) -> uvicorn.Config:
    """How uvicorn serves: no access log, which would hold addresses, and small frames."""
    return uvicorn.Config(
        app,
        http=Http,
        ws=Sockets,
        backlog=AT_ONCE,
        ws_per_message_deflate=False,  # 37 KiB for every connection; an update is 7 KiB without
        ws_max_size=FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=KEEP,
        timeout_graceful_shutdown=GRACE,
        log_config=None,
        access_log=False,
        server_header=False,
    )


class _Server(uvicorn.Server):
    """A server that says goodbye first: whoever listens is told to come back, and nobody has to be waited for."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve. The one number asyncio has for both is few connections at once; many more may wait."""
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(WAITING)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop when what was asked is answered."""
        app: Any = self.config.app
        app.state.service.close()
        await super().shutdown(sockets)


def serve_bots(redis: str, processes: int) -> None:
    """Think for servers until told to stop."""
    log_to_stderr()
    asyncio.run(work(redis, processes))
