"""Every example runs: those in docstrings, and the `python` and `console` blocks of README.md and docs/."""

import doctest
import importlib
import io
import re
import shlex
from pathlib import Path

import pytest

from splendor import Game, GameRecord
from splendor.cli import main
from splendor.records import write_archive
from tests.docs_pages import PAGES, ROOT, Block, blocks, cli_commands, make_targets, prompts
from tests.modules import module_names

MODULES = module_names()
RUNNABLE = [page for page in PAGES if any(block.run for block in blocks(page.read_text("utf-8")))]

# Commands that go on for long, or for ever, or need a GPU: their options are checked by asking for help besides.
ASK_FOR_HELP = re.compile(r"^splendor (serve|bench)\b|cuda")
SMALLER = ((re.compile(r"--games[ =][\d_]+"), "--games 20"),)


@pytest.fixture(autouse=True)
def _away_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to work in, with the recorded games that examples speak of."""
    monkeypatch.setenv("SPLENDOR_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


# --- docstrings --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["splendor", *MODULES])
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert len(found) > 20


# --- pages -------------------------------------------------------------------------------------------------------
def run_python(block: Block, names: dict[str, object], page: str) -> None:
    """A block with prompts is compared with what it shows; one without is only run."""
    if ">>> " in block.body:
        test = doctest.DocTestParser().get_doctest(block.body, names, page, page, block.line - 1)
        # The runner empties the names it was given: the next block of the page needs them.
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        result = runner.run(test, clear_globs=False)
        names.update(test.globs)
        assert result.failed == 0, f"{page}, line {block.line}: see above"
    else:
        exec(compile("\n" * (block.line - 1) + block.body, page, "exec"), names)


def run_command(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`splendor …` runs with small figures and nobody at the keyboard; of `make …` the target must exist."""
    words = shlex.split(command)
    if words[:2] == ["uv", "run"]:
        words = words[2:]
    if words[0] == "make":
        assert {word for word in words[1:] if "=" not in word} <= make_targets(), command
    elif words[0] == "splendor":
        run_splendor(" ".join(map(shlex.quote, words)), monkeypatch)


def run_splendor(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = command.split(" '|' ")[0].split(" '>' ")[0]
    for pattern, small in SMALLER:
        command = pattern.sub(small, command)
    if ASK_FOR_HELP.search(command):
        command += " --help"
    lay_out_records(command)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(SystemExit) as leaving:
        main(shlex.split(command)[1:])
    assert leaving.value.code in (None, 0), command


def lay_out_records(command: str) -> None:
    """The recorded games a command names."""
    for word in shlex.split(command):
        record = GameRecord.of(Game(seed=1))
        if word.endswith(".txt") and "*" not in word:
            Path(word).parent.mkdir(parents=True, exist_ok=True)
            Path(word).write_text(record.text(), "utf-8")
        elif word.endswith(".jsonl"):
            write_archive(word, [record])


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks(page.read_text("utf-8")):
        if block.run and block.language == "python":
            run_python(block, names, page.name)
        elif block.run:
            for command in prompts(block.body):
                run_command(command, monkeypatch)


# --- the test itself can fail ------------------------------------------------------------------------------------
PAGE = """
```python
>>> number = 2 + 2
>>> number
5
```
```console
$ splendor simulate --games 1_000_000 --players 3   # a comment
$ splendor nonsense
$ make coffee
$ git clone somewhere
```
```python not-run
this is no Python
```
```
$ splendor nothing
```
"""


def test_blocks_are_found() -> None:
    first, second, third, fourth = blocks(PAGE)
    assert [first.run, second.run, third.run, fourth.run] == [True, True, False, False]
    assert (first.line, second.line) == (3, 8)
    assert prompts(second.body)[0] == "splendor simulate --games 1_000_000 --players 3"


def test_wrong_examples_are_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third, _ = blocks(PAGE)
    with pytest.raises(AssertionError, match="line 3"):
        run_python(first, {}, "page")
    with pytest.raises(SyntaxError):
        run_python(third, {}, "page")
    right, wrong, target, other = prompts(second.body)
    run_command(right, monkeypatch)
    assert "20" in capsys.readouterr().out
    with pytest.raises(AssertionError, match="nonsense"):
        run_command(wrong, monkeypatch)
    with pytest.raises(AssertionError, match="coffee"):
        run_command(target, monkeypatch)
    run_command(other, monkeypatch)


def test_names_of_a_page_last_from_block_to_block() -> None:
    names: dict[str, object] = {}
    run_python(Block("python", True, ">>> number = 4\n", 1), names, "page")
    run_python(Block("python", True, "assert number == 4", 1), names, "page")


def test_commands_are_known() -> None:
    assert {"play", "simulate", "replay", "verify", "rules"} <= cli_commands()
    assert {"test", "check", "play", "setup"} <= make_targets()
