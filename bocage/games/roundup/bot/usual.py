"""The numbers by which a side usually plays. A style gives some of them another value.

They were found by letting planners with different numbers play against each other.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.position import ALLIED, GERMAN

USUAL: Mapping[str, Mapping[str, float]] = {
    ALLIED: {
        "landing": 0,  # a line of the book of landings
        "good_attack": 0.6,  # what an attack must be worth for units to be brought together for it
        "good_enough": 0.25,  # what it must be worth once they stand there
        "own_loss": 1.0,  # a step of one's own against one of the enemy
        "fight_first": 1.0,  # how much of what a march could bring about must be at hand to fight before marching
        "ports": 10.0,  # a hex of a port
        "axis": 0,  # which of the missing ports to go for, the nearest first
        "guard": 1.0,  # how firmly home is guarded
        "edge": 1.0,  # a hex from which the edge is spoilt
        "edge_at_last": 30.0,  # the same on the last turn
        "raid_turn": 6,  # from here on a few units look for a gap towards the edge
        "raiders": 3,
        "cover": 0.6,  # a column of terrain
        "zone": 3.0,  # a hex of the ring over which a unit's zone falls
        "danger": 1.3,  # being struck at double strength
        "contact": 0.8,  # standing in an enemy zone without attacking
        "pull": 0.3,  # a step towards the goal
        "leash": 4,  # units do not go further from home without need
        "vanguard": 0.0,
        "port_guard": 4.0,  # a port against a beachhead, which counts 14
        "push": 1.2,  # driving a stack back, whatever it holds
        "crowd": 0.12,  # one more unit in an attack that could do something else
    },
    GERMAN: {
        "good_attack": 0.0,
        "good_enough": 0.0,
        "own_loss": 0.3,  # there are more Germans than the Allies can wear down
        "fight_first": 1.0,
        "beachhead": 80.0,  # the first one decides the game
        "ports": 8.0,
        "hold": 3.0,  # how firmly ports are guarded that still hold
        "axis": 2,  # 0: on all that the Allies hold, 1: on lost ports, 2: on beachheads, 3: on the weakest beachhead
        "edge": 9.0,  # driving an intruder from the edge
        "edge_at_last": 40.0,
        "edge_watch": 8,  # from here on a second ring is drawn, to shut the way to the edge
        "cover": 0.6,
        "zone": 0.7,
        "late_zone": 2.0,  # the same once the way to the edge must be shut
        "danger": 0.8,
        "contact": 0.8,
        "pull": 0.9,
        "foot_to_ports": 0.5,  # how much those who arrive on foot make for a port that still holds
        "wheels_to_ports": 0.1,
        "vanguard": 0.0,  # for each factor that a unit lacks to be strong, against standing in an enemy zone
        "bulwark": 0,  # 1: arrivals and reserves make for the port that is threatened first
        "target": -1,  # a hex that is more to be taken than all others
        "deciding_from": 99,  # the turn from which a port whose loss decides the game is sought like a beachhead
        "push": 1.2,
        "crowd": 0.12,
    },
}
