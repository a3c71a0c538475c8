"""The doors: each route asks the host and answers with a message. docs/server-api.md describes them.

`matches`, `streams`, `accounts` and `reviews` are the routes by what they are about, `socket` is the live connection,
`operators` what is asked about the process, `page` the files of the page. `asking` and `playing` is what they share.
"""

from litestar import Router
from litestar.types import ControllerRouterHandler

from splendor.server.routes import accounts, matches, operators, reviews, streams
from splendor.server.routes.page import page_routes
from splendor.server.routes.socket import live_socket


def all_routes() -> list[ControllerRouterHandler]:
    """Everything that can be asked of a server."""
    parts = matches, streams, accounts, reviews
    api = Router("/api", route_handlers=[*(route for part in parts for route in part.ROUTES), live_socket])
    return [*page_routes(), api, *operators.ROUTES]
