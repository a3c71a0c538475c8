"""House rules: nothing of one machine in the repository, pins with hashes, pages whose links and commands exist."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.docs_pages import PAGES, ROOT, cli_commands, code_of, make_targets

LIMIT = 1_000_000  # bytes
# Written in pieces, or this file would break its own rule.
MACHINE = re.compile(r"(?<![\w.~)}])/(?:work|root|home/\w+|Users/\w+)" + "/")
HOSTS = ("pypi %sorg", "files %spythonhosted", "registry %snpmjs", "registry %syarnpkg", "conda %sanaconda")
NETWORK = 8_000_000  # weights cannot be made smaller by writing less
REGISTRY = re.compile("|".join(host.replace(" %s", r"\.") for host in HOSTS))
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')


def repository_files() -> list[Path]:
    """What is in the repository, and what would be with the next commit."""
    if not (ROOT / ".git").exists():
        return []
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


FILES = repository_files()
in_repository = pytest.mark.skipif(not FILES, reason="this is no checkout of the repository")


def text_of(file: Path) -> str:
    return file.read_bytes().decode("utf-8", errors="ignore")


def hits(pattern: re.Pattern[str], text: str) -> list[str]:
    return [line.strip()[:200] for line in text.splitlines() if pattern.search(line)]


# --- files -------------------------------------------------------------------------------------------------------
@in_repository
@pytest.mark.parametrize("pattern", [MACHINE, REGISTRY], ids=["machine", "registry"])
def test_no_file_names_a_machine_or_a_registry(pattern: re.Pattern[str]) -> None:
    found = {str(file.relative_to(ROOT)): lines for file in FILES if (lines := hits(pattern, text_of(file)))}
    assert found == {}


@pytest.mark.parametrize("text", ["cd /{}/main", 'Path("/{}/.cache")', "file:///{}/x"])
@pytest.mark.parametrize("folder", ["work", "root", "home/eva", "Users/eva"])
def test_machine_paths_are_recognised(text: str, folder: str) -> None:
    assert hits(MACHINE, text.format(folder))


@pytest.mark.parametrize("text", ["see src/work/x", "docs/root/", "~/work/x", "a/home/eva/", "/workshop/"])
def test_other_paths_are_not(text: str) -> None:
    assert not hits(MACHINE, text)


def test_registries_are_recognised() -> None:
    assert all(hits(REGISTRY, f"https://{host.replace(' %s', '.')}/simple") for host in HOSTS)


@in_repository
def test_no_file_is_large() -> None:
    sizes = {file: file.stat().st_size for file in FILES}
    assert {file.name: size for file, size in sizes.items() if size > (LIMIT, NETWORK)[file.suffix == ".npz"]} == {}


@in_repository
def test_no_name_that_other_systems_refuse() -> None:
    names = [str(file.relative_to(ROOT)) for file in FILES]
    assert len({name.lower() for name in names}) == len(names)
    assert [name for name in names if re.search(r'[<>:"\\|?*]|[ .]$', name)] == []


# --- pins --------------------------------------------------------------------------------------------------------
def pins(text: str) -> dict[str, list[str]]:
    """Each pinned requirement with its hashes."""
    found: dict[str, list[str]] = {}
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    for line in " ".join(lines).replace("\\ ", " ").split(" --hash="):
        words = line.split()
        if found:
            found[[*found][-1]].append(words.pop(0))
        if words:
            found[" ".join(words)] = []
    return found


@pytest.mark.parametrize("file", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda file: file.name)
def test_every_pin_is_exact_and_carries_hashes(file: Path) -> None:
    found = pins(file.read_text("utf-8"))
    assert found
    for requirement, hashes in found.items():
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.!+]+( ;.*)?$", requirement), requirement
        assert hashes, requirement
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", value) for value in hashes), requirement


def test_pins_are_read() -> None:
    text = "# comment\none==1.0 \\\n    --hash=sha256:a \\\n    --hash=sha256:b\ntwo>=2 ; sys_platform == 'win32'\n"
    assert pins(text) == {"one==1.0": ["sha256:a", "sha256:b"], "two>=2 ; sys_platform == 'win32'": []}


# --- pages -------------------------------------------------------------------------------------------------------
def anchors(page: Path) -> set[str]:
    """What a link into a page may name: its headings, as GitHub names them, and the anchors set by hand."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ +(.+?)\s*$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(ANCHOR.findall(text))


def broken_links(page: Path) -> list[str]:
    """The relative links of a page that lead nowhere."""
    found = []
    for target in LINK.findall(page.read_text("utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            found.append(target)
    return found


ALL_PAGES = [*PAGES, *sorted((ROOT / "src" / "splendor" / "rulebook").glob("*.md"))]


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    assert broken_links(page) == []


def test_broken_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A title, here\n[a](page.md) [b](gone.md) [c](#a-title-here) [d](#no) [e](page.md#a-title-here) [f](http://x)"
    )
    assert broken_links(page) == ["gone.md", "#no"]


def unknown_commands(text: str) -> list[str]:
    """Code on a page that begins like a command of ours which does not exist."""
    found = []
    for code in code_of(text):
        words = code.split()
        if words[:2] == ["uv", "run"]:
            words = words[2:]
        if len(words) < 2 or words[1].startswith(("-", "<", "…", "COMMAND")):
            continue
        if words[0] == "splendor" and re.fullmatch("[a-z-]+", words[1]) and words[1] not in cli_commands():
            found.append(code)
        if words[0] == "make" and re.fullmatch("[a-z-]+", words[1]) and words[1] not in make_targets():
            found.append(code)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_on_pages_exist(page: Path) -> None:
    assert unknown_commands(page.read_text("utf-8")) == []


def test_unknown_commands_are_found() -> None:
    text = (
        "Run `splendor play`, `splendor fly --high`, `make test` or `make coffee`.\n```console\n$ splendor swim\n```\n"
    )
    assert sorted(unknown_commands(text)) == ["make coffee", "splendor fly --high", "splendor swim"]
