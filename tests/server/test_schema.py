"""Requests made up from the server's own OpenAPI document: never a fault, never an answer that is not described."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.serving import on_loopback

CASES, MANY = 80, 800  # for each of the routes
STORIES, MANY_STORIES = 15, 300  # of several requests each
OURS = settings(
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# A set-up that cannot be played, or a name of blanks, is fine by any schema and refused all the same.
NOT_MEANT = [positive_data_acceptance]

MAKE, MATCH = "POST /api/matches", "/api/matches/{match_id}"
JOIN = f"POST {MATCH}/seats"
LONG_LIVED = "stream"  # never ends, and is tried elsewhere


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with on_loopback(tmp_path_factory.mktemp("server")) as address:
        yield schemathesis.openapi.from_url(f"{address}/schema/openapi.json").exclude(path_regex=LONG_LIVED)


@pytest.fixture(scope="module")
def routes(schema: Any) -> list[Any]:
    return [found.ok() for found in schema.get_all_operations()]


def attack(routes: list[Any], cases: int) -> int:
    """So many requests for every route; how many were made."""
    made = 0
    for route in routes:

        @settings(OURS, max_examples=cases)
        @given(case=route.as_strategy())
        def requests(case: Any) -> None:
            nonlocal made
            made += 1
            case.call_and_validate(excluded_checks=NOT_MEANT)

        requests()
    return made


def test_the_server_does_what_its_schema_says(routes: list[Any]) -> None:
    assert attack(routes, CASES) >= 1000


@pytest.mark.long
def test_the_server_does_what_its_schema_says_ten_thousand_times(routes: list[Any]) -> None:
    assert attack(routes, MANY) >= 10000


# --- one request after the other ----------------------------------------------------------------------------------
def tell_stories(schema: Any, stories: int) -> Counter[tuple[str, int]]:
    """Matches that are made, and what is asked of them then by those who sit there; answers by route and status."""
    answers = Counter[tuple[str, int]]()

    class Story(schema.as_state_machine()):  # type: ignore[misc]
        """Follows the links from an answer to what can be asked next, and shows the token that came with it."""

        def setup(self) -> None:
            self.tokens: dict[str, str] = {}

        def before_call(self, case: Any) -> None:
            token = self.tokens.get(case.path_parameters.get("match_id", ""))
            if token and case.operation.label != JOIN:  # whoever joins has no seat yet
                case.headers["Authorization"] = f"Bearer {token}"

        def after_call(self, response: Any, case: Any) -> None:
            answers[case.operation.label, response.status_code] += 1
            if case.operation.label == MAKE and response.status_code == httpx.codes.CREATED:
                self.tokens |= {response.json()["match"]: ticket["token"] for ticket in response.json()["tickets"][:1]}

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            case.validate_response(response, excluded_checks=NOT_MEANT)

    # One by one: the server remembers what was asked of it, and hypothesis takes a story that goes on differently from
    # one that began alike for a mistake. It begins with the simplest story each time, hence two.
    for number in range(stories):
        run_state_machine_as_test(seed(number)(Story), settings=settings(OURS, max_examples=2))
    return answers


def check_stories(answers: Counter[tuple[str, int]]) -> None:
    """Real matches were met, and something was done in them."""
    done = {label for label, status in answers if status < httpx.codes.BAD_REQUEST}
    assert {MAKE, f"GET {MATCH}", f"POST {MATCH}/requests"} <= done


def test_one_request_after_the_other_does_what_the_schema_says(schema: Any) -> None:
    check_stories(tell_stories(schema, STORIES))


@pytest.mark.long
def test_many_requests_one_after_the_other_do_what_the_schema_says(schema: Any) -> None:
    check_stories(tell_stories(schema, MANY_STORIES))
