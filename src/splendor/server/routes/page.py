"""The page, as the build has put it beside the package; without one, a few lines that say what the server offers."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.file_system import BaseLocalFileSystem
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.static_files import create_static_files_router
from litestar.types import PathType
from litestar.types.file_types import FileInfo

PLACE = "splendor_web"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Splendor</title>
<body style="font-family: system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; line-height: 1.5">
<h1>Splendor</h1>
<p>This server keeps matches of Splendor for people and bots. It was installed without its page; programs can play:</p>
<ul>
<li><a href="/schema/openapi.json">what it offers</a>, as OpenAPI</li>
<li><a href="/api/lobby">the lobby</a></li>
<li><a href="/api/catalogue">cards, tiles and set-ups</a></li>
<li><a href="/api/socket-schema">the messages of the live connection</a></li>
</ul>
<p>In the terminal: <code>splendor play --text</code></p>
"""

# The page loads its own files and talks to its own server, nothing else; nobody shows it inside a page of theirs.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
# Only the page's own files, which hold no secret: compressed messages could give one away by their length.
SMALLER = DefineMiddleware(CompressionMiddleware, config=CompressionConfig(backend="gzip", gzip_compress_level=6))
FOR_EVER = CacheControlHeader(public=True, max_age=365 * 86400, immutable=True)  # a changed file has another name
ASK_AGAIN = CacheControlHeader(no_cache=True)


class Files(BaseLocalFileSystem):
    """The files there are; what cannot be the name of one is the name of none."""

    async def info(self, path: PathType, **named: Any) -> FileInfo:
        """What is known of a file. A name may be too long, hold a NUL, or go on behind a file as behind a folder."""
        try:
            return await super().info(path, **named)
        except (OSError, ValueError) as error:
            raise FileNotFoundError from error


def built_page() -> Path | None:
    """The folder with the built page."""
    found = find_spec(PLACE)
    folders = list(found.submodule_search_locations or ()) if found is not None else []
    return next((Path(folder) for folder in folders if Path(folder, "index.html").is_file()), None)


def page_routes() -> list[Router | HTTPRouteHandler]:
    """What answers at the root."""
    folder = built_page()
    if folder is None:
        return [not_built]
    return [
        create_static_files_router(
            "/assets",
            [folder / "assets"],
            Files(),
            name="assets",
            after_request=_with_headers,
            cache_control=FOR_EVER,
            middleware=[SMALLER],
        ),
        create_static_files_router(
            "/",
            [folder],
            Files(),
            name="page",
            html_mode=True,
            after_request=_with_headers,
            cache_control=ASK_AGAIN,
            middleware=[SMALLER],
        ),
    ]


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def not_built() -> str:
    """What there is without the page."""
    return NOT_BUILT


def _with_headers(response: Response[Any]) -> Response[Any]:
    response.headers.update(HEADERS)
    return response
