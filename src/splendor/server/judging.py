"""What an analysis found in a view, as messages; made in the worker that thought of it."""

from msgspec import Struct

from splendor import analysis
from splendor.game import View
from splendor.server import telling, wire


class Verdict(Struct):
    """A decision as it is judged: what is known of it without the game around it."""

    seat: int
    chances: list[float]
    loss: float
    mark: str
    played: wire.Option
    options: list[wire.Option]


def verdict(view: View, judged: analysis.Judgement) -> Verdict:
    """A judgement of a played action as a message."""
    assert judged.played is not None, "nothing was played"
    return Verdict(
        judged.seat,
        [round(chance, 4) for chance in judged.chances],
        round(judged.loss, 4),
        analysis.mark(judged.loss, judged.lead),
        option(view, judged.played),
        [option(view, one) for one in judged.options],
    )


def option(view: View, one: analysis.Option) -> wire.Option:
    """An action with what is known of it."""
    return wire.Option(
        action=telling.choice(view, one.action),
        deed=_deed(one.deed),
        chance=round(min(1.0, max(0.0, one.value)), 4),
        reasons=[wire.Reason(reason.code, reason.good, reason.values) for reason in one.reasons],
        line=[wire.LineStep(step.seat, _deed(step.deed)) for step in one.line],
    )


def _deed(deed: analysis.Deed) -> wire.Deed:
    return wire.Deed(deed.kind, deed.values, deed.slot)
