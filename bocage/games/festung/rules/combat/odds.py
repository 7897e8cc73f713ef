"""The arithmetic of combat (9.23 to 9.26): factors, odds, every column shift and every modifier with its case."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from bocage.parts.combat.odds import Shift, column_of, ratio
from bocage.rules import Node, Units

from ...data import effects
from ..look import FestungLook, members
from ..position import ALLIED, AXIS
from .battle import Fight, all_across, any_across, defenders, fed_attackers, shaken
from .conditions import bonuses, holds, parts

Loss = tuple[int, int]  # steps of attacker and defender


class Modifier(NamedTuple):
    """Something that is added to the die, the case that says so, and its reason."""

    number: int
    rule: str
    why: str


class Battle(NamedTuple):
    """A combat in numbers, as it stands."""

    side: str
    target: Node
    attackers: tuple[tuple[int, int], ...]  # unit and factor
    defenders: tuple[tuple[int, int], ...]
    attack: int
    defence: int
    odds: str  # before any shift
    shifts: tuple[Shift, ...]
    column: str
    modifiers: tuple[Modifier, ...]
    chances: dict[str, Fraction] = {}  # of each result, steps of attacker and defender, as the table writes it

    @property
    def modifier(self) -> int:
        """What is added to the die in all."""
        return sum(part.number for part in self.modifiers)


def reckon(look: FestungLook, fight: Fight) -> Battle:
    """A combat in numbers, with the aircraft and cards that have been named so far."""
    steady = defenders(look, fight) & ~shaken(look, fight.target)
    attackers = tuple((unit, look.attack(unit)) for unit in members(fight.attackers))
    holding = tuple((unit, look.defence(unit)) for unit in members(steady))
    attack, defence = sum(factor for _, factor in attackers), sum(factor for _, factor in holding)
    odds, shifts = _odds(look, attack, defence), tuple(_shifts(look, fight))
    if not attack:
        shifts = ()  # alone, those without strength attack on the lowest column whatever helps them (9.15)
    column = _shifted(look, odds, sum(shift.columns for shift in shifts))
    modifiers = tuple(_modifiers(look, fight, column))
    return Battle(
        fight.side, fight.target, attackers, holding, attack, defence, odds, shifts, column, modifiers
    )  # fmt: skip


def result(look: FestungLook, battle: Battle, die: int) -> tuple[int, Loss]:
    """The die as modified, and what the table shows for it (9.27)."""
    table = look.game.data.results[battle.column]
    number = max(1, min(die + battle.modifier, len(table)))
    return number, table[number - 1]


def unshifted(look: FestungLook, battle: Battle, odds: str) -> bool:
    """Does a combat reach these odds before any shift?"""
    columns = look.game.data.odds
    return columns.index(battle.odds) >= columns.index(odds)


def _odds(look: FestungLook, attack: int, defence: int) -> str:
    """The ratio, rounded in the defender's favour (9.23); nobody who counts defends: the highest (9.48)."""
    columns = look.game.data.odds
    if not attack:
        return columns[0]  # 9.15
    return column_of(ratio(attack, defence), columns) if defence else columns[-1]


def _shifted(look: FestungLook, column: str, by: int) -> str:
    """The column after all shifts together; beyond the ends of the table the last one counts (9.23)."""
    columns = look.game.data.odds
    return columns[max(0, min(columns.index(column) + by, len(columns) - 1))]


# Columns


def _ignored(look: FestungLook, fight: Fight) -> list[str]:
    """What does not count in this combat."""
    found: list[str] = [word for _, part in parts(look, fight, effects.Ignore) for word in part.what]
    return found + [word for _, part in bonuses(look, fight) for word in part.ignore]


def _shifts(look: FestungLook, fight: Fight) -> Iterator[Shift]:
    """Every column shift (9.24), in the book's order; cards last (9.25)."""
    numbers, ignored = look.game.rules.numbers, _ignored(look, fight)
    yield from _from_the_air(look, fight)
    yield from _terrain(look, fight, ignored)
    barring = look.game.mechanized | look.game.fortresses
    armour = fight.attackers & look.game.mechanized and not defenders(look, fight) & barring  # rulings R73, R95
    if armour and "mech_shift" not in ignored:
        yield Shift(numbers["mechanized_shift"], "9.243", "mechanized units against a hex without any")
    if fight.side == ALLIED and look.position.hitler == fight.target:
        yield Shift(numbers["hitler_shift"], "9.244", "Hitler is in the hex")
    if fight.attackers & ~fed_attackers(look, fight):
        yield Shift(numbers["unsupplied_shift"], "9.245", "attackers out of supply")
    for card, part in parts(look, fight, effects.Shift):
        if (part.role == "attack") == (card.side == fight.side):
            yield Shift(part.value, "9.25", card.name)
    for card, bonus in bonuses(look, fight):
        if bonus.shift:
            yield Shift(bonus.shift, "6.51", card.name)


def _from_the_air(look: FestungLook, fight: Fight) -> Iterator[Shift]:
    """Carpet bombing and ground support (9.241), unless the weather keeps aircraft on the ground (6.62)."""
    numbers = look.game.rules.numbers
    if look.on("no_allied_air"):
        return
    for marker in fight.air:
        if marker in look.position.bombers:
            yield Shift(numbers["carpet_shift"], "14.22", f"carpet bombing by {marker}")
        else:
            yield Shift(numbers["support_shift"], "14.31", f"ground support by {marker}")


def _terrain(look: FestungLook, fight: Fight, ignored: list[str]) -> Iterator[Shift]:
    """The terrain of the hex, whoever attacks (R88), and rivers or straits that all attackers cross (9.242, R52)."""
    data = look.game.data
    terrain = data.terrain_at[fight.target]
    columns = data.tec[terrain].shift
    columns = min(0, columns + ignored.count("terrain_shift_1"))
    if columns:
        yield Shift(columns, "9.242", f"the hex is {'a Beach Head' if terrain == 'beachhead' else terrain}")
    if "river_shift" not in ignored and all_across(look, fight, "river", "rhine", "strait"):
        yield Shift(data.tec["river"].shift, "9.242", "all attack across rivers or straits")


# The die


def _modifiers(look: FestungLook, fight: Fight, column: str) -> Iterator[Modifier]:
    """What is added to the die (9.26): cards of each side, then what comes on top of them (9.261 to 9.263)."""
    game, numbers = look.game, look.game.rules.numbers
    for side in game.sides:
        yield from _capped(look, list(_of_cards(look, fight, side, column)))
    if fight.side != ALLIED:
        return
    if fight.attackers & _pattons(look):
        yield Modifier(numbers["patton_modifier"], "9.261", "Patton attacks")
    if any_across(look, fight, "skagerrak"):  # ruling R53
        yield Modifier(numbers["skagerrak_modifier"], "9.262", "across the Skagerrak")
    bridged = look.on("rhine_bridgehead") or "rhine_drm" in _ignored(look, fight)
    if all_across(look, fight, "rhine") and not bridged:
        yield Modifier(numbers["rhine_modifier"], "9.263", "all attack across the Rhine")


def _of_cards(look: FestungLook, fight: Fight, side: str, column: str) -> Iterator[Modifier]:
    """What a side's Combat Cards, bonuses and the Volkssturm add."""
    for card, part in parts(look, fight, effects.Drm):
        if card.side != side or (part.role == "attack") != (side == fight.side):
            continue
        value = part.value
        if part.alt is not None and holds(look, part.alt.given, fight, side, column):
            value = part.alt.value
        if holds(look, part.given, fight, side, column):
            yield Modifier(value, "9.26", card.name)
    if side == fight.side:
        for card, bonus in bonuses(look, fight):
            if bonus.drm:
                yield Modifier(bonus.drm, "6.51", card.name)
    if side == AXIS and fight.side == ALLIED and look.on("volkssturm"):
        flag = look.game.flag_of("volkssturm")
        if any(look.game.data.countries[country] >> fight.target & 1 for country in flag.drm_vs_allied_in):
            yield Modifier(flag.value, "6.51", "Volkssturm")


def _capped(look: FestungLook, found: list[Modifier]) -> Iterator[Modifier]:
    """The modifiers of one side's cards count so much at most (ruling R89)."""
    yield from found
    most, total = look.game.rules.numbers["most_card_modifiers"], sum(part.number for part in found)
    over = total - max(-most, min(total, most))
    if over and not look.game.rules.no_card_cap:
        yield Modifier(-over, "R89", f"the cards of one side count {most} at most")


def _pattons(look: FestungLook) -> Units:
    """The army that Patton leads: the 7th until he is sacked, the 3rd once he is reinstated (9.261, ruling R40)."""
    numbers = look.game.unit_numbers
    seventh = 0 if look.on("patton_sacked") else 1 << numbers["US-7A"]
    return seventh | (1 << numbers["US-3A"] if look.on("patton_reinstated") else 0)
