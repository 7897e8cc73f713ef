"""The Ford: a tiny complete game that uses every mechanism of the engine.

Twelve hexes, three turns. Blue hides a mine. Each turn both sides write down a plan in secret, then Red and Blue
march in turn, then scouts that stand side by side skirmish with a die. Red wins at once by reaching 0403, else the
side with more steps wins. Blue may draw reserves from a cup; Red sees only how many.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec

from bocage.engine import record
from bocage.engine.actions import NOTHING, Action, Actions, Domain
from bocage.engine.events import Event
from bocage.engine.game import SEQUENCE, Game
from bocage.engine.match import Match
from bocage.engine.play import Play
from bocage.engine.position import Frame, Hexes, Node, Outcome, Position, Unit
from bocage.engine.steps import Automatic, Clause, Look, Offer, Question, Row, Sealed, Sealing, Sequencing
from bocage.hexes import Board, ccrr, rectangle

RED, BLUE = "red", "blue"
PLACES = ("cup", "hand", "dead", "reserve")
CUP, HAND, DEAD, RESERVE = (-number - 1 for number in range(4))
UNITS = ("R-scout", "R-gun", "B-scout", "B-gun", "B-ash", "B-birch", "B-cedar")
PLANS = ("charge", "wait", "dig")
START = {"R-scout": "0101", "R-gun": "0102", "B-scout": "0402", "B-gun": "0401"}
GOAL, GATE = "0403", "0401"
LAST_TURN = 3


class ToyPosition(Position):
    """The ford, the mine and the plans of the turn."""

    mine: Node = -1
    swept: Hexes = 0
    plans: dict[str, str] = {}
    in_hand: int = 0


class Hiding(Frame, frozen=True):
    step: ClassVar[str] = "mine"
    side: str


class HideMine(Question[Hiding]):
    """Blue hides the mine; nobody else learns where."""

    name = "mine"
    rule = "1.1"
    offers = ("hide",)

    def begin(self, play: Play, side: str) -> Hiding:
        return Hiding(side)

    def text(self, look: Any, frame: Hiding) -> str:
        return "Hide the mine."

    def answer(self, play: Play, frame: Hiding, action: Action) -> None:
        play.position.mine = action.index
        play.tell("hidden", "1.1", action.operand, eyes=(BLUE,))
        play.pop()


class Planning(Sealing, frozen=True):
    step: ClassVar[str] = "plans"


class Plans(Sealed[Planning]):
    """Both sides write a plan; only Blue may dig in."""

    name = "plans"
    rule = "2.1"
    offers = ("plan",)

    def begin(self, play: Play, side: str) -> Planning:
        return Planning()

    def text(self, look: Any, frame: Planning) -> str:
        return f"Write down the plan of {frame.side}."

    def reveal(self, play: Play, frame: Planning, answers: dict[str, Action]) -> None:
        play.pop()
        play.position.plans = {side: action.operand for side, action in answers.items()}
        for side, action in answers.items():
            play.tell("plan", "2.1", side, action.operand)


class Marching(Frame, frozen=True):
    step: ClassVar[str] = "march"
    side: str
    left: int
    acted: bool = False


class March(Question[Marching]):
    """Walk hex by hex; whoever enters a hex that he does not know looks at the truth."""

    name = "march"
    rule = "3.1"
    offers = ("step", "draw", "deploy", "end")

    def begin(self, play: Play, side: str) -> Marching:
        return Marching(side, 2 if play.position.plans[side] == "charge" else 1)

    def keep(self, look: Any, frame: Marching) -> bool:
        return frame.acted

    def text(self, look: Any, frame: Marching) -> str:
        return f"March: {frame.left} hexes left."

    def answer(self, play: Play, frame: Marching, action: Action) -> None:
        position = play.position
        if action.verb == "end":
            play.pop()
        elif action.verb == "draw":
            cup = position.stacks[CUP]
            unit = cup[play.number(len(cup)) - 1]
            play.put(unit, HAND)
            position.in_hand += 1
            play.tell("drawn", "3.3", unit, eyes=(BLUE,))
            play.tell("drew", "3.3", eyes=(RED,))
            play.swap(msgspec.structs.replace(frame, acted=True))
        elif action.verb == "deploy":
            play.put(action.index, play.game.board.index[GATE])
            position.in_hand -= 1
            play.tell("deployed", "3.4", action.index)
            play.swap(msgspec.structs.replace(frame, acted=True))
        else:
            self.walk(play, frame, action.index)

    def walk(self, play: Play, frame: Marching, node: int) -> None:
        position = play.position
        scout = play.game.unit_numbers["R-scout" if frame.side == RED else "B-scout"]
        play.swap(Marching(frame.side, frame.left - 1, True))
        play.put(scout, node)
        play.tell("walked", "3.1", scout, play.game.board.labels[node])
        if frame.side == RED and not position.swept >> node & 1:
            play.looked()
            position.swept |= 1 << node
            if position.mine == node:
                position.mine = -1
                play.tell("boom", "3.2", scout)
                lose(play, scout)
        if frame.side == RED and play.game.board.labels[node] == GOAL and position.units[scout].at >= 0:
            position.outcome = Outcome(RED, "the ford is crossed", "5.1")


def lose(play: Play, unit: int) -> None:
    """A step is lost, or the last one."""
    steps = play.position.units[unit].steps
    if steps > 1:
        play.set_steps(unit, steps - 1)
    else:
        play.put(unit, DEAD)


class Watching(Frame, frozen=True):
    step: ClassVar[str] = "watch"
    side: str


class Watch(Question[Watching]):
    """Blue may blow the mine up beside Red. He is asked even if he cannot, or Red would learn something."""

    name = "watch"
    offers = ("blow", "end")

    def begin(self, play: Play, side: str) -> Watching:
        return Watching(side)

    def keep(self, look: Any, frame: Watching) -> bool:
        return True

    def case(self, look: Any, frame: Watching) -> str:
        return "4.1" if look.position.mine >= 0 else "4.2"

    def text(self, look: Any, frame: Watching) -> str:
        return "Blow the mine up?"

    def answer(self, play: Play, frame: Watching, action: Action) -> None:
        play.pop()
        if action.verb == "blow":
            play.position.mine = -1
            play.tell("blown", "4.1")
            lose(play, play.game.unit_numbers["R-scout"])


class Fighting(Frame, frozen=True):
    step: ClassVar[str] = "skirmish"
    side: str


class Skirmish(Automatic[Fighting]):
    """Scouts side by side: on 1 to 3 Red loses a step, else Blue."""

    name = "skirmish"

    def begin(self, play: Play, side: str) -> Fighting:
        return Fighting(side)

    def run(self, play: Play, frame: Fighting) -> None:
        numbers, units, board = play.game.unit_numbers, play.position.units, play.game.board
        red, blue = units[numbers["R-scout"]].at, units[numbers["B-scout"]].at
        if min(red, blue) >= 0 and blue in board.neighbours[red]:
            (die,) = play.roll()
            play.tell("skirmish", "4.5", die)
            lose(play, numbers["R-scout" if die <= 3 else "B-scout"])


class Paying(Frame, frozen=True):
    step: ClassVar[str] = "upkeep"
    side: str


class Upkeep(Question[Paying]):
    """Each side names the gun that it keeps; there is one each, so nobody is ever asked."""

    name = "upkeep"
    rule = "4.6"
    offers = ("feed",)

    def begin(self, play: Play, side: str) -> Paying:
        return Paying(side)

    def text(self, look: Any, frame: Paying) -> str:
        return "Feed a gun."

    def answer(self, play: Play, frame: Paying, action: Action) -> None:
        play.tell("fed", "4.6", action.index)
        play.pop()


class Closing(Frame, frozen=True):
    step: ClassVar[str] = "dusk"
    side: str


class Dusk(Automatic[Closing]):
    """The turn ends, and after the last one the game."""

    name = "dusk"

    def begin(self, play: Play, side: str) -> Closing:
        return Closing(side)

    def run(self, play: Play, frame: Closing) -> None:
        position = play.position
        if position.turn < LAST_TURN:
            position.turn += 1
            position.plans = {}
            play.swap(Sequencing("turn"))
            return
        red, blue = (sum(u.steps for u in position.units[a:b] if u.at >= 0) for a, b in ((0, 2), (2, 7)))
        winner = RED if red > blue else BLUE if blue > red else ""
        position.outcome = Outcome(winner, f"{red} steps against {blue}", "5.2")
        position.frames.clear()


def _free(look: Any, frame: Any) -> int:
    taken = 0
    for place in look.position.stacks:
        if place >= 0:
            taken |= 1 << place
    return int(look.game.board.all & ~taken)


def _beside_scout(look: Any, frame: Marching) -> int:
    at = look.position.units[look.game.unit_numbers["R-scout" if frame.side == RED else "B-scout"]].at
    return look.game.board.around[at] if at >= 0 and frame.left else 0


def _red_near_mine(look: Any, frame: Watching) -> int:
    red, mine = look.position.units[0].at, look.position.mine
    return 1 if red >= 0 and mine in look.game.board.neighbours[red] else 0


def _blue(look: Any, frame: Marching) -> int:
    return 1 if frame.side == BLUE else 0


def _own_gun(look: Any, frame: Paying) -> int:
    return 1 << look.game.unit_numbers["R-gun" if frame.side == RED else "B-gun"]


def _always(look: Any, frame: Any) -> int:
    return 1


OFFERS = {
    "hide": Offer("hide", "1.1", (Clause("free", "1.1", "{it} is occupied", _free),)),
    "plan": Offer(
        "plan",
        "2.1",
        (Clause("dig", "2.2", "only Blue digs in", lambda look, frame: 0b111 if frame.side == BLUE else 0b011),),
    ),
    "step": Offer(
        "step",
        "3.1",
        (
            Clause("near", "3.1", "{it} is too far", _beside_scout),
            Clause("free", "3.1", "{it} is occupied", _free),
        ),
    ),
    "draw": Offer(
        "draw",
        "3.3",
        (
            Clause("blue", "3.3", "only Blue has reserves", _blue),
            Clause("cup", "3.3", "the cup is empty", lambda look, frame: int(CUP in look.position.stacks)),
        ),
    ),
    "deploy": Offer(
        "deploy",
        "3.4",
        (
            Clause("blue", "3.4", "only Blue has reserves", lambda look, frame: -_blue(look, frame)),
            Clause(
                "hand",
                "3.4",
                "{it} is not in hand",
                lambda look, frame: sum(1 << unit for unit in look.position.stacks.get(HAND, ())),
            ),
        ),
    ),
    "blow": Offer("blow", "4.1", (Clause("near", "4.1", "Red is not beside the mine", _red_near_mine),)),
    "feed": Offer("feed", "4.6", (Clause("own", "4.6", "{it} is not your gun", _own_gun),)),
    "end": Offer("end", "3.1", (Clause("any", "3.1", "", _always),)),
}
ROWS = {
    "setup": (Row("the mine", BLUE, "mine", "1.1"),),
    "turn": (
        Row("plans", "", "plans", "2.1"),
        Row("red march", RED, "march", "3.1"),
        Row("blue watch", BLUE, "watch", "4.1"),
        Row("red upkeep", RED, "upkeep", "4.6"),
        Row("blue march", BLUE, "march", "3.1"),
        Row("skirmish", "", "skirmish", "4.5"),
        Row("dusk", "", "dusk", "5.0"),
    ),
}
BOARD = Board(rectangle(range(1, 5), range(1, 4), ccrr), shifted="even")
STEPS = (HideMine(), Plans(), March(), Watch(), Skirmish(), Upkeep(), Dusk(), SEQUENCE)
SENTENCES = {
    "hidden": "The mine is hidden in {}.",
    "plan": "The plan of {} is to {}.",
    "drawn": "Blue draws {unit}.",
    "drew": "Blue draws a counter.",
    "deployed": "{unit} is deployed.",
    "walked": "{unit} walks to {}.",
    "boom": "{unit} steps on the mine.",
    "blown": "The mine is blown up beside the scout.",
    "skirmish": "The scouts skirmish: {}.",
    "fed": "{unit} is fed.",
}


class Toy(Game[ToyPosition]):
    """Red wants to cross the ford, Blue holds it."""

    slug = "ford"
    title = "The Ford"
    sides = (RED, BLUE)
    rules_version = 1
    take_back_rule = "0.1"
    concession_rule = "0.2"
    position_class = ToyPosition
    frame_classes = (Hiding, Planning, Marching, Watching, Fighting, Paying, Closing)
    secretive = True
    unit_ids = UNITS
    unit_numbers: ClassVar[dict[str, int]] = {name: number for number, name in enumerate(UNITS)}
    place_names = PLACES
    unlisted_place = DEAD
    mask_ids = ((0,), (0,), (1,), (1,), (1,), (1,), (1,))
    mask_count = 2

    def __init__(self, scenario: str = "ford", options: Mapping[str, Any] | None = None) -> None:
        self.scenario = scenario
        self.options = dict(options or {})
        self.data_digest = "ford-data"
        self.rules = SimpleNamespace(offers=OFFERS, sequence=ROWS)
        self.board = BOARD
        hexes, units = Domain("hex", BOARD.labels), Domain("unit", UNITS)
        self.actions = Actions(
            {
                "hide": hexes,
                "plan": Domain("plan", PLANS),
                "step": hexes,
                "deploy": units,
                "feed": units,
                "draw": NOTHING,
                "blow": NOTHING,
                "end": NOTHING,
            }
        )
        self.steps = {step.name: step for step in STEPS}
        self.bind_offers()

    def domains(self) -> dict[str, Collection[Any]]:
        return {"plans": PLANS, "plans of": self.sides}

    def first_position(self) -> ToyPosition:
        at = [BOARD.index[START[name]] if name in START else CUP for name in UNITS]
        return ToyPosition(
            turn=1, units=[Unit(place, 2) for place in at], frames=[Sequencing("turn"), Sequencing("setup")]
        )

    def look(self, position: Any) -> Look:
        return Look(self, position)

    def seen(self, position: Any, side: str | None) -> Any:
        if side == BLUE or position.outcome is not None:
            return position
        seen = position.copy()
        seen.mine = -1
        seen.stacks = {place: stack for place, stack in seen.stacks.items() if place not in (CUP, HAND)}
        for number, unit in enumerate(seen.units):
            if unit.at in (CUP, HAND):
                seen.units[number] = Unit(RESERVE, unit.steps)
        return seen

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        names = [*self.board.labels, *reversed(PLACES)]
        return {
            "turn": seen.turn,
            "mine": self.board.labels[seen.mine] if seen.mine >= 0 else None,
            "plans": dict(seen.plans),
            "in_hand": seen.in_hand,
            "units": {name: [names[unit.at], unit.steps] for name, unit in zip(UNITS, seen.units, strict=True)},
        }

    def sentence(self, event: Event) -> str:
        unit = next((UNITS[item] for item in event.data if isinstance(item, int)), "")
        rest = [item for item in event.data if not (unit and isinstance(item, int))]
        if event.kind == "skirmish":
            rest = list(event.data)
        return SENTENCES[event.kind].format(*rest, unit=unit)

    def frames_below(self, table: str, row: Row) -> list[Frame]:
        return [Sequencing("turn")] if table == "setup" else []

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        position.plans = {RED: "charge", BLUE: "wait"}
        if "mine" in extras:
            position.mine = BOARD.index[extras["mine"]]


def make(slug: str = "ford", scenario: str = "ford", options: Mapping[str, Any] | None = None) -> Toy:
    """The game, as the reader of records wants it."""
    return Toy(scenario, options)


def new(seed: str | None = "ford", tape: Sequence[int] | None = None, **more: Any) -> Match:
    """A match of the Ford, just begun."""
    return Match(make(), seed=seed if tape is None and "key" not in more else None, tape=tape, **more)


def load(text: str, *, strict: bool = False) -> Match:
    """The match of a record of the Ford."""
    return record.read(text, make, strict=strict)


def play(match: Match, *actions: str) -> Match:
    """Play actions one after the other; 'red: plan wait' says who."""
    for action in actions:
        side, _, rest = action.rpartition(": ")
        match.play(rest, side=side or None)
    return match
