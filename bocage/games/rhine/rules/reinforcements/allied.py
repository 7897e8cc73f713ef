"""Allied reinforcements: two American and two British units a turn, and the Marines (REIN, RM.2)."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.placing import Arriving, picking
from bocage.parts.questions import Acting, Handling
from bocage.rules import HEXES, UNITS, Conditions, HexSet, event, going_on, offer, provided

from ..airborne import come_by_now, explain_turn, overfull
from ..look import Play, RhineLook
from ..movement.entering import enter
from ..position import AMERICAN, BRITISH, GERMAN, POOL, RESTING, SCHEDULE, SEA

NATIONS = {AMERICAN: "American", BRITISH: "British"}
_QUOTAS = {AMERICAN: "arrivals_us", BRITISH: "arrivals_british"}

arrives = event("allied arrival", "REIN.2", "{unit} enters at {node}.", sort="arrival", unit=UNITS, node=HEXES)


class Reinforcing(Arriving, frozen=True):
    """Reinforcements come; the numbers are those of each nation that have, the Marines not counted."""

    american: int = 0
    british: int = 0


class AlliedArrivals(Acting[Reinforcing], Handling[Reinforcing]):
    """Units of the Allied player's choice enter on landing hexes or in ports, Undisrupted (REIN.1 to REIN.3).

    A landing force takes their place, but not that of the Marines (rulings R20, R33). Airborne divisions may come in
    this way too, and what is not taken is forfeited (ruling R60).
    """

    name, rule = "allied arrivals", "REIN.3"

    def text(self, look: RhineLook, frame: Reinforcing) -> str:
        if frame.hand >= 0:
            return f"Choose the landing hex or port where {look.counter(frame.hand).name} enters."
        left = {nation: quota(look, nation) - getattr(frame, nation) for nation in NATIONS}
        due = [f"{left[nation]} {name}" for nation, name in NATIONS.items() if left[nation]]
        marines = look.game.marines
        if look.position.units[marines].at == SCHEDULE and come_by_now(look) >> marines & 1:
            due.append("the Royal Marines and Norwegians")
        if not due:
            return "Reinforcements: nobody else may enter this turn."
        return f"Reinforcements: {' and '.join(due)} may still enter. Choose a unit, or go on."

    def warnings(self, look: RhineLook, frame: Reinforcing) -> list[str]:
        return overfull(look, entries(look))

    @picking("pick", "REIN.3", "This one comes", "{it} is chosen already: say where it enters")
    def pick(self, look: RhineLook, frame: Reinforcing) -> Conditions:
        game, marines = look.game, 1 << look.game.marines
        yield game.nation_units[AMERICAN] | game.nation_units[BRITISH], "REIN.3", "{it} is not an Allied unit"
        yield ~look.position.on_board, "REIN.3", "{it} is on the map already"
        yield ~look.in_place(RESTING), "DROP.4", "{it} left the map to drop again and comes back by air only"  # R60
        yield ~look.in_place(SEA), "DD.4", "{it} waits at sea off its landing hex"
        waiting = look.in_place(POOL) | look.in_place(SCHEDULE) & marines
        yield waiting, "REPL.1", "{it} is lost: Allied units are never replaced"
        yield come_by_now(look) | ~marines, "RM.2", lambda unit: explain_turn(look, unit)[1]
        yield come_by_now(look), "REIN.4", lambda unit: explain_turn(look, unit)
        # The French count as American, Canadians and Poles as British (ruling R20).
        left = sum(game.nation_units[nation] for nation in NATIONS if getattr(frame, nation) < quota(look, nation))
        yield left | marines, "REIN.3", lambda unit: _enough(look, unit)
        yield provided(bool(entries(look))), "REIN.2", "the Allies hold no landing hex and no major port"

    @offer("place", HEXES, "REIN.2", "It arrives here")
    def place(self, look: RhineLook, frame: Reinforcing) -> Conditions:
        game, position = look.game, look.position
        yield provided(frame.hand >= 0), "REIN.3", "choose the unit that enters first"
        landed = position.first_beaches | position.second_beaches | game.data.major_ports
        unused = game.landing_hexes & ~landed
        yield ~unused, "R33", "nobody has landed on {it}: it is no place of entry"
        yield landed, "REIN.2", "{it} is neither a landing hex nor a major port"
        yield ~look.occupied(GERMAN), "REIN.2", "Germans are in {it}"
        yield entries(look), "REIN.2", "{it} is not in Allied hands"

    @place.does
    def _(self, play: Play, frame: Reinforcing, node: int) -> None:
        unit, nation = frame.hand, play.game.counters[frame.hand].nation
        marines = unit == play.game.marines
        counted = {} if marines else {nation: getattr(frame, nation) + 1}
        play.swap(replace(frame, hand=-1, acted=True, **counted))
        play.position.arrived |= 1 << unit
        arrives(play, unit, node, rule="RM.2" if marines else "REIN.2")
        enter(play, unit, (node,))

    end = going_on("REIN.3", "End reinforcements", "no more reinforcements this turn")


def quota(look: RhineLook, nation: str) -> int:
    """How many units of a nation come this turn: none beside a landing force (REIN.3, ruling R33)."""
    return 0 if look.landing_turn() else look.game.rules.numbers[_QUOTAS[nation]]


def entries(look: RhineLook) -> HexSet:
    """Where reinforcements come in: landing hexes and major ports in Allied hands (REIN.2, rulings R33, R107)."""
    return look.beaches() | look.open_ports()


def _enough(look: RhineLook, unit: int) -> tuple[str, str]:
    """Why no more units of a nation come."""
    if look.landing_turn():
        return "R33", "in the turn of a landing the landing force takes the place of the reinforcements"
    nation = look.counter(unit).nation
    allies = "French" if nation == AMERICAN else "Canadian and Polish"
    most = quota(look, nation)
    return "REIN.3", f"{most} {NATIONS[nation]} units, {allies} ones included, have entered this turn, and no more may"
