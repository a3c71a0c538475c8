"""The routes: each asks the host and answers with a message. docs/server-api.md describes them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, delete, get, post
from litestar.enums import RequestEncodingType
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import BodyKwarg, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from splendor.foreign.packed import pack
from splendor.server import accounts, bots, store, telling, wire
from splendor.server.host import LOBBY
from splendor.server.limits import STREAMS
from splendor.server.live import Listener
from splendor.server.making import made_before, new_match
from splendor.server.match import Match, hashed, new_token, token_for
from splendor.server.service import HEARTBEAT, LOOK_AFTER, SHOWN, Running, Service
from splendor.server.sockets import carry_out, heard
from splendor.server.store import Conflict
from splendor.server.wire import Refusal, Refused

Asked = Request[Any, Any, Any]
MatchId = Annotated[str, PathParameter(max_length=40, description="The id of the match.")]
TokenName = Annotated[str, PathParameter(max_length=100, description="The name of the token.")]
Since = Annotated[int | None, QueryParameter(ge=0, description="The version seen last.")]
Form = Annotated[Literal["text", "json"], QueryParameter(description="For people, or for programs.")]


def _body(**values: Any) -> BodyKwarg:
    """A JSON body with an example for readers of the schema."""
    return BodyKwarg(media_type=RequestEncodingType.JSON, examples=[Example(value=values)])


ME, BOT = {"kind": "me", "name": "Ada"}, {"kind": "bot", "agent": "club"}
NewMatch = Annotated[wire.CreateMatch, _body(setup={"players": 2, "cities": 2025}, seats=[ME, BOT])]
NewSeat = Annotated[wire.Join, _body(name="Bob", invitation="from the link")]
Login = Annotated[wire.Credentials, _body(name="Ada", password="correct horse battery")]
SeatRequest = Annotated[
    wire.Command | wire.Say | wire.Mute,
    _body(type="decide", request_id="a7c1", expected_version=4, actions=[0], confirm=True),
]
NDJSON = "application/x-ndjson"

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


def bearer(request: Asked) -> str | None:
    """The token of a request, from its header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def address(request: Any) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


# --- matches ------------------------------------------------------------------------------------------------------
@get("/catalogue", tags=["rules"], responses=REFUSALS, sync_to_thread=False)
def catalogue(service: Running) -> wire.Catalogue:
    """Every card and tile, the legal set-ups, and the bots one can play against."""
    return telling.catalogue(bots.levels_told(service.config.levels))


@get("/socket-schema", tags=["rules"], responses=REFUSALS, sync_to_thread=False)
def socket_schema() -> dict[str, Any]:
    """The JSON schema of the socket's messages."""
    return wire.schema()


@get("/lobby", tags=["matches"], responses=REFUSALS)
async def lobby(service: Running) -> wire.Lobby:
    """Public matches: those with an open seat first."""
    found = []
    now = service.host.clock()
    for name in await service.host.run(store.lobby, LOBBY):
        match = await service.host.current(name)
        settings = match.settings
        found.append(
            wire.Listed(
                name,
                settings.setup,
                match.status,
                match.seats_told(now, (await service.host.live(name)).here(now)),
                settings.time_control,
                settings.rated,
                settings.created,
            )
        )
    return wire.Lobby(found)


@post("/matches", tags=["matches"], responses=REFUSALS)
async def create_match(request: Asked, service: Running, data: NewMatch) -> wire.Created:
    """Make a match; the tokens of one's seats are told only here."""
    service.check("create", address(request))
    asking = await service.asking(bearer(request))
    for seat in data.seats:
        seat.name = accounts.clean_name(seat.name) if seat.name else None
    settings, first, created = new_match(
        data, service.host.clock(), levels=service.levels, account=asking.account, account_name=asking.name
    )
    try:
        await service.host.create(settings, first)
    except Conflict:  # the request came before, and its answer got lost
        return made_before(created, await service.host.current(settings.match))
    return created


@get("/matches/{match_id:str}", tags=["matches"], responses=REFUSALS)
async def look(
    request: Asked,
    service: Running,
    match_id: MatchId,
    since: Since = None,
) -> wire.Update:
    """The match as one's seat sees it, or as an onlooker does."""
    match = await service.host.current(match_id)
    asking = await service.asking(bearer(request), match)
    live, now = await service.host.live(match_id), service.host.clock()
    live.heard_of(asking.seat, now)
    return match.update(asking.seat, since, now, live.here(now))


@post("/matches/{match_id:str}/seats", tags=["matches"], responses=REFUSALS)
async def join(request: Asked, service: Running, match_id: MatchId, data: NewSeat) -> wire.Ticket:
    """Take an open seat; its token is told only here."""
    service.check("create", address(request))
    asking = await service.asking(bearer(request))
    name = accounts.clean_name(data.name)
    token = token_for(match_id, "join", data.request_id) if data.request_id else new_token()

    def sit(match: Match, at: int) -> Any:
        if match.seat_of(token) is not None:  # the request came before
            return None
        return match.sit(data.seat, at, name=name, token=token, account=asking.account, invitation=data.invitation)

    match = await service.host.add(match_id, sit)
    seat = match.seat_of(token)
    assert seat is not None
    return wire.Ticket(seat, token)


@post("/matches/{match_id:str}/requests", tags=["matches"], responses=REFUSALS, status_code=200)
async def submit(
    request: Asked,
    service: Running,
    match_id: MatchId,
    data: SeatRequest,
) -> wire.Answer:
    """Decide, take back, confirm, resign …: the same messages as on the socket."""
    match, token = await service.host.current(match_id), bearer(request)
    if isinstance(data, wire.Leave) and (version := await service.left_before(token, match, data.request_id)):
        return wire.Answer(version, data.request_id)
    asking = await service.asking(token, match)
    service.check("play", f"{match_id} {asking.seat}")
    return await carry_out(service, match_id, asking, data)


@post("/matches/{match_id:str}/hint", tags=["matches"], responses=REFUSALS, status_code=200)
async def hint(request: Asked, service: Running, match_id: MatchId) -> wire.Hint:
    """What a bot would do in one's place, from what one knows oneself; where the match allows it."""
    match = await service.host.current(match_id)
    seat = await service.seated(bearer(request), match)
    if not match.settings.hints:
        raise Refused(Refusal.NOT_ALLOWED, match.version)
    if match.acting != seat or match.confirming is not None:
        raise Refused(Refusal.NOT_YOUR_TURN, match.version)
    service.check("hint", f"{match_id} {seat}")
    packed = pack(match.game_view(seat))
    told = await service.host.thinker.advise(packed, seat, service.levels[bots.ADVISER])
    advice = msgspec.convert(told, bots.Advice)
    return wire.Hint(match.version, bots.ADVISER, advice.options, advice.chances)


@get("/matches/{match_id:str}/record", tags=["matches"], responses=REFUSALS, media_type=MediaType.TEXT)
async def record(service: Running, match_id: MatchId, form: Form = "text") -> Response[str]:
    """The whole game with everything revealed; only once it is over."""
    told = (await service.host.current(match_id)).record()
    if form == "json":
        return Response(told.json(), media_type=MediaType.JSON)
    return Response(told.text(), media_type=MediaType.TEXT)


@get("/matches/{match_id:str}/stream", tags=["programs"], responses=REFUSALS, media_type=NDJSON)
async def stream(
    request: Asked,
    service: Running,
    match_id: MatchId,
    since: Since = None,
) -> Stream:
    """What a socket would tell, as JSON lines; an empty line says that the server is still there."""
    match = await service.host.current(match_id)
    asking = await service.asking(bearer(request), match)
    where = address(request)
    if service.connections[where] >= STREAMS:
        raise Refused(Refusal.TOO_FAST)

    async def lines() -> AsyncIterator[bytes]:
        async with service.connected(where, STREAMS):
            async for message in heard(service, match_id, Listener(asking.seat, since, owner=asking.owner), HEARTBEAT):
                yield wire.encode(message) + b"\n" if message else b"\n"

    return Stream(lines(), media_type=NDJSON)


@get("/account/stream", tags=["programs"], responses=REFUSALS, media_type=NDJSON)
async def account_stream(request: Asked, service: Running) -> Stream:
    """A line for every match in which it is this account's turn, as it happens; empty lines say that all is well."""
    name = await _account(request, service)
    where = address(request)
    if service.connections[where] >= STREAMS:
        raise Refused(Refusal.TOO_FAST)

    async def lines() -> AsyncIterator[bytes]:
        told: set[tuple[str, int]] = set()
        async with service.connected(where, STREAMS):
            while not service.closing.is_set():
                waiting = await service.turns(name)
                new = [turn for turn in waiting if (turn.match, turn.version) not in told]
                told = {(turn.match, turn.version) for turn in waiting}
                yield b"".join(wire.encode(turn) + b"\n" for turn in new) or b"\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(service.closing.wait(), LOOK_AFTER)

    return Stream(lines(), media_type=NDJSON)


# --- accounts -----------------------------------------------------------------------------------------------------
@post("/accounts", tags=["accounts"], responses=REFUSALS)
async def register(request: Asked, service: Running, data: Login) -> wire.Session:
    """A new account, and a token that acts for it."""
    service.check("login", address(request))
    return await accounts.register(service.database, data.name, data.password, service.host.clock())


@post("/sessions", tags=["accounts"], responses=REFUSALS)
async def log_in(request: Asked, service: Running, data: Login) -> wire.Session:
    """A token for whoever knows the password."""
    service.check("login", address(request))
    return await accounts.log_in(service.database, data.name, data.password, service.host.clock())


@delete("/sessions", tags=["accounts"], responses=REFUSALS)
async def log_out(request: Asked, service: Running) -> None:
    """Take the token back that this request shows."""
    await _account(request, service)
    await service.host.run(store.drop_token, hashed(bearer(request) or ""))


@get("/account", tags=["accounts"], responses=REFUSALS)
async def account(request: Asked, service: Running) -> wire.Account:
    """One's own account."""
    return accounts.told(await service.host.run(store.account, await _account(request, service)))


@get("/account/matches", tags=["accounts"], responses=REFUSALS)
async def account_matches(request: Asked, service: Running) -> wire.Matches:
    """One's matches, newest first."""
    name = await _account(request, service)
    found = []
    for match_id, seat in await service.host.run(store.matches_of, name, SHOWN):
        match = await service.host.current(match_id)
        settings = match.settings
        turn = match.acting == seat
        found.append(
            wire.PlayedMatch(match_id, seat, settings.setup, match.status, turn, match.result, settings.created)
        )
    return wire.Matches(found)


@get("/account/tokens", tags=["programs"], responses=REFUSALS)
async def account_tokens(request: Asked, service: Running) -> wire.Programs:
    """The names of this account's tokens for programs."""
    return wire.Programs(await service.host.run(store.programs, await _account(request, service)))


@post("/account/tokens", tags=["programs"], responses=REFUSALS)
async def make_token(request: Asked, service: Running, data: JSONBody[wire.NewToken]) -> wire.TokenMade:
    """A token for a program that plays for this account; it lasts until it is taken back or made anew."""
    name = await _account(request, service)
    service.check("create", address(request))
    return await accounts.program_token(service.database, name, data.name)


@delete("/account/tokens/{name:str}", tags=["programs"], responses=REFUSALS)
async def drop_token(request: Asked, service: Running, name: TokenName) -> None:
    """Take a program's token back; taken back twice is taken back."""
    await service.host.run(store.drop_program, await _account(request, service), name)


@post("/account/claims", tags=["accounts"], responses=REFUSALS, status_code=200)
async def claim(request: Asked, service: Running, data: JSONBody[wire.Claim]) -> wire.Answer:
    """Let a seat one took as a guest belong to the account."""
    name = await _account(request, service)
    seat = (await service.host.current(data.match)).seat_of(data.token)
    if seat is None:
        raise Refused(Refusal.BAD_SEAT)

    def belong(match: Match, at: int) -> Any:
        return None if match.seat_of_account(name) == seat else match.claim(seat, name, at)

    return wire.Answer((await service.host.add(data.match, belong)).version)


async def _account(request: Asked, service: Service) -> str:
    name = (await service.asking(bearer(request))).account
    if not name:
        raise Refused(Refusal.BAD_LOGIN)
    return name


# --- for operators ------------------------------------------------------------------------------------------------
@get("/health", tags=["operators"], sync_to_thread=False)
def health() -> wire.Health:
    """The process runs."""
    return wire.Health("ok")


@get("/ready", tags=["operators"], responses={503: ResponseSpec(wire.Health, generate_examples=False)})
async def ready(service: Running) -> Response[wire.Health]:
    """The process can take requests: its database answers."""
    if not service.ready:
        return Response(wire.Health("starting"), status_code=503)
    try:
        await service.host.run(store.ping)
    except Refused:
        return Response(wire.Health("failing", "the database does not answer"), status_code=503)
    return Response(wire.Health("ok"))


@get("/metrics", tags=["operators"], media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(service: Running) -> Response[bytes]:
    """Figures for Prometheus."""
    return Response(generate_latest(service.figures.registry), media_type=CONTENT_TYPE_LATEST)


API = [
    catalogue, socket_schema, lobby, create_match, look, join, submit, hint, record, stream, register, log_in, log_out,
    account, account_matches, account_tokens, make_token, drop_token, account_stream, claim,
]  # fmt: skip
OPERATORS = [health, ready, metrics]
