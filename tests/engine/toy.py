"""The Ford: a tiny complete game that uses every mechanism of the engine.

Twelve hexes, three turns. Blue hides a mine. Each turn both sides write down a plan in secret, then Red and Blue
march in turn, then scouts that stand side by side skirmish with a die. Red wins at once by reaching 0403, else the
side with more steps wins. Blue may draw reserves from a cup; Red sees only how many.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec

from bocage.engine.chapters import chapter
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.hexes import Board, ccrr, rectangle
from bocage.rules import (
    DIE,
    HEXES,
    NOTHING,
    PLAIN,
    UNITS,
    WORD,
    Action,
    Automatic,
    Conditions,
    Domain,
    Frame,
    Game,
    Hexes,
    Look,
    Node,
    OfSide,
    Outcome,
    Play,
    Position,
    Question,
    Row,
    Sealed,
    Sealing,
    Sequencing,
    Unit,
    automatic,
    event,
    going_on,
    offer,
    provided,
)  # fmt: skip

RED, BLUE = "red", "blue"
PLACES = ("cup", "hand", "dead", "reserve")
CUP, HAND, DEAD, RESERVE = (-number - 1 for number in range(4))
UNIT_IDS = ("R-scout", "R-gun", "B-scout", "B-gun", "B-ash", "B-birch", "B-cedar")
PLANS = ("charge", "wait", "dig")
START = {"R-scout": "0101", "R-gun": "0102", "B-scout": "0402", "B-gun": "0401"}
GOAL, GATE = "0403", "0401"
LAST_TURN = 3


Hand = Play["Toy", "ToyPosition", Any]


class ToyPosition(Position):
    """The ford, the mine and the plans of the turn."""

    mine: Node = -1
    swept: Hexes = 0
    plans: dict[str, str] = {}
    in_hand: int = 0


def _free(look: Any) -> int:
    taken = 0
    for place in look.position.stacks:
        if place >= 0:
            taken |= 1 << place
    return int(look.game.board.all & ~taken)


hidden = event("hidden", "1.1", "The mine is hidden in {hex}.", hex=HEXES)
planned = event("plan", "2.1", "The plan of {who} is to {plan}.", who=WORD, plan=WORD)
drawn = event("drawn", "3.3", "Blue draws {unit}.", unit=UNITS)
drew = event("drew", "3.3", "Blue draws a counter.")
deployed = event("deployed", "3.4", "{unit} is deployed.", unit=UNITS)
walked = event("walked", "3.1", "{unit} walks to {hex}.", unit=UNITS, hex=HEXES)
boom = event("boom", "3.2", "{unit} steps on the mine.", unit=UNITS)
blown = event("blown", "4.1", "The mine is blown up beside the scout.")
skirmished = event("skirmish", "4.5", "The scouts skirmish: {die}.", die=DIE)
fed = event("fed", "4.6", "{unit} is fed.", unit=UNITS)


class HideMine(Question[OfSide]):
    """Blue hides the mine; nobody else learns where."""

    name, rule = "mine", "1.1"

    def text(self, look: Any, frame: OfSide) -> str:
        return "Hide the mine."

    @offer("hide", HEXES, "1.1")
    def hide(self, look: Any, frame: OfSide) -> Conditions:
        yield _free(look), "1.1", "{it} is occupied"

    @hide.does
    def _(self, play: Hand, frame: OfSide, node: int) -> None:
        play.position.mine = node
        hidden(play, node, eyes=(BLUE,))
        play.pop()


class Plans(Sealed[Sealing]):
    """Both sides write a plan; only Blue may dig in."""

    name, rule = "plans", "2.1"

    def text(self, look: Any, frame: Sealing) -> str:
        return f"Write down the plan of {frame.side}."

    @offer("plan", "plans", "2.1")
    def plan(self, look: Any, frame: Sealing) -> Conditions:
        yield 0b111 if frame.side == BLUE else 0b011, "2.2", "only Blue digs in"
        if not look.game.rules.charging:
            yield 0b110, "2.3", "nobody charges"

    def reveal(self, play: Hand, frame: Sealing, answers: dict[str, Action]) -> None:
        play.pop()
        play.position.plans = {side: action.operand for side, action in answers.items()}
        for side, action in answers.items():
            planned(play, side, action.operand)


class Marching(Frame, frozen=True):
    """A side marches."""

    side: str
    left: int
    acted: bool = False


class March(Question[Marching]):
    """Walk hex by hex; whoever enters a hex that he does not know looks at the truth."""

    name, rule = "march", "3.1"

    def begin(self, play: Hand, side: str) -> Marching:
        return Marching(side, 2 if play.position.plans[side] == "charge" else 1)

    def keep(self, look: Any, frame: Marching) -> bool:
        return frame.acted

    def text(self, look: Any, frame: Marching) -> str:
        return f"March: {frame.left} hexes left."

    @offer("step", HEXES, "3.1")
    def step(self, look: Any, frame: Marching) -> Conditions:
        at = look.position.units[look.game.unit_numbers["R-scout" if frame.side == RED else "B-scout"]].at
        yield look.game.board.around[at] if at >= 0 and frame.left else 0, "3.1", "{it} is too far"
        yield _free(look), "3.1", "{it} is occupied"

    @step.does
    def _(self, play: Hand, frame: Marching, node: int) -> None:
        position = play.position
        scout = play.game.unit_numbers["R-scout" if frame.side == RED else "B-scout"]
        play.swap(Marching(frame.side, frame.left - 1, True))
        play.put(scout, node)
        walked(play, scout, node)
        if frame.side == RED and not position.swept >> node & 1:
            play.looked()
            position.swept |= 1 << node
            if position.mine == node:
                position.mine = -1
                boom(play, scout)
                lose(play, scout)
        if frame.side == RED and play.game.board.labels[node] == GOAL and position.units[scout].at >= 0:
            position.outcome = Outcome(RED, "the ford is crossed", "5.1")

    @offer("draw", PLAIN, "3.3")
    def draw(self, look: Any, frame: Marching) -> Conditions:
        yield frame.side == BLUE, "3.3", "only Blue has reserves"
        yield CUP in look.position.stacks, "3.3", "the cup is empty"

    @draw.does
    def _(self, play: Hand, frame: Marching, _: int) -> None:
        cup = play.position.stacks[CUP]
        unit = cup[play.number(len(cup)) - 1]
        play.put(unit, HAND)
        play.position.in_hand += 1
        drawn(play, unit, eyes=(BLUE,))
        drew(play, eyes=(RED,))
        play.swap(msgspec.structs.replace(frame, acted=True))

    @offer("deploy", UNITS, "3.4")
    def deploy(self, look: Any, frame: Marching) -> Conditions:
        yield provided(frame.side == BLUE), "3.4", "only Blue has reserves"
        yield sum(1 << unit for unit in look.position.stacks.get(HAND, ())), "3.4", "{it} is not in hand"

    @deploy.does
    def _(self, play: Hand, frame: Marching, unit: int) -> None:
        play.put(unit, play.game.board.index[GATE])
        play.position.in_hand -= 1
        deployed(play, unit)
        play.swap(msgspec.structs.replace(frame, acted=True))

    end = going_on("3.1")


def lose(play: Hand, unit: int) -> None:
    """A step is lost, or the last one."""
    steps = play.position.units[unit].steps
    if steps > 1:
        play.set_steps(unit, steps - 1)
    else:
        play.put(unit, DEAD)


class Watch(Question[OfSide]):
    """Blue may blow the mine up beside Red. He is asked even if he cannot, or Red would learn something."""

    name = "watch"

    def keep(self, look: Any, frame: OfSide) -> bool:
        return True

    def case(self, look: Any, frame: OfSide) -> str:
        return "4.1" if look.position.mine >= 0 else "4.2"

    def text(self, look: Any, frame: OfSide) -> str:
        return "Blow the mine up?"

    @offer("blow", PLAIN, "4.1")
    def blow(self, look: Any, frame: OfSide) -> Conditions:
        red, mine = look.position.units[0].at, look.position.mine
        yield red >= 0 and mine in look.game.board.neighbours[red], "4.1", "Red is not beside the mine"

    @blow.does
    def _(self, play: Hand, frame: OfSide, _: int) -> None:
        play.pop()
        play.position.mine = -1
        blown(play)
        lose(play, play.game.unit_numbers["R-scout"])

    end = going_on("3.1")


@automatic("skirmish")
def skirmish(play: Hand, side: str) -> None:
    """Scouts side by side: on 1 to 3 Red loses a step, else Blue."""
    numbers, units, board = play.game.unit_numbers, play.position.units, play.game.board
    red, blue = units[numbers["R-scout"]].at, units[numbers["B-scout"]].at
    if min(red, blue) >= 0 and blue in board.neighbours[red]:
        (die,) = play.roll()
        skirmished(play, die)
        lose(play, numbers["R-scout" if die <= 3 else "B-scout"])


class Upkeep(Question[OfSide]):
    """Each side names the gun that it keeps; there is one each, so nobody is ever asked."""

    name, rule = "upkeep", "4.6"

    def text(self, look: Any, frame: OfSide) -> str:
        return "Feed a gun."

    @offer("feed", UNITS, "4.6")
    def feed(self, look: Any, frame: OfSide) -> Conditions:
        yield 1 << look.game.unit_numbers["R-gun" if frame.side == RED else "B-gun"], "4.6", "{it} is not your gun"

    @feed.does
    def _(self, play: Hand, frame: OfSide, unit: int) -> None:
        fed(play, unit)
        play.pop()


class Dusk(Automatic[OfSide]):
    """The turn ends, and after the last one the game."""

    name = "dusk"

    def run(self, play: Hand, frame: OfSide) -> None:
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
CHAPTER = chapter(sys.modules[__name__])


class Toy(Game[ToyPosition]):
    """Red wants to cross the ford, Blue holds it."""

    slug = "ford"
    title = "The Ford"
    sides = (RED, BLUE)
    rules_version = 1
    take_back_rule = "0.1"
    concession_rule = "0.2"
    position_class = ToyPosition
    frame_classes = CHAPTER.FRAMES
    secretive = True
    unit_ids = UNIT_IDS
    unit_numbers: ClassVar[dict[str, int]] = {name: number for number, name in enumerate(UNIT_IDS)}
    place_names = PLACES
    unlisted_place = DEAD
    mask_ids = ((0,), (0,), (1,), (1,), (1,), (1,), (1,))
    mask_count = 2

    def __init__(self, scenario: str = "ford", options: Mapping[str, Any] | None = None) -> None:
        self.scenario = scenario
        self.options = dict(options or {})
        self.data_digest = "ford-data"
        self.rules = SimpleNamespace(sequence=ROWS, charging=True)
        self.board = BOARD
        hexes, units, plans = Domain("hex", BOARD.labels), Domain("unit", UNIT_IDS), Domain("plan", PLANS)
        self.bring(CHAPTER, {"hexes": hexes, "units": units, "plans": plans, "plain": NOTHING})

    def domains(self) -> dict[str, Collection[Any]]:
        return {"plans": PLANS, "plans of": self.sides}

    def first_position(self) -> ToyPosition:
        at = [BOARD.index[START[name]] if name in START else CUP for name in UNIT_IDS]
        return ToyPosition(
            turn=1, units=[Unit(place, 2) for place in at], frames=[Sequencing("turn"), Sequencing("setup")]
        )

    def look(self, position: Any) -> Look[Any, Any]:
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
            "units": {name: [names[unit.at], unit.steps] for name, unit in zip(UNIT_IDS, seen.units, strict=True)},
        }

    def unit_name(self, unit: int) -> str:
        return UNIT_IDS[unit]

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
