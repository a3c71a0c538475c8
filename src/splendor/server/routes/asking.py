"""What all routes share: who asks and from where, and how a refusal answers."""

from typing import Annotated, Any

from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from splendor.server import wire
from splendor.server.addresses import household
from splendor.server.service import Asking, Service
from splendor.server.wire import Refusal, Refused

Asked = Request[Any, Any, Any]
JSON = "application/json"
PLAIN = "identity"  # not compressed
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
# What the framework refuses for another reason than the message itself.
NOT_THE_MESSAGE = {
    404: "There is nothing at this address. /schema lists the addresses there are.",
    405: "This address does not take this method; the header Allow names those it takes, /schema what they do.",
    413: "The message is too large for this address. Send less at a time.",
}
TOKEN: list[dict[str, list[str]]] = [{"token": []}]  # a route that needs one
EITHER: list[dict[str, list[str]]] = [{}, *TOKEN]  # one that can be asked without, by an onlooker or a guest


def refusals(*own: Refusal) -> dict[int, ResponseSpec]:
    """How a route may refuse: in its own ways, and in those of all."""
    possible = {*own, Refusal.UNREADABLE, Refusal.TOO_FAST, Refusal.UNAVAILABLE}
    return {
        code: ResponseSpec(
            wire.Refusing,
            description="Refused: "
            + ", ".join(name for name, one in STATUS.items() if one == code and name in possible),
            generate_examples=False,
        )
        for code in sorted({STATUS[name] for name in possible})
    }


class JsonRequest(Asked):
    """A request whose body is a message: read as those of a socket are, in one step and strictly."""

    async def json(self) -> Any:
        """The message. A form on somebody else's page can send anything but this type, so anything else is refused."""
        if self.content_type[0] != JSON:
            raise Refused(Refusal.UNREADABLE, detail=f"the header Content-Type: expected {JSON}.")
        if self.headers.get("content-encoding", PLAIN) != PLAIN:
            raise Refused(Refusal.UNREADABLE, detail="the header Content-Encoding: send the message as it is.")
        field = self.route_handler.parsed_data_field
        return wire.read(await self.body(), field.annotation if field else Any)


def bearer(request: Asked) -> str | None:
    """The token of a request, from its header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def address(request: Any) -> str:
    """Where a request comes from, as limits count it."""
    return household(request.client.host) if request.client else "unknown"


async def account_of(request: Asked, service: Service) -> str:
    """The account that asks; refused if there is none."""
    return (await acting(request, service)).account


async def person_of(request: Asked, service: Service) -> str:
    """The account that asks, logged in: a program that was let in must not let others in, or shut them out."""
    asking = await acting(request, service)
    if asking.program:
        raise Refused(Refusal.NOT_ALLOWED, detail="a program's token neither makes nor takes back tokens; log in.")
    return asking.account


async def acting(request: Asked, service: Service) -> Asking:
    """Whoever acts for an account; refused if nobody does."""
    asking = await service.asking(bearer(request))
    if not asking.account:
        raise Refused(Refusal.BAD_LOGIN)
    return asking
