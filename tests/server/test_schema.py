"""Requests made up from the server's own OpenAPI document: never a fault, never an answer that is not described."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.serving import on_loopback

CASES, MANY = 80, 800  # for each of the routes

LONG_LIVED = "stream"  # never ends, and is tried elsewhere


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Any]]:
    with on_loopback(tmp_path_factory.mktemp("server")) as address:
        schema = schemathesis.openapi.from_url(f"{address}/schema/openapi.json")
        yield [found.ok() for found in schema.get_all_operations()]


def attack(routes: list[Any], cases: int) -> int:
    """So many requests for every route; how many were made."""
    made = 0
    for route in routes:
        if LONG_LIVED in route.path:
            continue

        @settings(
            max_examples=cases,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=route.as_strategy())
        def requests(case: Any) -> None:
            nonlocal made
            made += 1
            # A set-up that cannot be played, or a name of blanks, is fine by any schema and refused all the same.
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        requests()
    return made


def test_the_server_does_what_its_schema_says(routes: list[Any]) -> None:
    assert attack(routes, CASES) >= 1000


@pytest.mark.long
def test_the_server_does_what_its_schema_says_ten_thousand_times(routes: list[Any]) -> None:
    assert attack(routes, MANY) >= 10000
