"""The routes of matches: make, find, join and watch one, decide, ask for a hint, fetch the record."""

import hashlib
from functools import cache
from typing import Annotated, Any, Literal, cast

import msgspec
from litestar import MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from splendor.foreign.packed import pack
from splendor.server import accounts, bots, store, telling, wire
from splendor.server.making import made_before, new_match
from splendor.server.match import Match, Sat, new_token, token_for
from splendor.server.routes.asking import EITHER, TOKEN, Asked, MatchId, address, bearer, refusals
from splendor.server.routes.playing import Since, carry_out
from splendor.server.service import Running
from splendor.server.store import Conflict
from splendor.server.wire import Refusal, Refused

LISTED = 50  # matches in the lobby

Form = Annotated[Literal["text", "json"], QueryParameter(description="For people, or for programs.")]


@get(
    "/catalogue",
    tags=["rules"],
    responses={304: ResponseSpec(None, description="It is still the one with this ETag."), **refusals()},
    sync_to_thread=False,
)
def catalogue(request: Asked, service: Running) -> Response[wire.Catalogue]:
    """Every card and tile, the legal set-ups, and the bots one can play against. It changes with the server only."""
    printed, mark = _printed(tuple(service.config.levels.items()))
    headers = {"ETag": mark, "Cache-Control": "no-cache"}  # kept, and asked for anew whether it is still the same
    if request.headers.get("if-none-match") == mark:
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
    return cast("Response[wire.Catalogue]", Response(printed, media_type=MediaType.JSON, headers=headers))


@cache
def _printed(levels: tuple[tuple[str, str], ...]) -> tuple[bytes, str]:
    """The catalogue, and a mark to know it again by."""
    printed = msgspec.json.encode(telling.catalogue(bots.levels_told(dict(levels))))
    return printed, f'"{hashlib.sha256(printed).hexdigest()[:16]}"'


@get("/socket-schema", tags=["rules"], responses=refusals(), sync_to_thread=False)
def socket_schema() -> dict[str, Any]:
    """The JSON schema of the socket's messages."""
    return wire.schema()


@get("/lobby", tags=["matches"], responses=refusals())
async def lobby(service: Running) -> wire.Lobby:
    """Public matches: those with an open seat first."""
    found = []
    now = service.host.clock()
    for name in await service.host.run(store.lobby, now, LISTED):
        match = await service.host.current(name)
        settings = match.settings
        found.append(
            wire.Listed(
                name,
                settings.setup,
                match.status,
                match.seats_told(now - service.host.down, (await service.host.live(name)).here(now)),
                settings.time_control,
                match.rated,
                settings.created,
            )
        )
    return wire.Lobby(found)


@post("/matches", tags=["matches"], responses=refusals(Refusal.BAD_LOGIN), security=EITHER)
async def create_match(request: Asked, service: Running, data: JSONBody[wire.CreateMatch]) -> wire.Created:
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


@get(
    "/matches/{match_id:str}",
    tags=["matches"],
    responses=refusals(Refusal.UNKNOWN_MATCH, Refusal.BAD_SEAT),
    security=EITHER,
)
async def look(
    request: Asked,
    service: Running,
    match_id: MatchId,
    since: Since = None,
) -> wire.Update:
    """The match as one's seat sees it, or as an onlooker does; with all that happened since a version."""
    match = await service.host.newest(match_id, since)
    asking = await service.asking(bearer(request), match)
    live = await service.host.live(match_id)
    service.host.asked(live, asking.seat)
    update = service.host.update(live, asking.seat, since)
    if since is not None and since < update.since:
        service.check("history", address(request))
        update.happenings, update.since = await service.host.told_since(match, asking.seat, since), since
    return update


@post(
    "/matches/{match_id:str}/seats",
    tags=["matches"],
    responses=refusals(Refusal.UNKNOWN_MATCH, Refusal.BAD_LOGIN, Refusal.NOT_ALLOWED, Refusal.NOT_NOW),
    security=EITHER,
)
async def join(request: Asked, service: Running, match_id: MatchId, data: JSONBody[wire.Join]) -> wire.Ticket:
    """Take an open seat; its token is told only here."""
    service.check("create", address(request))
    asking = await service.asking(bearer(request))
    name = accounts.clean_name(data.name)
    token = token_for(match_id, "join", data.request_id) if data.request_id else new_token()

    def sit(match: Match, at: int) -> Sat | None:
        return match.join(data.seat, at, name=name, token=token, account=asking.account, invitation=data.invitation)

    match = await (service.host.join(match_id, token, sit) if data.request_id else service.host.add(match_id, sit))
    seat = match.seat_of(token)
    assert seat is not None
    return wire.Ticket(seat, token)


@post(
    "/matches/{match_id:str}/requests",
    tags=["matches"],
    responses=refusals(
        Refusal.UNKNOWN_MATCH,
        Refusal.BAD_SEAT,
        Refusal.NOT_YOUR_TURN,
        Refusal.STALE,
        Refusal.ILLEGAL,
        Refusal.OVER,
        Refusal.NOT_NOW,
    ),
    security=TOKEN,
    status_code=200,
)
async def submit(
    request: Asked,
    service: Running,
    match_id: MatchId,
    data: JSONBody[wire.Command | wire.Say | wire.Mute],
) -> wire.Answer:
    """Decide, take back, confirm, resign …: the same messages as on the socket."""
    match, token = await service.host.newest(match_id), bearer(request)
    if isinstance(data, wire.Leave) and (version := await service.left_before(token, match, data.request_id)):
        return wire.Answer(version, data.request_id)
    asking = await service.asking(token, match)
    service.check("play", f"{match_id} {asking.seat}")
    service.host.asked(await service.host.live(match_id), asking.seat)
    return await carry_out(service, match_id, asking, data)


@post(
    "/matches/{match_id:str}/hint",
    tags=["matches"],
    responses=refusals(Refusal.UNKNOWN_MATCH, Refusal.BAD_SEAT, Refusal.NOT_ALLOWED, Refusal.NOT_YOUR_TURN),
    security=TOKEN,
    status_code=200,
)
async def hint(request: Asked, service: Running, match_id: MatchId) -> wire.Hint:
    """What a bot would do in one's place, from what one knows oneself; where the match allows it."""
    match = await service.host.newest(match_id)
    seat = await service.seated(bearer(request), match)
    if not match.settings.hints:
        raise Refused(Refusal.NOT_ALLOWED, match.version, detail="this match has no hints.")
    if match.acting != seat or match.confirming is not None:
        raise Refused(Refusal.NOT_YOUR_TURN, match.version)
    service.check("hint", f"{match_id} {seat}")
    with service.advised(address(request)):
        advising = service.host.thinker.advise(pack(match.game_view(seat)), seat, bots.ADVISER)
        told = await service.unless_closing(advising)
    advice = msgspec.convert(told, bots.Advice)
    return wire.Hint(match.version, bots.ADVISER, advice.options, advice.chances)


@get(
    "/matches/{match_id:str}/record",
    tags=["matches"],
    responses=refusals(Refusal.UNKNOWN_MATCH, Refusal.NOT_NOW),
    media_type=MediaType.TEXT,
)
async def record(service: Running, match_id: MatchId, form: Form = "text") -> Response[str]:
    """The whole game with everything revealed; only once it is over."""
    told = (await service.host.ended(match_id)).record()
    if form == "json":
        return Response(told.json(), media_type=MediaType.JSON)
    return Response(told.text(), media_type=MediaType.TEXT)


ROUTES = [catalogue, socket_schema, lobby, create_match, look, join, submit, hint, record]
