"""The application: routes, refusals, limits and logs put together."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from litestar import Litestar, MediaType, Request, Response, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.types import Message, Scope

from splendor.errors import SplendorError
from splendor.server import wire
from splendor.server.bots import Thinker
from splendor.server.describing import Described, Readable
from splendor.server.limits import TooFast
from splendor.server.reviewing import Reviews
from splendor.server.routes import all_routes
from splendor.server.routes.asking import NOT_THE_MESSAGE, STATUS, JsonRequest, address
from splendor.server.service import Config, Service, running
from splendor.server.wire import Refusal, Refused

log = logging.getLogger("splendor.server")

LARGEST_BODY = 16_384
UNAVAILABLE_WAIT = 1  # second, after which the server may be able to do it

TAGS = [
    Tag("matches", "Make, join, watch and play matches."),
    Tag("reviews", "Look back at games that are over, and at records: step by step, and how good each decision was."),
    Tag("rules", "What is printed on cards and tiles, and what messages look like."),
    Tag("accounts", "A name of one's own, with a rating; nobody needs one."),
    Tag("programs", "Streams of JSON lines and tokens, for bots."),
    Tag("operators", "How the server is."),
]


class Server(Litestar):
    """The application; HEAD is answered as GET, and what carries the answer leaves the message out."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request, or the whole life of the server. A stream has no end, and so no HEAD."""
        if scope["type"] == "http" and scope["method"] == "HEAD" and _has_an_end(scope["path"]):
            scope = {**scope, "method": "GET"}
        await super().__call__(scope, receive, send)


def _has_an_end(path: str) -> bool:
    return not path.endswith("/stream")


def create_app(config: Config, thinker: Thinker | None = None) -> Litestar:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with running(config, thinker) as service:
            app.state.service = service
            app.state.reviews = Reviews(service.host.thinker)
            yield

    return Server(
        route_handlers=all_routes(),
        lifespan=[lifespan],
        dependencies={
            "service": Provide(_service, sync_to_thread=False),
            "reviews": Provide(_reviews, sync_to_thread=False),
        },
        request_class=JsonRequest,
        exception_handlers=HANDLERS,
        before_request=_limit,
        before_send=[_count, _allow_head],
        request_max_body_size=LARGEST_BODY,
        openapi_config=_openapi(),
        logging_config=None,
        debug=False,
        signature_types=[Service, Reviews],
    )


def _service(state: State) -> Service:
    service: Service = state.service
    return service


def _reviews(state: State) -> Reviews:
    reviews: Reviews = state.reviews
    return reviews


async def _limit(request: Request[Any, Any, Any]) -> None:
    if request.url.path.startswith("/api/"):
        service: Service = request.app.state.service
        service.check("request", address(request))
        await service.loaded.wait()


async def _count(message: Message, scope: Scope) -> None:
    """Count every answer, by its status."""
    if message["type"] == "http.response.start":
        service: Service = scope["litestar_app"].state.service
        service.figures.answers.labels(message["status"]).inc()


async def _allow_head(message: Message, scope: Scope) -> None:
    """Where GET is allowed HEAD is too, see `Server`."""
    if message["type"] == "http.response.start" and _has_an_end(scope["path"]):
        message["headers"] = [
            (name, value + b", HEAD")
            if name == b"allow" and b"GET" in value and b"HEAD" not in value
            else (name, value)
            for name, value in message["headers"]
        ]


# --- refusals -----------------------------------------------------------------------------------------------------
def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[wire.Refusing]:
    return _refusing(request, error, STATUS[error.refusal])


def _refusing(
    request: Request[Any, Any, Any], error: Refused, status: int, headers: dict[str, str] | None = None
) -> Response[wire.Refusing]:
    """A refusal as an answer; whoever was too fast, or came at a bad time, is told when to come back."""
    service: Service = request.app.state.service
    service.figures.refusals.labels(error.refusal).inc()
    wait = error.wait if isinstance(error, TooFast) else UNAVAILABLE_WAIT if status == 503 else None
    if wait is not None:
        headers = {**(headers or {}), "Retry-After": str(wait)}
    return Response(wire.refusing(error), status_code=status, media_type=MediaType.JSON, headers=headers)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[wire.Refusing]:
    """What the framework refuses: an unknown address, a wrong method, a value in the address that is none."""
    refusal = Refusal.UNREADABLE if error.status_code < 500 else Refusal.UNAVAILABLE
    reason, detail = NOT_THE_MESSAGE.get(error.status_code), _detail(request, error)
    return _refusing(request, Refused(refusal, reason=reason, detail=detail), error.status_code, error.headers)


def _detail(request: Request[Any, Any, Any], error: HTTPException) -> str | None:
    """Which values of an address are wrong, and what was expected."""
    if not isinstance(error, ValidationException) or not isinstance(error.extra, list):
        return None
    known = request.route_handler.parsed_fn_signature.parameters
    said = []
    for one in error.extra:
        name = one.get("key", "")
        if name == "data":
            return "the message is missing."
        kind = known[name].annotation if name in known else None
        said.append(wire.complaint(one["message"], kind).replace("the message", name or "the address", 1))
    return " ".join(said) or None


def _unavailable(request: Request[Any, Any, Any], error: SplendorError) -> Response[wire.Refusing]:
    """The database or a bot's worker did not do what was asked."""
    log.warning("a request could not be carried out", extra={"reason": type(error).__name__})
    return _refusing(request, Refused(Refusal.UNAVAILABLE), 503)


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[wire.Refusing]:
    """A fault of ours: its kind goes to the log, the client learns nothing but that it failed."""
    log.error("a request failed", exc_info=error, extra={"method": request.method})
    return _refusing(request, Refused(Refusal.UNAVAILABLE), 500)


HANDLERS: Any = {
    Refused: _refused,
    SplendorError: _unavailable,
    HTTPException: _http_error,
    Exception: _failed,
}


def _openapi() -> OpenAPIConfig:
    bearer = SecurityScheme(
        type="http", scheme="bearer", description="The token of a seat, or one that acts for an account."
    )
    return OpenAPIConfig(
        title="Splendor",
        version=version("splendor"),
        description="Matches of Splendor for people and bots. docs/server-api.md explains the messages.",
        tags=TAGS,
        use_handler_docstrings=True,
        components=Components(security_schemes={"token": bearer}),
        render_plugins=[Readable(), Described()],
        path="/schema",
        openapi_router=Router("/schema", route_handlers=[], after_request=_refused_here, include_in_schema=False),
    )


def _refused_here(response: Response[Any]) -> Response[Any]:
    """Beside the descriptions Litestar has a page of its own for what is not there; we refuse it as everywhere."""
    if response.status_code == 404:
        raise NotFoundException
    return response
