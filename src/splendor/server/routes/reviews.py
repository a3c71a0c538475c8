"""The routes for looking back: the steps of a game that is over or of a record, and its analysis in pieces."""

import re
from typing import Annotated, cast

from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from splendor.server import wire
from splendor.server.reviewing import Reviewed, Reviews
from splendor.server.routes.asking import Asked, MatchId, address, refusals
from splendor.server.service import Running
from splendor.server.wire import Refusal

Reviewing = NamedDependency[Reviews]

LARGEST_BODY = 4 * wire.LARGEST_RECORD  # characters may be escaped


Level = Annotated[wire.AnalysisLevel, QueryParameter(description="Who judges, and for how long.")]
FirstDecision = Annotated[int, QueryParameter(ge=0, le=10_000, description="The decision to begin with, from 0.")]


@get("/matches/{match_id:str}/review", tags=["reviews"], responses=refusals(Refusal.UNKNOWN_MATCH, Refusal.NOT_NOW))
async def review_match(
    request: Asked, service: Running, reviews: Reviewing, match_id: MatchId
) -> Response[wire.Review]:
    """Every step of a match with everything revealed; only once it is over."""
    service.check("review", address(request))
    game = await reviews.of_match(await service.host.ended(match_id), service.host.clock())
    return _compressed(request, game)


@get("/matches/{match_id:str}/analysis", tags=["reviews"], responses=refusals(Refusal.UNKNOWN_MATCH, Refusal.NOT_NOW))
async def analyse_match(
    request: Asked,
    service: Running,
    reviews: Reviewing,
    match_id: MatchId,
    level: Level = "network",
    first: FirstDecision = 0,
) -> wire.Analysis:
    """Some decisions of a match that is over, judged: as many as a second allows. Ask again for those that follow."""
    service.check("analysis", address(request))
    with reviews.asked_by(address(request)):
        game = await reviews.of_match(await service.host.ended(match_id), service.host.clock())
        return await service.unless_closing(reviews.piece(game, level, first))


@post("/reviews", tags=["reviews"], responses=refusals(), status_code=200, request_max_body_size=LARGEST_BODY)
async def review_record(
    request: Asked, service: Running, reviews: Reviewing, data: JSONBody[wire.ReviewRecord]
) -> Response[wire.Review]:
    """Every step of a record, text or JSON; a bad one is refused with its line and what is wrong there."""
    service.check("review", address(request))
    return _compressed(request, await reviews.of_record(data.record))


@post("/reviews/analysis", tags=["reviews"], responses=refusals(), status_code=200, request_max_body_size=LARGEST_BODY)
async def analyse_record(
    request: Asked,
    service: Running,
    reviews: Reviewing,
    data: JSONBody[wire.AnalyseRecord],
) -> wire.Analysis:
    """Some decisions of a record, judged: as many as a second allows. Ask again for those that follow."""
    service.check("analysis", address(request))
    with reviews.asked_by(address(request)):
        game = await reviews.of_record(data.record)
        return await service.unless_closing(reviews.piece(game, data.level, data.first))


def _compressed(request: Asked, game: Reviewed) -> Response[wire.Review]:
    """A review repeats itself from step to step: compressed it has a thirtieth of its size."""
    if _takes_gzip(request.headers.get("accept-encoding", "")):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return cast("Response[wire.Review]", Response(game.body, media_type=MediaType.JSON, headers=headers))
    return cast("Response[wire.Review]", Response(game.plain, media_type=MediaType.JSON))


def _takes_gzip(header: str) -> bool:
    """Whether a client can unpack it: it says so, and not that it is worth nothing to it."""
    worth = dict[str, float]()
    for part in header.lower().split(","):
        name, _, value = part.partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", value)
        worth[name.strip()] = float(found[1]) if found else 1.0
    return worth.get("gzip", worth.get("*", 0.0)) > 0


ROUTES = [review_match, analyse_match, review_record, analyse_record]
