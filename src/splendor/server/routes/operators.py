"""The routes for operators: how the process is, and its figures."""

from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from splendor.server import wire
from splendor.server.service import Running

FIGURES = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")  # which Litestar says of every text


@get("/health", tags=["operators"], sync_to_thread=False)
def health() -> wire.Health:
    """The process runs."""
    return wire.Health("ok")


@get("/ready", tags=["operators"], responses={503: ResponseSpec(wire.Health, generate_examples=False)})
async def ready(service: Running) -> Response[wire.Health]:
    """The process can take requests: its database answers, and Redis where it has one."""
    told = await service.health()
    return Response(told, status_code=200 if told.status == "ok" else 503)


@get("/metrics", tags=["operators"], media_type=MediaType.TEXT)
async def metrics(service: Running) -> Response[bytes]:
    """Figures for Prometheus."""
    await service.measure()
    return Response(generate_latest(service.figures.registry), media_type=FIGURES)


ROUTES = [health, ready, metrics]
