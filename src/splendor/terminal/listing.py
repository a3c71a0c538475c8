"""`splendor agents`: who there is, with options and styles, and the levels."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from splendor.agents import Description, agents
from splendor.agents.greedy_weights import STYLES
from splendor.agents.levels import LEVELS
from splendor.terminal import paint

STYLE = "style"  # the option that names one


def agents_dict() -> dict[str, Any]:
    """All agents and levels, as JSON can hold them."""
    return {
        "agents": [_agent(description) for description in agents()],
        "levels": [{"name": name, **level._asdict()} for name, level in LEVELS.items()],
    }


def _agent(description: Description) -> dict[str, Any]:
    return {
        "name": description.name,
        "summary": description.summary,
        "usage": description.usage,
        "options": [
            {"name": option.name, "description": option.description, "default": option.default}
            for option in description.parameters
        ],
        "styles": [{"name": name, "description": text} for name, text in _styles(description).items()],
    }


def _styles(description: Description) -> dict[str, str]:
    """The styles an agent can be asked for."""
    if all(option.name != STYLE for option in description.parameters):
        return {}
    return {name: text for name, (text, _) in STYLES.items()}


def show(console: Console) -> None:
    """The list for people: an agent, its options below it, the styles below theirs; then the levels."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for place, description in enumerate(agents()):
        if place:
            table.add_row("", "")
        table.add_row(Text(description.name, paint.BRASS), Text(description.summary, "bold"))
        table.add_row("", Text(description.usage, paint.NUMBER))
        styles = _styles(description)
        for option in description.parameters:
            told = f"(default: {option.default})" if option.default else ""
            words = "how it plays" if option.name == STYLE and styles else option.description
            table.add_row(f"  {option.name}", Text(f"{words} ").append(told, paint.QUIET))
            if option.name == STYLE:
                for name, text in styles.items():
                    table.add_row(Text(f"    {name}", paint.QUIET), Text(text, paint.QUIET))
    table.add_row("", "")
    table.add_row(Text("levels", paint.BRASS), Text("agents under one name, with their Elo", "bold"))
    for name, level in LEVELS.items():
        table.add_row(f"  {name}", Text(f"{level.summary} ").append(f"({level.spec}, {level.elo})", paint.QUIET))
    console.print(table)
