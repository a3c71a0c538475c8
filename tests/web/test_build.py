"""The page as it is built: the messages are the server's, and it loads nothing from elsewhere."""

import gzip
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TYPES = ROOT / "web" / "tools" / "wire_types.py"
LESSONS = ROOT / "web" / "tools" / "lessons.py"

# Names of XML vocabularies look like addresses, but nothing is fetched from there; svelte names its pages in messages.
NAMES = re.compile(r"https?://(www\.w3\.org/|svelte\.dev/e/)")


def built_page() -> Path:
    """Where the install put the page."""
    found = importlib.util.find_spec("splendor_web")
    if found is None or not found.submodule_search_locations:
        pytest.fail("the page is not built: `make setup` builds it")
    return Path(next(iter(found.submodule_search_locations)))


def test_types_of_messages_are_those_of_the_server() -> None:
    done = subprocess.run([sys.executable, TYPES, "--check"], check=False)
    assert done.returncode == 0, "web/src/wire.ts is stale: python web/tools/wire_types.py writes it"


def test_lessons_are_what_the_rules_make_of_them() -> None:
    done = subprocess.run([sys.executable, LESSONS, "--check"], check=False)
    assert done.returncode == 0, "web/src/learn/lessons.json is stale: python web/tools/lessons.py writes it"


def test_the_page_is_there() -> None:
    page = (built_page() / "index.html").read_text()
    assert 'type="module"' in page
    assert all((built_page() / name).is_file() for name in re.findall(r'(?:src|href)="\./([^"]+)"', page))


def test_the_page_fetches_nothing_from_elsewhere() -> None:
    for path in built_page().rglob("*"):
        if path.suffix in {".html", ".js", ".css", ".svg"}:
            text = NAMES.sub("", path.read_text())
            assert not re.search(r"(?:https?:)?//[a-z0-9-]+\.[a-z]{2,}", text), path.name


def test_first_load_is_small() -> None:
    sizes = [len(gzip.compress(path.read_bytes())) for path in built_page().rglob("*") if path.is_file()]
    assert sum(sizes) < 300_000
