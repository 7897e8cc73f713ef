"""Raids of commandoes and rangers (21): empty places that the enemy needs, too late for him or taken for good."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bocage.bots.muster import Order

from ...rules.invasion import lines, waves
from ...rules.look import members
from ...rules.position import ALLIED, GERMAN
from ..aims.goals import GOAL, Goals
from ..aims.ways import army, district_ways
from ..sight import Sight

if TYPE_CHECKING:
    from .march import Muster

FOR_GOOD, SETTLED = 4.0, 3  # a site that counts as taken for ever after, and turns in which its garrison marches off
ABROAD = 6.0  # Allied troops in Germany on the day on which objectives are compared
WORTH_IT = 3.0
RETAKEN = 0.8  # of a place's worth, for each doubling of what may come for it


def raids(muster: Muster, goals: Goals) -> Iterator[Order]:
    """Two a game (21.2), where nobody stands."""
    sight = muster.sight
    ready = waves.ready(sight.look, ALLIED)
    while sight.side == ALLIED and ready:
        places = targets(sight, goals)
        best = max(places, key=lambda node: (places[node], -node), default=-1)
        if best < 0 or places[best] < WORTH_IT:
            return
        unit = members(ready)[0]
        yield [("pick", unit), ("raid", best)]
        sight = muster.sight
        if waves.ready(sight.look, ALLIED) >> unit & 1 or sight.position.raiders:
            return


def targets(sight: Sight, goals: Goals) -> dict[int, float]:
    """Empty coast that can be raided -> what a raider there is worth to us."""
    look, game = sight.look, sight.game
    rules, position = game.rules, sight.position
    coast = lines.invadable(look) & ~game.data.mediterranean_coast & ~look.occupied(GERMAN)
    last = sight.turn == rules.last_turn
    found: dict[int, float] = {}
    if rules.ending == "objectives":
        if sight.turn > SETTLED:
            sites = (game.data.u_boat_bases | game.data.v1_sites) & ~position.sites_taken
            found = dict.fromkeys(sight.board.nodes(coast & sites & sight.fence), FOR_GOOD)
        if last:
            abroad = game.data.germany & coast if not look.units_in(game.data.germany, ALLIED) else 0
            for node in sight.board.nodes(coast & ~look.controls(ALLIED)):
                prize = goals.prizes.get(node, 0.0)
                worth = (prize if prize >= GOAL / 2 else 0.0) + ABROAD * (abroad >> node & 1)
                found[node] = found.get(node, 0.0) + max(0.0, worth - RETAKEN * max(0.0, sight.strike(node)))
    elif rules.ending == "districts" and last:
        ways = district_ways(look, sight.ground, position.district_landed or ("NL",), army(look))
        for way in ways:
            for node in way.lacks if len(way.lacks) == 1 else ():
                if coast >> node & 1:
                    found[node] = GOAL
    return found
