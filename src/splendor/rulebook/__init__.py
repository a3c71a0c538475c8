"""The rules of the game as text: every rule under its id, for people to read and programs to quote.

The chapters are the Markdown files beside this module, in the order of their names. A rule is a heading of
the third level, ``### BASE-TAKE-2: Two tokens of one colour``, and all that follows up to the next heading.

>>> find("base-take-2").title
'Two tokens of one colour'
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

__all__ = ["Rule", "UnknownRule", "find", "rules", "search"]

_RULE = re.compile(r"### (?P<id>[A-Z0-9-]+): (?P<title>.+)")
_HEADING = re.compile(r"#{1,3} ")
_ANCHOR = re.compile(r'<a id="[a-z0-9-]+"></a>')


class UnknownRule(LookupError):
    """No rule has this id; the message names those that come close."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, or one ruling (``AMB-01`` and following).

    >>> find("CONF-1")
    Rule(id='CONF-1', title='Two to four players', chapter='01-setup')
    """

    id: str
    title: str
    text: str = field(repr=False)
    """The body in Markdown; its last line, in italics, says what the rule rests on."""
    chapter: str
    """The name of the chapter's file, without ``.md``."""


def _parse(markdown: str, chapter: str) -> Iterator[Rule]:
    heading: re.Match[str] | None = None
    body: list[str] = []
    for line in [*markdown.splitlines(), "# end"]:
        if _HEADING.match(line):
            if heading:
                yield Rule(heading["id"], heading["title"], "\n".join(body).strip(), chapter)
            heading, body = _RULE.fullmatch(line), []
        elif not _ANCHOR.fullmatch(line):
            body.append(line)


@cache
def rules() -> dict[str, Rule]:
    """All rules by id, in the order of the chapters. Read once and shared: do not change it.

    >>> next(iter(rules()))
    'CONF-1'
    >>> rules()["AMB-01"].chapter
    'rulings'
    """
    chapters = [file for file in files(__name__).iterdir() if file.name.endswith(".md")]
    found: dict[str, Rule] = {}
    for file in sorted(chapters, key=lambda file: file.name):
        for rule in _parse(file.read_text(encoding="utf-8"), file.name.removesuffix(".md")):
            if rule.id in found:
                raise ValueError(f"{rule.id} stands in {found[rule.id].chapter} and again in {rule.chapter}")
            found[rule.id] = rule
    return found


def find(id_text: str) -> Rule:
    """The rule with this id, in capitals or not.

    >>> find(" amb-01 ").title
    'May one take fewer than three tokens by choice?'
    >>> try:
    ...     find("PAY-GEN")
    ... except UnknownRule as error:
    ...     print(error)
    no rule 'PAY-GEN'; did you mean PAY-GEN-1? splendor.rulebook.rules() lists all
    """
    wanted = id_text.strip().upper()
    if rule := rules().get(wanted):
        return rule
    close = get_close_matches(wanted, rules(), n=3)
    hint = f" did you mean {', '.join(close)}?" if close else ""
    raise UnknownRule(f"no rule {id_text!r};{hint} splendor.rulebook.rules() lists all")


def search(words: str) -> list[Rule]:
    """The rules that contain all these words, in capitals or not.

    Those that have all of them in their id or title come first.

    >>> [rule.id for rule in search("forced move")]
    ['FORT-OP-7']
    >>> search("give back")[0].id
    'BASE-LIMIT-2'
    >>> search("")
    []
    """
    wanted = words.casefold().split()

    def has_all(text: str) -> bool:
        return all(word in text.casefold() for word in wanted)

    if not wanted:
        return []
    hits = [rule for rule in rules().values() if has_all(f"{rule.id} {rule.title} {rule.text}")]
    return sorted(hits, key=lambda rule: not has_all(f"{rule.id} {rule.title}"))
