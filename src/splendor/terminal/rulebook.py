"""Rules in words, shown in a terminal."""

from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.table import Table

from splendor.errors import SplendorError
from splendor.rulebook import Rule, UnknownRule, find, rules, search

SHOWN_IN_FULL = 3


def lookup(words: str) -> list[Rule]:
    """The rule with this id, those whose ids begin so, or those that contain the words.

    >>> lookup("base-take-2")[0].title
    'Two tokens of one colour'
    >>> lookup("BASE-TAKE")[0].id
    'BASE-TAKE-1'
    """
    wanted = words.strip().upper()
    if wanted in rules():
        return [rules()[wanted]]
    if found := [rule for rule in rules().values() if rule.id.startswith(wanted)]:
        return found
    if found := search(words):
        return found
    try:
        return [find(words)]
    except UnknownRule as error:
        raise SplendorError(f"{str(error).partition('splendor.rulebook')[0].strip()} 'rules' lists all ids.") from None


def show(console: Console, words: str) -> None:
    """The rules asked for: a few in full, many as a list; without words all chapters."""
    if not words.strip():
        _show_chapters(console)
        return
    found = lookup(words)
    if len(found) > SHOWN_IN_FULL:
        _list(console, found)
        console.print(f"{len(found)} rules. Show one by its id: rules {found[0].id}", highlight=False)
        return
    for rule in found:
        console.print(Panel(Markdown(rule.text), title=f"[bold]{rule.id}[/] {rule.title}", title_align="left"))


def _show_chapters(console: Console) -> None:
    for chapter, found in groupby(rules().values(), key=lambda rule: rule.chapter):
        console.print(f"\n[bold yellow]{chapter_title(chapter)}[/]")
        _list(console, found)


def _list(console: Console, found: Iterable[Rule]) -> None:
    grid = Table.grid(padding=(0, 2, 0, 2))
    grid.add_column(width=18, style="cyan")
    for rule in found:
        grid.add_row(rule.id, rule.title)
    console.print(grid)


def rule_dict(rule: Rule) -> dict[str, str]:
    """A rule, as JSON can hold it."""
    return asdict(rule)


def chapter_title(chapter: str) -> str:
    """`04-base` as `Base`, `06-trading-posts` as `Trading posts`."""
    return chapter.lstrip("0123456789-").replace("-", " ").capitalize()
