"""What happened, told about somebody: "takes 1 white, 1 blue and 1 green"; and questions about whole choices."""

from collections.abc import Sequence

from splendor.action import Action
from splendor.position import Player, Position
from splendor.rules.actions import Phase
from splendor.table.things import letters
from splendor.wording import ENGLISH, describe, question

YOU = "You"

# Sentences after "You"; tokens are counted in short.
SECOND_PERSON = {
    **ENGLISH,
    "tokens.none": "no {colour}",
    "tokens.one": "1 {colour}",
    "tokens.many": "{number} {colour}",
    "visit": "are visited by {noble}",
    "visit.reserved": "are visited by your reserved noble {noble}",
}
# Sentences after a name.
THIRD_PERSON = {
    **SECOND_PERSON,
    "take": "takes {tokens}",
    "reserve": "reserves {card}",
    "reserve.with_gold": "reserves {card} and takes a gold token",
    "reserve_deck": "reserves the top card of {deck}",
    "reserve_deck.with_gold": "reserves the top card of {deck} and takes a gold token",
    "reserve_deck.two": "looks at the two top cards of {deck}",
    "purchase": "purchases {card}",
    "purchase_hand": "purchases the reserved {card}",
    "pass": "passes",
    "sacrifice": "sacrifices {card}",
    "copy": "copies {colour}",
    "free_card": "takes {card} for free",
    "reserve_noble": "reserves the noble {noble}",
    "extra_token": "takes one more token, {colour}",
    "place": "places a stronghold on {card}",
    "place.move": "moves the stronghold to {card}",
    "lift": "moves a stronghold away from {card}",
    "remove": "removes a stronghold of {player} from {card}",
    "conquer": "conquers {card}",
    "decline": "does not conquer {card}",
    "keep": "keeps one of them and puts the other under the deck",
    "give_back": "gives back {tokens}",
    "visit": "is visited by {noble}",
    "visit.reserved": "is visited by the reserved noble {noble}",
    "take_post": "takes {post}",
    "take_city": "takes the city {city}",
}


def tell(before: Position, action: Action, after: Position, you: bool = False) -> list[str]:
    """What an action did, as sentences without their subject: the action, then what came with it.

    >>> from splendor import Game, Setup
    >>> game, after = Game(Setup(2), seed=1), Game(Setup(2), seed=1)
    >>> after.play("take wug")
    >>> tell(game, Action.parse("take wug"), after)
    ['takes 1 white, 1 blue and 1 green']
    """
    was, now = before.players[before.player], after.players[before.player]
    paid = payment(was, now)
    came = _gained(was, now, action, you)
    if action.kind in ("pay", "pay_virtual"):  # asked colour by colour, paid with the last answer
        return [f"{'pay' if you else 'pays'} {paid}", *came] if paid else came
    told = describe(before, action, SECOND_PERSON if you else THIRD_PERSON)
    if action.kind in ("purchase", "purchase_hand", "conquer") and paid:
        told += f" for {paid}"
    return [told, *came]


def payment(was: Player, now: Player) -> str:
    """The tokens and virtual-gold cards a player has less, in short."""
    less = {colour: was.tokens[colour] - now.tokens[colour] for colour in was.tokens}
    tokens = letters({colour: number for colour, number in less.items() if number > 0})
    virtual = sum(card not in now.virtual_gold for card in was.virtual_gold)
    return " and ".join(filter(None, [tokens, f"{virtual} virtual gold" if virtual else ""]))


def _gained(was: Player, now: Player, action: Action, you: bool) -> list[str]:
    """Nobles, posts and cities that came without being asked for."""
    told = []
    if action.kind != "visit":
        verb = "are visited" if you else "is visited"
        told += [f"{verb} by {noble}" for noble in now.nobles if noble not in was.nobles]
    if action.kind != "post":
        verb = "take" if you else "takes"
        told += [f"{verb} trading post {post}" for post in now.posts if post not in was.posts]
    if action.kind != "city" and now.city is not None and now.city != was.city:
        told.append(f"{'reach' if you else 'reaches'} the city {now.city}")
    return told


def one_sentence(told: Sequence[str]) -> str:
    """What happened in a turn; tokens given back one after the other are counted up.

    >>> one_sentence(["takes 2 white", "gives back 1 red", "gives back 1 black"])
    'takes 2 white; gives back 1 red, 1 black'
    """
    parts: list[str] = []
    for sentence in told:
        verb = next((verb for verb in ("give back ", "gives back ") if sentence.startswith(verb)), None)
        if verb and parts and parts[-1].startswith(verb):
            parts[-1] += ", " + sentence.removeprefix(verb)
        else:
            parts.append(sentence)
    return "; ".join(parts)


def ask(position: Position, whole: bool) -> str:
    """The question of a decision; `whole` where complete choices are offered for several small decisions."""
    if not whole:
        return question(position)
    match position.phase:
        case Phase.PAY:
            return f"How do you pay for card {position.card}?"
        case Phase.GIVE_BACK:
            number = position.over_limit
            example = (
                "a colour such as 'w'" if number == 1 else f"{number} colours such as '{' '.join('wrk'[:number])}'"
            )
            return f"You may keep ten tokens: which {number} do you give back? Type {example}, or a number."
        case Phase.SACRIFICE:
            return f"Which cards do you sacrifice for card {position.card}?"
        case _:
            return question(position)


def join_names(names: Sequence[str]) -> str:
    """`Ada`, `Ada and Bob`, `Ada, Bob and Cleo`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
