"""What is to be decided; the choices only for the seat that decides."""

from collections.abc import Iterator

from splendor.choices import STEPWISE, choice_text, payment_of, whole_choices
from splendor.game import View
from splendor.server import wire
from splendor.server.telling.choices import choice
from splendor.server.telling.tables import card, reserved
from splendor.table import things
from splendor.wording import question


def decision(view: View) -> wire.Decision:
    """What is asked; the choices only if it is asked of this view's own seat. Whether it can undo, the match knows."""
    mine = view.seat == view.player
    paying = view.card if view.phase.name == "PAY" else None
    return wire.Decision(
        seat=view.player,
        phase=view.phase.name.lower(),  # type: ignore[arg-type]
        question=question(view) if mine else None,
        card=card(view.card) if view.card else None,
        price=view.players[view.player].price(paying) if paying else {},
        paid=things.amounts(view.record[0]["paid"]) if paying else {},
        drawn=[reserved(one) for one in view.drawn],
        over_limit=view.over_limit if view.phase.name == "GIVE_BACK" else 0,
        legal=[choice(view, action) for action in view.legal_actions],
        whole=list(_whole(view)) if mine else [],
        can_undo=False,
    )


def confirmation(seat: int, *, mine: bool) -> wire.Decision:
    """The turn is played, and its player has yet to confirm it."""
    asked = "Confirm your turn, or take something back?" if mine else None
    return wire.Decision(seat, "confirm", asked, None, {}, {}, [], 0, [], [], can_undo=mine)


def _whole(view: View) -> Iterator[wire.WholeChoice]:
    """Complete payments and the like, tried on a game that this seat cannot tell from the true one."""
    if view.phase not in STEPWISE:
        return
    game = view.determinise(seed=0)
    for path in whole_choices(game):
        tokens, virtual = payment_of(game, path) if view.phase.name in ("PAY", "GIVE_BACK") else (None, 0)
        yield wire.WholeChoice([action.number for action in path], choice_text(game, path), tokens, virtual)
