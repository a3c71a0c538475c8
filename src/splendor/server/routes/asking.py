"""What all routes share: who asks and from where, and how a refusal answers."""

from typing import Annotated, Any

from litestar import Request
from litestar.enums import RequestEncodingType
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import BodyKwarg, PathParameter

from splendor.server import wire
from splendor.server.addresses import household
from splendor.server.service import Service
from splendor.server.wire import Refusal, Refused

Asked = Request[Any, Any, Any]
MatchId = Annotated[str, PathParameter(max_length=40, description="The id of the match.")]

STATUS = {
    Refusal.UNREADABLE: 400,
    Refusal.BAD_LOGIN: 401,
    Refusal.BAD_SEAT: 403,
    Refusal.NOT_ALLOWED: 403,
    Refusal.UNKNOWN_MATCH: 404,
    Refusal.NOT_YOUR_TURN: 409,
    Refusal.STALE: 409,
    Refusal.ILLEGAL: 409,
    Refusal.OVER: 409,
    Refusal.NOT_NOW: 409,
    Refusal.NAME_TAKEN: 409,
    Refusal.TOO_FAST: 429,
    Refusal.UNAVAILABLE: 503,
}
REFUSALS = {
    code: ResponseSpec(
        wire.Refusing,
        description="Refused: " + ", ".join(name for name, one in STATUS.items() if one == code),
        generate_examples=False,
    )
    for code in sorted(set(STATUS.values()))
}


def body(**values: Any) -> BodyKwarg:
    """A JSON body with an example for readers of the schema."""
    return BodyKwarg(media_type=RequestEncodingType.JSON, examples=[Example(value=values)])


def bearer(request: Asked) -> str | None:
    """The token of a request, from its header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def address(request: Any) -> str:
    """Where a request comes from, as limits count it."""
    return household(request.client.host) if request.client else "unknown"


async def account_of(request: Asked, service: Service) -> str:
    """The account that asks; refused if there is none."""
    name = (await service.asking(bearer(request))).account
    if not name:
        raise Refused(Refusal.BAD_LOGIN)
    return name
