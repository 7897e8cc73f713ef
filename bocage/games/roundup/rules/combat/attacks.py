"""The combat phase (11.0): choosing targets and attackers, bombers (7.6), the die and what it brings (11.13)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.errors import Refusal
from bocage.engine.position import Frame, Node, Units
from bocage.engine.steps import Clause, Offer, Question, Sequencing
from bocage.parts.odds import Shift

from ..look import Play, RoundupLook
from ..position import ALLIED, OTHER
from .losses import members
from .odds import Battle, final_column, reckon
from .results import apply_result


class Fighting(Frame, frozen=True):
    """A side attacks; `target` and `attackers` are the battle being put together."""

    step: ClassVar[str] = "combat"
    side: str
    target: Node = -1
    attackers: Units = 0
    acted: bool = False


class Combat(Question[Fighting]):
    """Attacks are voluntary, one at a time, in the attacker's order (11.0)."""

    name = "combat"
    rule = "11.0"

    def begin(self, play: Play, side: str) -> Fighting:
        return Fighting(side)

    def offers_now(self, look: RoundupLook, frame: Fighting) -> list[Offer]:
        offers = look.game.rules.offers
        if frame.target < 0:
            return [offers["attack"], offers["end combat"]]
        return [offers["join attack"], offers["bombers"], offers["roll"]]

    def keep(self, look: RoundupLook, frame: Fighting) -> bool:
        # One's own attack is never declared or rolled without being asked: undo must stay open.
        return frame.acted or frame.target >= 0

    def text(self, look: RoundupLook, frame: Fighting) -> str:
        if frame.target < 0:
            return "Choose a hex to attack, or end the combat phase."
        label = look.game.board.labels[frame.target]
        if not frame.attackers:
            return f"Attack on {label}: choose the attacking units."
        battle = reckon(look, frame.side, frame.target, frame.attackers)
        return (
            f"Attack on {label}: {battle.attack} against {battle.defence} ({battle.odds}), rolled on "
            f"{final_column(look, battle)}. Add units or roll."
        )

    def offer_of(self, look: RoundupLook, frame: Fighting, verb: str) -> Offer:
        """The offer of a verb; one that comes too early or too late is told why."""
        if verb == "drop":
            raise Refusal("R20", "units drop from the air in the movement phase of their side")
        if frame.target < 0 and verb in ("join", "bombers", "roll"):
            raise Refusal("11.0", f"'{verb}' comes after the choice of a hex: say first which one you attack")
        if frame.target >= 0 and verb in ("attack", "end"):
            label = look.game.board.labels[frame.target]
            raise Refusal(
                "11.0", f"one battle at a time: the attack on {label} is resolved first, or taken back by undo"
            )
        return super().offer_of(look, frame, verb)

    def answer(self, play: Play, frame: Fighting, action: Action) -> None:
        if action.verb == "end":
            position = play.position
            position.attacked = position.defended = position.garrisons_attacked = 0
            position.bombers_used = 0
            play.pop()
        elif action.verb == "attack":
            play.swap(msgspec.structs.replace(frame, target=action.index, attackers=0))
        elif action.verb == "join":
            play.swap(msgspec.structs.replace(frame, attackers=frame.attackers | 1 << action.index))
        else:
            self.fight(play, frame, action.verb == "bombers")

    def fight(self, play: Play, frame: Fighting, bombers: bool) -> None:
        """Bombs first (11.12), then the odds (11.4), the die, and its result (11.13)."""
        position, game = play.position, play.game
        look: RoundupLook = game.look(position)
        battle = reckon(look, frame.side, frame.target, frame.attackers)
        if bombers:
            battle = _bomb(play, battle)
        play.swap(Fighting(frame.side, acted=True))
        defenders = 0
        for unit in position.stacks.get(frame.target, ()):
            defenders |= 1 << unit
        position.attacked |= frame.attackers
        position.defended |= defenders
        if battle.garrison:
            position.garrisons_attacked |= 1 << frame.target
        column = final_column(look, battle)
        (die,) = play.roll()
        result = play.rules.crt[column][die - 1]
        play.tell(
            "battle", "11.13", frame.side, game.board.labels[frame.target],
            tuple((factor.unit, factor.factor) for factor in battle.attackers),
            tuple((factor.unit, factor.factor) for factor in battle.defenders),
            battle.odds, tuple(tuple(shift) for shift in battle.shifts), column, die, result,
        )  # fmt: skip
        overkill = play.rules.overkill_place is not None and battle.overwhelming >= play.rules.overkill_place
        apply_result(play, battle, frame.attackers, defenders, result, overkill)


def _bomb(play: Play, battle: Battle) -> Battle:
    """Call the heavy bombers in (7.6, 11.12); under 15.14 they may refuse."""
    position, rules = play.position, play.rules
    position.bombers_used += 1
    label = play.game.board.labels[battle.target]
    if rules.reluctance_fails_up_to and battle.side == ALLIED:
        (die,) = play.roll()
        if die <= rules.reluctance_fails_up_to:
            position.bombers_grounded = True
            play.tell("bombers refuse", "15.14", die)
            return battle
    (die,) = play.roll()
    modified = die + rules.bomber_weather[position.weather]
    shift = rules.bombers[modified]
    play.tell("bombers", "11.12", battle.side, label, die, modified, shift)
    if not shift:
        return battle
    return battle._replace(shifts=(*battle.shifts, Shift(shift, "11.12", "heavy bombers")))


def bomber_uses(look: RoundupLook, side: str) -> int:
    """How often the side's bombers may fly in this phase (7.6, R16; 15.2)."""
    position, rules = look.position, look.game.rules
    if side == ALLIED and position.bluepoint_cancelled and 2 <= position.turn <= rules.bluepoint_last_turn:
        return rules.bluepoint_bomber_uses
    return rules.bomber_uses


def _attackable_by_someone(look: RoundupLook, frame: Fighting) -> int:
    """Hexes next to a unit that may still attack, but for terrain bans."""
    position, game = look.position, look.game
    hexes = 0
    idle = game.side_units[frame.side] & position.on_board & (position.attacked | _resting(look))
    own = look.occupied(frame.side)
    if idle:
        for node in {position.units[unit].at for unit in members(idle)}:
            if all(idle >> unit & 1 for unit in position.stacks[node]):
                own &= ~(1 << node)
    heavy = game.heavies & position.on_board & ~idle
    if heavy and frame.side != ALLIED:
        for unit in members(heavy):
            node = position.units[unit].at
            if all(idle >> other & 1 or heavy >> other & 1 for other in position.stacks[node]):
                own &= ~(1 << node)
                hexes |= game.board.around[node] & ~game.no_heavy
    return hexes | game.board.step(own)


def _resting(look: RoundupLook) -> int:
    """Units that may not attack because of a replacement (8.3; 15.12 lifts it)."""
    return 0 if look.game.rules.replaced_may_attack else look.position.replaced


def _enemy_there(look: RoundupLook, frame: Fighting) -> int:
    return look.held(OTHER[frame.side])


def _not_yet_attacked(look: RoundupLook, frame: Fighting) -> int:
    position = look.position
    hexes = position.garrisons_attacked
    for unit in members(position.defended & position.on_board):
        hexes |= 1 << position.units[unit].at
    return ~hexes


def _explain_reach(look: RoundupLook, frame: Fighting, node: int) -> tuple[str, str]:
    position, game = look.position, look.game
    beside = [
        unit
        for near in game.board.neighbours[node]
        for unit in position.stacks.get(near, ())
        if game.counters[unit].side == frame.side
    ]
    if not beside:
        return "11.0", "no unit of yours is next to {it}"
    fresh = [unit for unit in beside if not position.attacked >> unit & 1]
    if not fresh:
        return "11.0", "every unit next to {it} has attacked in this phase"
    if all(_resting(look) >> unit & 1 for unit in fresh):
        return "8.3", "units that received a replacement do not attack this turn"
    return "10.9", "heavy panzers never attack into polder"


def _adjacent(look: RoundupLook, frame: Fighting) -> int:
    units = 0
    for node in look.game.board.neighbours[frame.target]:
        for unit in look.position.stacks.get(node, ()):
            units |= 1 << unit
    return units


def _own(look: RoundupLook, frame: Fighting) -> int:
    return look.game.side_units[frame.side]


def _fresh(look: RoundupLook, frame: Fighting) -> int:
    return ~look.position.attacked


def _not_replaced(look: RoundupLook, frame: Fighting) -> int:
    return ~_resting(look)


def _no_heavy_in_polder(look: RoundupLook, frame: Fighting) -> int:
    return ~look.game.heavies if look.game.no_heavy >> frame.target & 1 else -1


def _not_chosen(look: RoundupLook, frame: Fighting) -> int:
    return ~frame.attackers


def _someone_attacks(look: RoundupLook, frame: Fighting) -> int:
    return 1 if frame.attackers else 0


def _has_bombers(look: RoundupLook, frame: Fighting) -> int:
    return 1 if frame.side in look.game.rules.bomber_sides else 0


def _superior(look: RoundupLook, frame: Fighting) -> int:
    return 1 if look.position.superiority == frame.side else 0


def _bomber_weather(look: RoundupLook, frame: Fighting) -> int:
    return 1 if look.position.weather in look.game.rules.bomber_weather else 0


def _explain_weather(look: RoundupLook, frame: Fighting, index: int) -> tuple[str, str]:
    needed = " or ".join(weather.lower() for weather in look.game.rules.bomber_weather)
    return "7.6", f"heavy bombers need {needed} weather; it is {look.position.weather.lower()}"


def _combat_first(look: RoundupLook, frame: Fighting) -> int:
    table = f"{frame.side} combat/move"
    return int(any(isinstance(below, Sequencing) and below.table == table for below in look.position.frames))


def _bombers_left(look: RoundupLook, frame: Fighting) -> int:
    return 1 if look.position.bombers_used < bomber_uses(look, frame.side) else 0


def _bombers_willing(look: RoundupLook, frame: Fighting) -> int:
    return 0 if look.position.bombers_grounded else 1


FRAMES = (Fighting,)
STEPS = (Combat(),)
OFFERS = {
    "attack": Offer(
        "attack",
        "11.0",
        (
            Clause("enemy", "11.0", "there is no enemy in {it} to attack", _enemy_there),
            Clause("once", "11.0", "units in {it} have been attacked in this phase already", _not_yet_attacked),
            Clause("adjacent", "11.0", "", _attackable_by_someone, _explain_reach),
        ),
    ),
    "join attack": Offer(
        "join",
        "11.2",
        (
            Clause("own", "11.0", "only the units of the side whose phase it is attack", _own),
            Clause("adjacent", "11.0", "{it} is not next to the hex under attack", _adjacent),
            Clause("once", "11.0", "{it} has attacked in this phase already", _fresh),
            Clause("replaced", "8.3", "{it} received a replacement and does not attack this turn", _not_replaced),
            Clause("heavy", "10.9", "heavy panzers never attack into polder", _no_heavy_in_polder),
            Clause("chosen", "11.3", "{it} attacks already, with its whole factor", _not_chosen),
        ),
    ),
    "bombers": Offer(
        "bombers",
        "7.6",
        (
            Clause("marker", "7.6", "this side has no heavy bombers", _has_bombers),
            Clause("superiority", "7.6", "heavy bombers need air superiority", _superior),
            Clause("weather", "7.6", "", _bomber_weather, _explain_weather),
            Clause("order", "7.6", "heavy bombers fly only in a turn of Combat/Move", _combat_first),
            Clause("left", "7.6", "the heavy bombers have flown this turn", _bombers_left),
            Clause("willing", "15.14", "Bomber Command has refused for this turn", _bombers_willing),
            Clause("attackers", "11.12", "choose the attacking units first", _someone_attacks),
        ),
    ),
    "roll": Offer("roll", "11.4", (Clause("attackers", "11.0", "choose the attacking units first", _someone_attacks),)),
    "end combat": Offer("end", "11.0", (Clause("any", "11.0", "", lambda look, frame: 1),)),
}
