"""The pages for people: their code blocks, commands and links, for the tests that keep them true."""

import re
from pathlib import Path
from typing import NamedTuple

from splendor.cli import app

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_FENCE = re.compile(r"^(?P<fence>```+)(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")


class Block(NamedTuple):
    """A fenced block: its language, whether it is to be run, its text and the line it begins at."""

    language: str
    run: bool
    body: str
    line: int


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page. `python` and `console` run, unless the fence says `python not-run`."""
    found = []
    for match in _FENCE.finditer(text):
        words = match["info"].split()
        run = bool(words) and words[0] in ("python", "console") and "not-run" not in words
        found.append(Block(words[0] if words else "", run, match["body"], text.count("\n", 0, match.start()) + 2))
    return found


def prompts(body: str) -> list[str]:
    """The commands of a console block: lines after `$ `, with the lines a backslash joins to them."""
    joined = body.replace("\\\n", " ")
    return [" ".join(line[2:].split("#")[0].split()) for line in joined.splitlines() if line.startswith("$ ")]


def code_of(text: str) -> list[str]:
    """Everything on a page that is set as code: lines of blocks without their prompt, and inline code."""
    lines = [line.removeprefix("$ ").strip() for block in blocks(text) for line in block.body.splitlines()]
    return lines + _INLINE.findall(_FENCE.sub("", text))


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def cli_commands() -> set[str]:
    return {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
