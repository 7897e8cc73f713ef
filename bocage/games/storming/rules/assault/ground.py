"""Who may make a Mobile Assault, from where, against whom, over which ground and at what price (6.7, 14.1, 14.2.A)."""

from __future__ import annotations

from bocage.rules import Conditions, listed, provided

from ..combat.attackers import shut_in
from ..look import DROWNING, StormingLook, members
from ..movement.allowance import hexes_left
from ..movement.costs import captured_bridge, step_cost
from ..movement.hand import Moving
from ..movement.limits import bars, bars_of, no_stay_of
from ..movement.reach import holds_bridgehead
from ..position import ALLIED, EXPLOITATION, GERMAN, OTHER


def price(look: StormingLook, frame: Moving, node: int) -> int | None:
    """What an assault from where the hand stands costs: the way into the hex, and a point more (14.2.A; R82)."""
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
    """Do Patton's men react to the Hitler Counteroffensive: into any terrain, forts too (R85), over rivers (17.7.6)?"""
    return look.offensive_now() and with_patton(look, units)


def may_assault(look: StormingLook, frame: Moving) -> Conditions:
    """Where the units in hand may make a Mobile Assault."""
    game, position, hand, side = look.game, look.position, frame.hand, frame.side
    exploiting = position.stage == EXPLOITATION
    yield provided(exploiting), "10.C", "Mobile Assaults are made during movement in the Exploitation Phase only"
    ready = bool(hand) and frame.at >= 0
    yield provided(ready), "14.2.A", "take the units that are to assault in hand first"
    enemies, around = look.occupied(OTHER[side]), game.board.around[frame.at]
    yield enemies, "14.2.A", "there is no enemy in {it} to assault"
    yield around, "14.2.A", "the units in hand are not next to {it}: move them there first"
    yield from _out_of(look, frame)
    # A hex that is cleared must be entered, and movement ends there (14.2.C; ruling R84).
    bans = [ban for unit in members(hand) for ban in bars(look, unit, attack=True)]
    for ban in (*bans, *bars_of(look, hand), *no_stay_of(look, hand)):
        yield ~ban.hexes, ban.rule, ban.why
    crossed = "others have crossed the Rhine here in this step, so one unit must stay behind"
    yield provided(not holds_bridgehead(look, frame)), "10.7.4", crossed
    strong = any(look.attack(unit) for unit in members(hand))
    yield provided(strong), "13.2.A", "units without Attack Strength assault only with one that has some"
    # Tigers assault too (R43), and Patton with them (17.4.A).
    wrong, hungry = hand & ~game.red_units & ~(1 << game.patton), hand & position.oos
    red = "only units with a red Attack Strength make Mobile Assaults, which leaves out"
    yield provided(not wrong), "14.1.B", lambda _: f"{red} {look.unit_names(wrong)}"
    fed = "units that are out of supply make no Mobile Assault:"
    yield provided(not hungry), "14.1.B", lambda _: f"{fed} {look.unit_names(hungry)}"
    targets = game.board.nodes(around & enemies)
    for why_not in (_why_not_into, _why_not_across):
        against = {node: why for node in targets if (why := why_not(look, frame, node))}
        yield sum(1 << node for node in targets if node not in against), "14.1.D", against.__getitem__
    yield from _affordable(look, frame, targets)
    drowning = game.roer_valley >> frame.at & 1 and look.roer() == DROWNING
    yield provided(not drowning), "17.2.B", "no unit assaults out of a flooded hex on the turn of the flood"


def _out_of(look: StormingLook, frame: Moving) -> Conditions:
    """From where: zones (6.7.A; R80, R81), Entrance Hexes (7.1.2.E, G), Monty's Blind Spot (8.7.B)."""
    game, at = look.game, frame.at
    # Where the hand began, or what Patton's stack has just cleared, zones do not matter; else only the target's.
    moved_in = frame.hexes and at != frame.storming and look.enemy_zone(frame.side) >> at & 1
    sources = game.zone_sides.step(1 << at) & look.exerting(OTHER[frame.side]) & ~game.mute_hexes if moved_in else 0
    if sources:

        def why(node: int) -> str:
            others = game.board.names(sources & ~(1 << node))
            return (
                "units that moved into an enemy zone of control assault from there only if no zone but that of {it} "
                f"reaches them, and {listed(others)} {'exerts' if len(others) == 1 else 'exert'} one too"
            )

        yield sources if sources.bit_count() == 1 else 0, "6.7.A", why
    if game.mute_hexes >> at & 1:
        if frame.side == ALLIED and game.entrances["A-D"] >> at & 1:
            barred = "units assault out of an Anvil-Dragoon Entrance Hex only if German units bar every way out of it"
            yield provided(shut_in(look, at)), "7.1.2.E", barred
        else:
            yield 0, "7.1.2.G", "nobody assaults out of an Entrance Hex other than those of Brittany"
    hidden = frame.side == GERMAN and not look.position.monty_sees and game.monty_spot >> at & 1
    yield provided(not hidden), "8.7.B", "no German unit attacks out of Monty's Blind Spot while it is in force"


def _affordable(look: StormingLook, frame: Moving, targets: list[int]) -> Conditions:
    """The price of the assault (14.2.A), and the point that Patton spends for each hex, this one too (17.4)."""
    left = frame.allowance - frame.spent
    prices = {node: price(look, frame, node) for node in targets}

    def why(node: int) -> str:
        cost, extra = prices[node] or 0, look.game.rules.numbers["mobile_assault_mp"]
        return f"a Mobile Assault on {{it}} costs {cost} MP ({cost - extra} to enter and {extra} more); {left} are left"

    yield sum(1 << node for node, cost in prices.items() if cost is not None and cost <= left), "14.2.A", why
    steps = hexes_left(look, frame)
    yield provided(steps is None or steps > 0), "17.4", "Patton has no Movement Point left to follow into {it}"


def _why_not_into(look: StormingLook, frame: Moving, node: int) -> tuple[str, str] | None:
    """What keeps a Mobile Assault out of a hex: its terrain before any flood of this turn (R86), unless a road leads in
    (14.1.D, 13.9.E)."""
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
        why = f"units in {terrain} are Mobile Assaulted along a road only, and none leads from here to {{it}}"
        return "14.1.D", why
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
