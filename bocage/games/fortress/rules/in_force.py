"""The rules object: numbers and the sequence of play, which scenario and options edit once at the start."""

from __future__ import annotations

import msgspec

from bocage.rules import Row


class Rules(msgspec.Struct, frozen=True):
    """The rules of one match. Steps read them and never ask which option is on."""

    sequence: dict[str, tuple[Row, ...]]
    numbers: dict[str, int]
    last_turn: int
    # What scenarios differ in
    winter: bool = False  # starts on December III (33.3, 33.4)
    replacements: bool = True  # 33.3.3
    replacements_from: int = 1  # the first turn that has them (27.2, 33.4.3)
    raids_allowed: bool = True  # 33.3.3, 33.4.4
    most_drops: dict[str, int] = {}  # side -> paradrops of the game (20.4, 20.5, 33.3.3, 33.4.4)
    fixed_weather: dict[int, str] = {}  # turn -> weather (3.4, 33.3.4)
    opening_attacks: int = 0  # that the Germans owe in the sector on December III (33.4.1)
    carpet_from: int = 0  # the turn from which carpet bombers fly in all but Storms (33.4.5); 0: never
    u_boats_count: bool = True  # must U-boats be attacked (17.10.6, 33.4.6, R49)?
    ending: str = "cities"  # how the last turn is judged: cities (30.1), districts, objectives or ardennes (33)
    early_win: bool = True  # may the Allies win before the last turn (30.1)?
    majors_to_win: int = 0  # major cities of Germany that the Allies need besides the capitals (30.1, 33.4.7)
    cities_to_win: int = 0  # or so many cities of any size
    # What options switch
    german_drops_by_regiments: bool = False  # 31.1
    ss_first: bool = False  # 31.2
    bombed_stores: bool = False  # 31.3
    battalions_stack_free: bool = False  # 31.4
    jersey: bool = False  # 31.5
    decoys_in_germany: bool = False  # 31.6
    decoys_for_hidden: bool = False  # 31.7
    any_box: bool = False  # 31.8
    armour_release: bool = False  # 31.9
    ardennes_set_up: bool = False  # 31.10
    flooding_by_choice: bool = False  # 31.11
    worse_from: int = 0  # the turn from which the weather die grows until a Storm comes (31.12, 33.1.4); 0: never
    storm_dice_turn: int = 0  # the turn on which two dice tell of a Storm (33.1.4); 0: never
    skorzeny: bool = False  # 31.13
    allied_fuel: bool = False  # 31.14
    exits: bool = False  # 31.15
    funnies: bool = False  # 31.16
    varsity: bool = False  # 31.18
    advanced_air: bool = False  # 17 of the advanced air system
    objectives: bool = False  # are objectives written down: sudden death (32), or To the West Wall (33.2.3)?
    sudden_death: bool = False  # 32
    canadians_with_british: bool = False  # R1
    straight_retreats: bool = False  # R9
    sea_units_once: bool = False  # R60
    recapture_always: bool = False  # R64
    carpet_when_clear: bool = False  # R73
    strict_start_line: bool = False  # R94
    far_bank_zones: bool = False  # R103
