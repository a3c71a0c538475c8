"""The routes for operators: how the process is, and its figures."""

from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from splendor.server import store, wire
from splendor.server.service import Running
from splendor.server.wire import Refused


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


ROUTES = [health, ready, metrics]
