"""Who may make a Mobile Assault, from where, against whom, over which ground and at what price (6.7, 14.1, 14.2.A)."""

from __future__ import annotations

from bocage.engine.steps import Clause
from bocage.hexes import HexSet

from ..combat.attackers import shut_in
from ..look import DROWNING, StormingLook, members
from ..movement.allowance import hexes_left
from ..movement.costs import captured_bridge, step_cost
from ..movement.hand import Moving
from ..movement.limits import Bar, bars, bars_of, no_stay_of
from ..movement.reach import holds_bridgehead
from ..position import ALLIED, EXPLOITATION, GERMAN, OTHER
from ..telling import listed, unit_names


def price(look: StormingLook, frame: Moving, node: int) -> int | None:
    """What an assault from where the hand stands costs: the way into the hex, and a point more (14.2.A)."""
    dearest = 0
    for unit in members(frame.hand):
        cost = step_cost(look, unit, frame.at, node)
        if cost is None:
            return None
        dearest = max(dearest, cost)
    return dearest + look.game.rules.numbers["mobile_assault_mp"]


# Who may assault


def with_patton(look: StormingLook, units: int) -> bool:
    """Is Patton among these units? Those he moves with began the step with him, or joined him (17.4.A; ruling R44)."""
    return bool(units >> look.game.patton & 1)


def reacting(look: StormingLook, units: int) -> bool:
    """Do Patton's men react to the Hitler Counteroffensive: into any terrain, over any river but the Rhine (17.7.6)?"""
    return look.offensive_now() and with_patton(look, units)


def _all_or_none(allowed: bool) -> int:
    return -1 if allowed else 0


def _stage(look: StormingLook, frame: Moving) -> int:
    return _all_or_none(look.position.stage == EXPLOITATION)


def _hand(look: StormingLook, frame: Moving) -> int:
    return _all_or_none(bool(frame.hand) and frame.at >= 0)


def _enemy(look: StormingLook, frame: Moving) -> int:
    return look.occupied(OTHER[frame.side])


def _adjacent(look: StormingLook, frame: Moving) -> int:
    return look.game.board.around[frame.at]


def _wrong_arms(look: StormingLook, frame: Moving) -> int:
    """Units in hand that never assault: only red strengths do, and Patton goes with them (14.1.B, 17.4.A)."""
    return frame.hand & ~look.game.red_units & ~(1 << look.game.patton)


def _red(look: StormingLook, frame: Moving) -> int:
    return _all_or_none(not _wrong_arms(look, frame))


def _explain_red(look: StormingLook, frame: Moving, node: int) -> tuple[str, str]:
    names = unit_names(look.game, members(_wrong_arms(look, frame)))
    return "14.1.B", f"only units with a red Attack Strength make Mobile Assaults, which leaves out {names}"


def _supplied(look: StormingLook, frame: Moving) -> int:
    return _all_or_none(not frame.hand & look.position.oos)


def _explain_supplied(look: StormingLook, frame: Moving, node: int) -> tuple[str, str]:
    names = unit_names(look.game, members(frame.hand & look.position.oos))
    return "14.1.B", f"units that are out of supply make no Mobile Assault: {names}"


def _strong(look: StormingLook, frame: Moving) -> int:
    return _all_or_none(any(look.attack(unit) for unit in members(frame.hand)))


# From where


def _not_flooded(look: StormingLook, frame: Moving) -> int:
    return _all_or_none(not (look.game.roer_valley >> frame.at & 1 and look.roer() == DROWNING))


def _free_to_fight(look: StormingLook, frame: Moving) -> int:
    """Nobody fights out of an Entrance Hex, but for Anvil-Dragoon units that cannot get out of it (7.1.2.E, G)."""
    if not look.game.mute_hexes >> frame.at & 1:
        return -1
    allowed = look.game.entrances["A-D"] >> frame.at & 1 and frame.side == ALLIED and shut_in(look, frame.at)
    return _all_or_none(bool(allowed))


def _explain_entrance(look: StormingLook, frame: Moving, node: int) -> tuple[str, str]:
    if look.game.entrances["A-D"] >> frame.at & 1 and frame.side == ALLIED:
        return (
            "7.1.2.E",
            "units assault out of an Anvil-Dragoon Entrance Hex only if German units bar every way out of it",
        )
    return "7.1.2.G", "nobody assaults out of an Entrance Hex other than those of Brittany"


def _seen_by_monty(look: StormingLook, frame: Moving) -> int:
    hidden = frame.side == GERMAN and not look.position.monty_sees and look.game.monty_spot >> frame.at & 1
    return _all_or_none(not hidden)


def _bank_held(look: StormingLook, frame: Moving) -> int:
    return _all_or_none(not holds_bridgehead(look, frame))


def _zone_sources(look: StormingLook, frame: Moving) -> HexSet:
    """The enemy hexes whose zone reaches the hex in which the hand stands."""
    if not look.enemy_zone(frame.side) >> frame.at & 1:
        return 0
    game = look.game
    return game.zone_sides.step(1 << frame.at) & look.exerting(OTHER[frame.side]) & ~game.mute_hexes


def _zones(look: StormingLook, frame: Moving) -> int:
    """Where the hand began, or what Patton's stack has just cleared, zones do not matter; else only the target's."""
    if not frame.hexes or frame.at == frame.storming:
        return -1
    sources = _zone_sources(look, frame)
    if not sources:
        return -1
    return sources if sources.bit_count() == 1 else 0


def _explain_zones(look: StormingLook, frame: Moving, node: int) -> tuple[str, str]:
    sources = look.game.board.names(_zone_sources(look, frame) & ~(1 << node))
    return "6.7.A", (
        f"units that moved into an enemy zone of control assault from there only if no zone but that of {{it}} reaches "
        f"them, and {listed(sources)} {'exerts' if len(sources) == 1 else 'exert'} one too"
    )


# Against whom


def _bans(look: StormingLook, frame: Moving) -> list[Bar]:
    """What closes hexes to the hand, for the fight and for the entry that must follow it."""
    found = []
    for unit in members(frame.hand):
        found += bars(look, unit, attack=True)
    # A hex that is cleared must be entered, and movement ends there (14.2.C).
    return found + bars_of(look, frame.hand) + no_stay_of(look, frame.hand)


def _open_ground(look: StormingLook, frame: Moving) -> int:
    closed = 0
    for bar in _bans(look, frame):
        closed |= bar.hexes
    return ~closed


def _explain_ban(look: StormingLook, frame: Moving, node: int) -> tuple[str, str]:
    return next((bar.rule, bar.why) for bar in _bans(look, frame) if bar.hexes >> node & 1)


# Over which ground


def _targets(look: StormingLook, frame: Moving) -> list[int]:
    game = look.game
    return game.board.nodes(game.board.around[frame.at] & look.occupied(OTHER[frame.side]))


def _why_not_into(look: StormingLook, frame: Moving, node: int) -> tuple[str, str] | None:
    """What keeps a Mobile Assault out of a hex: its terrain, unless a road leads in (14.1.D, 13.9.E)."""
    game, chart = look.game, look.game.data.tec
    terrain = look.terrain_at(node)
    if chart[terrain].assault == "never":
        return "13.9.E", f"units with a red Attack Strength never assault into a {terrain} hex"
    if reacting(look, frame.hand):
        return None
    if look.forts() >> node & 1 and chart["fort"].assault == "never":
        return "14.1.D", "a Fort is never Mobile Assaulted"
    if game.data.cities >> node & 1 and chart["city"].assault == "yes":
        return None
    if chart[terrain].assault == "road" and not game.data.roads.has(frame.at, node):
        return (
            "14.1.D",
            f"units in {terrain} are Mobile Assaulted along a road only, and none leads from here to {{it}}",
        )
    return None


def _why_not_across(look: StormingLook, frame: Moving, node: int) -> tuple[str, str] | None:
    """What keeps a Mobile Assault from crossing a hexside (14.1.D, 10.5.A, 10.7.10, 17.7.6)."""
    data, here = look.game.data, frame.at
    if data.impassable.has(here, node) or (data.sea.has(here, node) and not data.ferry.has(here, node)):
        return "10.5.A", "the hexside between is closed: no unit crosses all-sea or impassable hexsides"
    if price(look, frame, node) is None and look.game.seine_eastward.has(here, node):
        return "10.7.10", "no Allied unit crosses the Seine Line to the east before the Normandy Breakout"
    for river, sides in data.rivers.items():
        if sides.has(here, node) and not bridged(look, frame.side, here, node):
            if river != "rhine" and reacting(look, frame.hand):
                continue
            name = "the Rhine" if river == "rhine" else f"a {river} river"
            return "14.1.D", f"{name} is crossed in a Mobile Assault by a bridge only, and none stands here"
    return None


def bridged(look: StormingLook, side: str, a: int, b: int) -> bool:
    """Does a bridge stand on a hexside for a side? Of the Rhine Bridges the Allies have the captured one (R34)."""
    data, position = look.game.data, look.position
    if not data.bridged.has(a, b):
        return False
    for bridge in data.bridges:
        if a in bridge.ends and b in bridge.ends:
            if side == ALLIED:
                return bridge.name == captured_bridge(look)
            return bridge.name not in position.bridges_blown
    return True


def _into(look: StormingLook, frame: Moving) -> int:
    return sum(1 << node for node in _targets(look, frame) if _why_not_into(look, frame, node) is None)


def _across(look: StormingLook, frame: Moving) -> int:
    return sum(1 << node for node in _targets(look, frame) if _why_not_across(look, frame, node) is None)


def _explain_into(look: StormingLook, frame: Moving, node: int) -> tuple[str, str]:
    found = _why_not_into(look, frame, node)
    assert found is not None
    return found


def _explain_across(look: StormingLook, frame: Moving, node: int) -> tuple[str, str]:
    found = _why_not_across(look, frame, node)
    assert found is not None
    return found


def _affordable(look: StormingLook, frame: Moving) -> int:
    found = 0
    for node in _targets(look, frame):
        cost = price(look, frame, node)
        if cost is not None and frame.spent + cost <= frame.allowance:
            found |= 1 << node
    return found


def _explain_price(look: StormingLook, frame: Moving, node: int) -> tuple[str, str]:
    cost = price(look, frame, node) or 0
    extra = look.game.rules.numbers["mobile_assault_mp"]
    left = frame.allowance - frame.spent
    return (
        "14.2.A",
        f"a Mobile Assault on {{it}} costs {cost} MP ({cost - extra} to enter and {extra} more); {left} are left",
    )


def _leader_follows(look: StormingLook, frame: Moving) -> int:
    """Patton spends a point for each hex, this one too (17.4)."""
    left = hexes_left(look, frame)
    return _all_or_none(left is None or left > 0)


CLAUSES = (
    Clause("stage", "10.C", "Mobile Assaults are made during movement in the Exploitation Phase only", _stage),
    Clause("hand", "14.2.A", "take the units that are to assault in hand first", _hand),
    Clause("enemy", "14.2.A", "there is no enemy in {it} to assault", _enemy),
    Clause("adjacent", "14.2.A", "the units in hand are not next to {it}: move them there first", _adjacent),
    Clause("zones", "6.7.A", "", _zones, _explain_zones),
    Clause("entrance", "7.1.2.G", "", _free_to_fight, _explain_entrance),
    Clause(
        "monty",
        "8.7.B",
        "no German unit attacks out of Monty's Blind Spot while it is in force",
        _seen_by_monty,
    ),
    Clause("ban", "10.7", "", _open_ground, _explain_ban),
    Clause(
        "bridgehead",
        "10.7.4",
        "others have crossed the Rhine here in this step, so one unit must stay behind",
        _bank_held,
    ),
    Clause("strength", "13.2.A", "units without Attack Strength assault only with one that has some", _strong),
    Clause("red", "14.1.B", "", _red, _explain_red),
    Clause("supply", "14.1.B", "", _supplied, _explain_supplied),
    Clause("terrain", "14.1.D", "", _into, _explain_into),
    Clause("hexside", "14.1.D", "", _across, _explain_across),
    Clause("price", "14.2.A", "", _affordable, _explain_price),
    Clause("leader", "17.4", "Patton has no Movement Point left to follow into {it}", _leader_follows),
    Clause("flood", "17.2.B", "no unit assaults out of a flooded hex on the turn of the flood", _not_flooded),
)
