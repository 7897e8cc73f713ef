"""The combat phase (11.0): choosing targets and attackers, bombers (7.6), the die and what it brings (11.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.parts.combat.attacks import Attacking, choosing, gathering
from bocage.parts.combat.odds import Shift
from bocage.parts.stacks import members
from bocage.rules import (
    DIE,
    HEXES,
    PLAIN,
    SIDE,
    UNITS,
    About,
    Conditions,
    Frame,
    Node,
    Roll,
    Sequencing,
    Units,
    event,
    going_on,
    offer,
)

from ..look import Play, RoundupLook
from ..position import ALLIED, OTHER
from .odds import Battle, final_column, reckon
from .results import MEANING, apply_result

if TYPE_CHECKING:
    from ...game import Roundup


def _battle_words(game: Roundup, side: str, target: int, attackers: Any, defenders: Any, *rest: Any) -> str:
    odds, shifts, column, die, result = rest

    def those(part: Any) -> str:
        return ", ".join(f"{game.unit_name(unit)} {factor}" for unit, factor in part) or "garrison"

    moved = "".join(
        f"; {abs(columns)} {'right' if columns > 0 else 'left'}: {why} ({rule})" for columns, rule, why in shifts
    )
    return (
        f"{game.side_name(side)} attack {game.hex_name(target)}: {those(attackers)} against {those(defenders)}, {odds}"
        f"{moved}; rolled on {column}: {die}, {result} - {MEANING[result]}."
    )


def _about_battle(game: Roundup, side: str, target: int, attackers: Any, defenders: Any, *rest: Any) -> About:
    _, _, column, die, result = rest
    units = game.pointed_at([unit for unit, _ in (*attackers, *defenders)])
    return About("battle", side, [Roll(f"{column}: {result}", (die,))], hexes=[game.hex_name(target)], units=units)


def _bombs_words(game: Roundup, side: str, target: int, die: int, modified: int, shift: int) -> str:
    changed = f" modified to {modified}" if modified != die else ""
    effect = f"{abs(shift)} {'right' if shift > 0 else 'left'}" if shift else "no effect"
    return f"Heavy bombers over {game.hex_name(target)}: {die}{changed}, {effect}."


fought = event("battle", "11.13", _battle_words, about=_about_battle)
bombed = event("bombers", "11.12", _bombs_words, sort="dice", roll="Heavy bombers", who=SIDE, target=HEXES, die=DIE)
refused = event(
    "bombers refuse", "15.14", "Bomber Command refuses (die {die}); no bombers fly this turn.",
    sort="dice", side=ALLIED, roll="Bomber Command", die=DIE,
)  # fmt: skip


class Fighting(Frame, frozen=True):
    """A side attacks; `target` and `attackers` are the battle being put together."""

    side: str
    target: Node = -1
    attackers: Units = 0
    acted: bool = False


class Combat(Attacking[Fighting]):
    """Attacks are voluntary, one at a time, in the attacker's order (11.0)."""

    name, rule = "combat", "11.0"
    later = ("join", "bombers", "roll")

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

    def not_now(self, look: RoundupLook, frame: Fighting, verb: str) -> tuple[str, str] | None:
        if verb == "drop":
            return "R20", "units drop from the air in the movement phase of their side"
        return super().not_now(look, frame, verb)

    @offer("attack", HEXES, "11.0", when=choosing)
    def attack(self, look: RoundupLook, frame: Fighting) -> Conditions:
        position, game = look.position, look.game
        yield look.held(OTHER[frame.side]), "11.0", "there is no enemy in {it} to attack"
        attacked = look.hexes_of(members(position.defended & position.on_board))  # here or elsewhere (R14)
        attacked |= position.garrisons_attacked
        yield ~attacked, "11.0", "units in {it} have been attacked in this phase already"
        able = game.side_units[frame.side] & position.on_board & ~position.attacked & ~resting(look)
        reach = game.board.step(look.hexes_of(members(able & ~game.heavies)))
        reach |= game.board.step(look.hexes_of(members(able & game.heavies))) & ~game.no_heavy
        yield reach, "11.0", lambda node: self._why_nobody(look, frame, node)

    attack.sets("target", attackers=0)

    def _why_nobody(self, look: RoundupLook, frame: Fighting, node: int) -> tuple[str, str]:
        """Why no unit attacks a hex that holds an enemy."""
        beside = look.units_in(look.game.board.around[node], frame.side)
        if not beside:
            return "11.0", "no unit of yours is next to {it}"
        fresh = beside & ~look.position.attacked
        if not fresh:
            return "11.0", "every unit next to {it} has attacked in this phase"
        if not fresh & ~resting(look):
            return "8.3", "units that received a replacement do not attack this turn"
        return "10.9", "heavy panzers never attack into polder"

    end = going_on("11.0", "End combat", "the combat phase is over", when=choosing)

    @end.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        play.clear("combat")
        play.pop()

    @offer("join", UNITS, "11.2", "Join the attack", when=gathering)
    def join(self, look: RoundupLook, frame: Fighting) -> Conditions:
        game, position = look.game, look.position
        yield game.side_units[frame.side], "11.0", "only the units of the side whose phase it is attack"
        yield (
            look.units_in(game.board.around[frame.target], frame.side),
            "11.0",
            "{it} is not next to the hex under attack",
        )
        yield ~position.attacked, "11.0", "{it} has attacked in this phase already"
        yield ~resting(look), "8.3", "{it} received a replacement and does not attack this turn"
        if game.no_heavy >> frame.target & 1:
            yield ~game.heavies, "10.9", "heavy panzers never attack into polder"
        yield ~frame.attackers, "11.3", "{it} attacks already, with its whole factor"

    join.adds("attackers")

    @offer("bombers", PLAIN, "7.6", words="call the heavy bombers, then roll", when=gathering)
    def bombers(self, look: RoundupLook, frame: Fighting, planning: bool = False) -> Conditions:
        position, rules = look.position, look.game.rules
        yield frame.side in rules.bomber_sides, "7.6", "this side has no heavy bombers"
        yield position.superiority == frame.side, "7.6", "heavy bombers need air superiority"
        needed = " or ".join(weather.lower() for weather in rules.bomber_weather)
        now = position.weather.lower()
        yield position.weather in rules.bomber_weather, "7.6", f"heavy bombers need {needed} weather; it is {now}"
        if not planning:
            table = f"{frame.side} combat/move"
            first = any(isinstance(below, Sequencing) and below.table == table for below in position.frames)
            yield first, "7.6", "heavy bombers fly only in a turn of Combat/Move"
        yield position.bombers_used < bomber_uses(look, frame.side), "7.6", "the heavy bombers have flown this turn"
        yield not position.bombers_grounded, "15.14", "Bomber Command has refused for this turn"
        yield frame.attackers != 0, "11.12", "choose the attacking units first"

    @bombers.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        self.fight(play, frame, bombers=True)

    @offer("roll", PLAIN, "11.4", words="roll the die", when=gathering)
    def roll(self, look: RoundupLook, frame: Fighting) -> Conditions:
        yield frame.attackers != 0, "11.0", "choose the attacking units first"

    @roll.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        self.fight(play, frame, bombers=False)

    def fight(self, play: Play, frame: Fighting, bombers: bool) -> None:
        """Bombs first (11.12), then the odds (11.4), the die, and its result (11.13); nobody joins any more (R39)."""
        position, rules, look = play.position, play.game.rules, play.look
        battle = reckon(look, frame.side, frame.target, frame.attackers)
        if bombers:
            battle = _bomb(play, battle)
        play.swap(Fighting(frame.side, acted=True))
        defenders = look.units_in(1 << frame.target, OTHER[frame.side])
        position.attacked |= frame.attackers
        position.defended |= defenders
        if battle.garrison:
            position.garrisons_attacked |= 1 << frame.target
        column = final_column(look, battle)
        (die,) = play.roll()
        result = rules.crt[column][die - 1]
        parts = (tuple((one.unit, one.factor) for one in part) for part in (battle.attackers, battle.defenders))
        shifts = tuple(tuple(shift) for shift in battle.shifts)
        fought(play, frame.side, frame.target, *parts, battle.odds, shifts, column, die, result)
        overkill = 0 < rules.overkill_odds <= battle.overwhelming + 1  # 2:1 is place 1 on the line of odds
        apply_result(play, battle, frame.attackers, defenders, result, overkill)


def _bomb(play: Play, battle: Battle) -> Battle:
    """Call the heavy bombers in (7.6, 11.12); under 15.14 they may refuse."""
    position, rules = play.position, play.game.rules
    position.bombers_used += 1
    if rules.reluctance_fails_up_to and battle.side == ALLIED:
        (die,) = play.roll()
        if die <= rules.reluctance_fails_up_to:
            position.bombers_grounded = True
            refused(play, die)
            return battle
    (die,) = play.roll()
    modified = die + rules.bomber_weather[position.weather]
    shift = rules.bombers[modified]
    bombed(play, battle.side, battle.target, die, modified, shift)
    if not shift:
        return battle
    return battle._replace(shifts=(*battle.shifts, Shift(shift, "11.12", "heavy bombers")))


def bomber_uses(look: RoundupLook, side: str) -> int:
    """How often the side's bombers may fly in this phase (7.6, R16; 15.2)."""
    position, rules = look.position, look.game.rules
    if side == ALLIED and position.bluepoint_cancelled and 2 <= position.turn <= rules.bluepoint_last_turn:
        return rules.bluepoint_bomber_uses
    return rules.bomber_uses


def resting(look: RoundupLook) -> Units:
    """Units that may not attack because of a replacement (8.3; 15.12 lifts it)."""
    return 0 if look.game.rules.aggressive_replacements else look.position.replaced
