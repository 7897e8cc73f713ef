"""Replacement points (27.1 to 27.5): what comes each turn, what air missions take away, and what is spent.

Each of the three armies has a store of points, of which so many are armour; Allied paratroopers and raiders have
factors of their own (27.9).
"""

from __future__ import annotations

from bocage.rules import DIE, Units, event

from ..air import missions
from ..look import FortressLook, Play
from ..position import ALLIED, GERMAN

ARMIES = {ALLIED: ("british", "american"), GERMAN: ("german",)}
INFANTRY, ARMOR, PARA, RAIDER = "infantry", "armor", "para", "raider"
SPECIAL = {PARA: "paratroopers", RAIDER: "commandoes and rangers"}  # 27.9

received = event(
    "replacements", "27.1",
    lambda game, army, points, armour, stored, tanks: (
        f"{army.title()} replacements: {points}({armour}); in store {stored}({tanks})."
    ),
)  # fmt: skip
special_received = event(
    "special replacements", "27.9", lambda game, kind, count: f"Special replacements for {SPECIAL[kind]}: {count}.",
    side=ALLIED,
)  # fmt: skip
store_bombed = event(
    "store bombed", "31.3",
    lambda game, die, lost: f"Aircraft attack the German store (die {die}): {lost or 'nothing'} is lost.",
    sort="dice", side=ALLIED, roll="Attack on stored replacements", die=DIE, lost="word",
)  # fmt: skip


def rate(look: FortressLook, army: str) -> tuple[int, int]:
    """Points of this turn and how many of them are armour, which goes first when some are lost (27.1, 27.4, R16)."""
    month = look.game.data.months[look.month()]
    points, armour = getattr(month, army), getattr(month, f"{army}_armor")
    if army == "german" and look.position.armour_forfeited:
        armour = 0  # 28.3.A
    gone = lost(look, army, points)
    left = max(points - gone, 0)
    return left, min(max(armour - gone, 0), left)


def lost(look: FortressLook, army: str, points: int) -> int:
    """Points of an army that air missions cost this turn (17.10.5 to 17.10.7)."""
    numbers = look.game.rules.numbers
    if army == "german":
        return numbers["replacement_attack"] * missions.on(look, missions.REPLACEMENTS)
    mission = missions.U_BOATS if army == "american" else missions.V1_SITES
    divisor = numbers["u_boat_divisor" if army == "american" else "v1_divisor"]
    return points - points // divisor if missions.unhindered(look, mission) else 0


def receive(play: Play, side: str) -> None:
    """The points of this turn join the stores of a side (27.3)."""
    position = play.position
    if side == GERMAN and play.game.rules.bombed_stores:
        bomb(play)
    for army in ARMIES[side]:
        (points, armour), (stored, tanks) = rate(play.look, army), store(play.look, army)
        position.stores = {**position.stores, army: (stored + points, tanks + armour)}
        received(play, army, points, armour, stored + points, tanks + armour)
    turns, turn = play.game.data.turns, position.turn
    if side == ALLIED and turns[turn - 1].month != turns[turn - 2].month:
        month = play.game.data.months[play.look.month()]
        for kind, count in ((PARA, month.para), (RAIDER, month.raider)):
            if count:
                position.special = {**position.special, kind: position.special.get(kind, 0) + count}
                special_received(play, kind, count)


def bomb(play: Play) -> None:
    """Aircraft that find nothing left of this turn's points attack the store, a die for each (31.3)."""
    look, numbers = play.look, play.game.rules.numbers
    points = play.game.data.months[look.month()].german
    for _ in range(max(lost(look, "german", points) - points, 0)):
        (die,) = play.roll()
        stored, armour = store(play.look, "german")
        gone = ""
        if die <= numbers["bombed_armor_die"] and armour:
            stored, armour, gone = stored - 1, armour - 1, "an armour point"
        elif die == numbers["bombed_infantry_die"] and stored > armour:
            stored, gone = stored - 1, "an infantry point"
        play.position.stores = {**play.position.stores, "german": (stored, armour)}
        store_bombed(play, die, gone)


def store(look: FortressLook, army: str) -> tuple[int, int]:
    """The points of an army, and how many of them are armour."""
    return look.position.stores.get(army, (0, 0))


def told(look: FortressLook, side: str) -> str:
    """What a side has in store, in words."""
    words = [f"{army.title()} {store(look, army)[0]}({store(look, army)[1]})" for army in ARMIES[side]]
    if side == ALLIED:
        words += [f"{count} for {SPECIAL[kind]}" for kind, count in look.position.special.items() if count]
    return ", ".join(words)


def funds(look: FortressLook, army: str, kind: str) -> int:
    """Points that can be spent on a kind of unit: armour serves for infantry too, but not the reverse (27.5)."""
    if kind in SPECIAL:
        return look.position.special.get(kind, 0)
    return store(look, army)[kind == ARMOR]


def payable(look: FortressLook, cost: int) -> Units:
    """Units for which there are so many points."""
    return sum(units for purse, units in look.game.purses.items() if funds(look, *purse) >= cost)


def spend(play: Play, unit: int, cost: int) -> None:
    """Pay for a unit; infantry takes armour points only when there are no others (27.5)."""
    position, counter = play.position, play.game.counters[unit]
    kind, army = counter.replaced_by, counter.army
    if kind in SPECIAL:
        position.special = {**position.special, kind: position.special[kind] - cost}
        return
    points, armour = store(play.look, army)
    left = points - cost
    position.stores = {**position.stores, army: (left, armour - cost if kind == ARMOR else min(armour, left))}
