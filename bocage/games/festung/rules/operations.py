"""Operations (6.2): hexes are marked for movement or combat at the prices of 11.5 and 11.6, then move, then fight."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.rules import (
    HEXES,
    WORD,
    Conditions,
    Frame,
    HexSet,
    Question,
    Units,
    automatic,
    event,
    going_on,
    offer,
    once,
)

from .look import FestungLook, Play, members
from .movement.moves import Moving
from .position import ALLIED, AXIS, OTHER
from .supply import tracing

MOVE, ATTACK = "Move", "Attack"
_FREE = "free of charge"

marked = event("marked", "6.23", "{node} is marked: {kind} ({price}).", kind=WORD, node=HEXES, price=WORD)


def _points(number: int, kind: str = "") -> str:
    return f"{number} {kind}point{'s' * (number != 1)}"


def begin(play: Play, side: str, points: int) -> None:
    """An operation with so many points of a card or event; supply is judged now for all of it (11.1, ruling R70)."""
    position, look = play.position, play.look
    position.full, position.limited = tracing.graded(look, side)
    position.move_marks = position.attack_marks = 0
    play.push(Marking(side, *worth(look, side, points)))


def worth(look: FestungLook, side: str, points: int) -> tuple[int, int]:
    """The points that a side has for so many of a card, and how many hexes it marks free of charge (19.31)."""
    if side != ALLIED or not look.position.card:  # an automatic operation is worth what it is
        return points, 0
    if look.on("allied_ops_minus_1"):
        points = max(look.game.flag_of("allied_ops_minus_1").min, points - 1)
    rules, since = look.game.rules, look.position.antwerp_turn
    if not rules.antwerp_supplies or not 0 < since < look.position.turn:
        return points, 0
    more = rules.numbers["antwerp_points"]
    return (points, more) if rules.antwerp_markers else (points + more, 0)  # ruling R34


# Prices


@once
def price(look: FestungLook, node: int, kind: str) -> int:
    """What a marker on a hex or box costs; all its units are paid for, whether they act or not (ruling R46)."""
    position, game, numbers = look.position, look.game, look.game.rules.numbers
    if 1 << node & ~game.board.hexes:
        return numbers["box_price"]  # 6.24, ruling R92
    here = look.in_place(node)  # a fortress too (ruling R77)
    full, limited = here & position.full, here & position.limited
    out = (here & ~full & ~limited).bit_count()  # 11.61
    cost = out + (bool(full) + limited.bit_count() if kind == ATTACK else bool(full | limited))  # 11.51, 11.52
    if here & game.side_units[ALLIED]:
        if quarrel(look, here):
            cost = max(cost, numbers["coalition_price"])
        if werewolves(look) >> node & 1:
            cost += game.flag_of("werewolves").extra_ops_first_hex
    return cost


def quarrel(look: FestungLook, units: Units) -> bool:
    """Is a hex with these units dearer because of Coalition Strife (7.14)? Airborne units side with either group."""
    if not look.on("coalition_strife") or look.on("ignore_nationality"):
        return False
    groups = look.game.groups
    return bool(units & groups["US"] & ~groups["BR"] and units & groups["BR"] & ~groups["US"])


def werewolves(look: FestungLook) -> HexSet:
    """German hexes that cost more to activate: all, until the first of them is marked in this action."""
    if not look.on("werewolves"):
        return 0
    there = look.game.flag_countries("werewolves")
    return 0 if there & (look.position.move_marks | look.position.attack_marks) else there


@once
def affordable(look: FestungLook, side: str, kind: str, points: int) -> HexSet:
    """Hexes and boxes with units of a side whose marker costs no more than that."""
    found = 0
    for node in look.game.board.nodes(look.occupied(side)):
        if price(look, node, kind) <= points:
            found |= 1 << node
    return found


def _too_dear(look: FestungLook, node: int, kind: str, points: int) -> tuple[str, str]:
    here, position = look.in_place(node), look.position
    case = "6.21"
    if 1 << node & look.game.board.hexes:
        if here & ~position.full & ~position.limited:
            case = "11.61"
        elif kind == ATTACK and here & position.limited:
            case = "11.52"
        elif quarrel(look, here):
            case = "7.14"
    return case, f"{kind} costs {_points(price(look, node, kind))} in {{it}}, with {points} left"


# Who may be activated


@once
def frozen(look: FestungLook) -> Units:
    """German units of the Army District that Fortitude holds fast (20: army district)."""
    flag = look.flag("fortitude")
    if flag is None:
        return 0
    return look.units_in(look.game.data.districts[flag.word], AXIS) & look.game.germans


@once
def spared_beaches(look: FestungLook) -> HexSet:
    """Beach Heads in France, which Axis armour does not attack until Rommel or Roundup is played (6.26, R6, R74)."""
    if look.on("rommel") or look.roundup_game():
        return 0
    return look.game.data.beach_countries["France"]


@once
def attack_bases(look: FestungLook, side: str) -> HexSet:
    """Hexes beside an enemy whom at least one of their units may attack (6.25, ruling R98)."""
    game = look.game
    enemies = look.occupied(OTHER[side]) & game.board.hexes
    spared = enemies & spared_beaches(look) if side == AXIS else 0
    found = game.data.open_sides.step(enemies & ~spared)
    if spared:
        others = members(game.side_units[AXIS] & look.position.on_board & ~game.mechanized)
        found |= game.data.open_sides.step(spared) & look.hexes_of(others)
    return found & look.occupied(side) & game.board.hexes


class Marking(Frame, frozen=True):
    """A side marks hexes; it has so many points left, and so many markers that cost nothing."""

    side: str
    points: int
    free: int = 0
    acted: bool = False


def _has_free(look: FestungLook, frame: Marking) -> bool:
    return frame.free > 0


class Activation(Question[Marking]):
    """All markers are bought before anything moves (6.241, ruling R112), one for each hex (6.23)."""

    name, rule = "activation", "6.21"

    def keep(self, look: FestungLook, frame: Marking) -> bool:
        return frame.acted

    def text(self, look: FestungLook, frame: Marking) -> str:
        free = f", and {frame.free} marker{'s' * (frame.free > 1)} {_FREE}" if frame.free else ""
        return f"Mark hexes for movement or combat: {_points(frame.points, 'activation ')} left{free}."

    @offer("mark-move", HEXES, "6.23", "Move marker")
    def move(self, look: FestungLook, frame: Marking) -> Conditions:
        yield from self._moves(look, frame)
        yield from self._pays(look, frame, MOVE)

    @move.does
    def _(self, play: Play, frame: Marking, node: int) -> None:
        self._mark(play, frame, node, MOVE)

    @offer("mark-attack", HEXES, "6.23", "Attack marker")
    def attack(self, look: FestungLook, frame: Marking) -> Conditions:
        yield from self._attacks(look, frame)
        yield from self._pays(look, frame, ATTACK)

    @attack.does
    def _(self, play: Play, frame: Marking, node: int) -> None:
        self._mark(play, frame, node, ATTACK)

    @offer("free-move", HEXES, "R34", "Move marker, free", when=_has_free)
    def free_move(self, look: FestungLook, frame: Marking) -> Conditions:
        return self._moves(look, frame)

    @free_move.does
    def _(self, play: Play, frame: Marking, node: int) -> None:
        self._mark(play, frame, node, MOVE, free=True)

    @offer("free-attack", HEXES, "R34", "Attack marker, free", when=_has_free)
    def free_attack(self, look: FestungLook, frame: Marking) -> Conditions:
        return self._attacks(look, frame)

    @free_attack.does
    def _(self, play: Play, frame: Marking, node: int) -> None:
        self._mark(play, frame, node, ATTACK, free=True)

    end = going_on("6.241", "All is marked", "points that are left are lost")

    @end.does
    def _(self, play: Play, frame: Marking, _: int) -> None:
        play.pop()
        play.start("operation combat", frame.side)
        if play.position.move_marks:
            play.push(Moving(frame.side))

    def _activates(self, look: FestungLook, frame: Marking) -> Conditions:
        position = look.position
        yield look.occupied(frame.side), "6.21", "no unit of yours is in {it}"
        yield ~(position.move_marks | position.attack_marks), "6.23", "{it} has a marker already"
        held = look.hexes_of(members(frozen(look))) if frame.side == AXIS else 0
        yield ~held, "20:army district", "Fortitude holds the Germans in {it} fast"

    def _moves(self, look: FestungLook, frame: Marking) -> Conditions:
        yield from self._activates(look, frame)
        yield ~(1 << look.game.data.boxes["OKW"]), "6.24", "no Move marker goes to the OKW Reserve: units redeploy"

    def _attacks(self, look: FestungLook, frame: Marking) -> Conditions:
        yield from self._activates(look, frame)
        yield look.game.board.hexes, "6.24", "{it} is a box, and takes Move markers only"
        yield attack_bases(look, frame.side), "6.25", lambda node: _why_no_target(look, frame.side, node)

    def _pays(self, look: FestungLook, frame: Marking, kind: str) -> Conditions:
        points = frame.points
        within = affordable(look, frame.side, kind, points)
        yield within, "6.21", lambda node: _too_dear(look, node, kind, points)

    def _mark(self, play: Play, frame: Marking, node: int, kind: str, free: bool = False) -> None:
        position = play.position
        cost = 0 if free else price(play.look, node, kind)
        if kind == MOVE:
            position.move_marks |= 1 << node
        else:
            position.attack_marks |= 1 << node
        told = _FREE if free else _points(cost)
        marked(play, kind, node, told, rule="R34" if free else "")
        play.swap(replace(frame, points=frame.points - cost, free=frame.free - free, acted=True))


def _why_no_target(look: FestungLook, side: str, node: int) -> tuple[str, str]:
    enemies = look.occupied(OTHER[side]) & look.game.board.hexes
    if look.game.data.open_sides.step(1 << node) & enemies:
        return "6.26", "Axis armour does not attack Beach Heads in France before Rommel, and nobody else is in {it}"
    return "6.25", "no enemy is beside {it}"


@automatic("operation combat", "6.25")
def operation_combat(play: Play, side: str) -> None:
    """When all movement is done, hexes with Attack markers fight (6.25)."""
    if play.position.attack_marks:
        fight(play, side)


def fight(play: Play, side: str, landing: int = -1) -> None:
    """The combats of an operation, or of a landing in a Beach Head (9)."""
    from .combat import attacks  # which asks here whom armour may attack

    attacks.begin(play, side, landing=landing)


__all__ = [
    "ATTACK",
    "MOVE",
    "affordable",
    "attack_bases",
    "begin",
    "fight",
    "frozen",
    "price",
    "spared_beaches",
    "worth",
]
