"""The Hitler Counteroffensive (17.7): the decision, the Watch on the Rhine Box, the disrupted hex."""

from __future__ import annotations

from bocage.parts.placing import Arriving, all_placed
from bocage.rules import HEXES, PLAIN, Conditions, OfSide, Question, automatic, event, going_on, offer

from ..look import Play, StormingLook, members
from ..movement.entering import open_ike
from ..position import ALLIED, ARRIVING, GERMAN, WATCH
from ..reinforcements import german
from ..reinforcements.placing import Placement, Terms
from ..supply.ways import allied_hexes
from .shaef import after_combat

__all__ = ["after_combat", "launch"]

launched = event("offensive launched", "17.7.3.A", "The Germans launch the Hitler Counteroffensive!", side=GERMAN)
postponed = event(
    "offensive postponed", "17.7.1.A", "The Germans do not launch the Hitler Counteroffensive on this turn.",
    side=GERMAN,
)  # fmt: skip
given_up = event("offensive declined", "17.7.1.B", "The Germans give the Hitler Counteroffensive up.", side=GERMAN)
disrupted = event(
    "zone disrupted", "17.7.3.D", "The Allied zone of control of {place} is disrupted for the German Breakthrough.",
    side=GERMAN, place=HEXES,
)  # fmt: skip


# The decision (17.7.1)


class Counteroffensive(Question[OfSide]):
    """Once in the game, on turn 10 or 11, the German may launch it (17.7.1)."""

    name, rule = "counteroffensive", "17.7.1.A"

    def text(self, look: StormingLook, frame: OfSide) -> str:
        price = "Short of its Minimum Achievements it loses the game (17.7.4)."
        if _last_chance(look):
            return (
                f"Launch the Hitler Counteroffensive now, or give it up for good? {price} Given up, it costs four "
                "Mechanized divisions at once, the Watch on the Rhine Box enters by the East edge, and Mechanized "
                "units rebuilt on this turn or later are lost (17.7.1.B)."
            )
        return f"Launch the Hitler Counteroffensive on this turn, or wait for the next? {price}"

    launch = going_on(
        "17.7.1.A", words="launch the Hitler Counteroffensive", verb="launch", then=lambda play: launch(play)
    )

    @offer("decline", PLAIN, "17.7.1.A", words="do not launch it now")
    def decline(self, look: StormingLook, frame: OfSide) -> Conditions:
        yield look.game.scenario != "final", "3.4.B", "in this scenario the offensive is declared by itself"

    @decline.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        play.pop()
        if _last_chance(play.look):
            play.position.offensive_declined = True
            given_up(play)
        else:
            postponed(play)


def _last_chance(look: StormingLook) -> bool:
    return look.position.turn == look.game.rules.numbers["offensive_last_turn"]


def launch(play: Play) -> None:
    """The offensive is declared: what it must achieve is counted from here on (17.7.3, 17.7.4)."""
    position = play.position
    position.offensive_turn = position.turn
    position.rebuilt_late = 0
    position.offensive_cities = play.game.data.cities & position.allied_control & allied_hexes(play.look)
    position.offensive_attacks = position.offensive_kills = 0
    position.offensive_targets = position.offensive_taken = 0
    position.shaef_reacted = False
    launched(play)
    open_ike(play, "the Hitler Counteroffensive is declared")


# Units leave the box (17.7.3.B, 17.7.1.B)


@automatic("watch on the rhine", "17.7.3.B")
def watch_on_the_rhine(play: Play, side: str) -> None:
    """The offensive has been declared: all units of the box are placed in Germany (17.7.3.B)."""
    units = play.position.stacks.get(WATCH, ())
    for unit in units:
        play.put(unit, ARRIVING)
    if units:
        play.start("watch placement", side)


class WatchPlacing(Placement[Arriving]):
    """In Germany and in supply; beside the enemy only with infantry and where a unit could move in (17.7.3.B)."""

    name = "watch placement"
    rule = "17.7.3.B"

    def where(self, look: StormingLook, frame: Arriving) -> str:
        return "in Germany, in East Map-edge supply"

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> Conditions:
        """Case by case (17.7.3.B; ruling R131)."""
        game = look.game
        free, beside = game.in_play & ~look.occupied(ALLIED), look.beside_enemy(GERMAN)
        yield game.data.germany & game.in_play, "17.7.3.B", "{it} is not within the borders of Germany"
        on_map = "the units of the box are placed on the map, not in Entrance Hexes"
        yield ~game.entrances["E"], "7.1.2.C", on_map
        yield ~free | look.east_supply(), "17.7.3.B", "{it} is not in normal East Map-edge supply"
        infantry = game.side_units[GERMAN] & ~game.mechanized_units
        held = look.hexes_of(members(look.units_in(beside, GERMAN) & infantry))
        alone = "beside Allied units a hex must hold a German unit that is not Mechanized"
        yield ~beside | held, "17.7.3.B", alone
        # One steps into a zone from a hex without, and out of a zone only into a hex without (6.5).
        zone = look.enemy_zone(GERMAN)
        reached = game.supply_sides.step(free & ~zone) | game.supply_sides.step(free) & ~zone
        yield ~beside | reached, "17.7.3.B", "Allied zones surround {it}: no unit could move in"

    end = all_placed("End the placement", "every unit of the box is in its place")


@automatic("watch disbands", "17.7.1.B")
def watch_disbands(play: Play, side: str) -> None:
    """Late Mechanized replacements are lost, and the units in the box arrive on the east edge (17.7.1.B).

    The withdrawal of the SS divisions has come first (rulings R39, R129), so it could still draw on the Turn Record
    Track.
    """
    german.drop_late_replacements(play)
    german.arrive(play, play.position.stacks.get(WATCH, ()), from_east=True)


# The disrupted hex (17.7.3.D)


class OffensiveDisruption(Question[OfSide]):
    """One Allied hex may lose its zone of control for the German Breakthrough Movement Step (17.7.3.D, 6.3.F; R132)."""

    name, rule = "offensive disruption", "17.7.3.D"

    asks = "Which Allied hex loses its zone of control for the German Breakthrough?"

    @offer("disrupt", HEXES, "17.7.3.D")
    def disrupt(self, look: StormingLook, frame: OfSide) -> Conditions:
        nobody = "there is no Allied unit in {it} whose zone could be disrupted"
        yield look.occupied(ALLIED), "17.7.3.D", nobody

    @disrupt.does
    def _(self, play: Play, frame: OfSide, node: int) -> None:
        play.pop()
        play.position.disrupted_hex = 1 << node
        disrupted(play, node)

    end = going_on("17.7.3.D", "Disrupt no hex", "no hex is disrupted")


@automatic("disruption ends", "4.1.II.d.3")
def disruption_ends(play: Play, side: str) -> None:
    """The Disrupt marker lies only until all Breakthrough Movement is complete (4.1.II.d.3)."""
    play.position.disrupted_hex = 0
