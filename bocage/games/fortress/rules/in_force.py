"""The rules object: numbers and the sequence of play, which scenario and options edit once at the start."""

from __future__ import annotations

from typing import Annotated, get_type_hints

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
    raids: int = 0  # of the game (21.2, 33.3.3, 33.4.4)
    most_drops: dict[str, int] = {}  # side -> paradrops of the game (20.4, 20.5, 33.3.3, 33.4.4)
    fixed_weather: dict[int, str] = {}  # turn -> weather (3.4, 33.3.4)
    opening_attacks: int = 0  # that the Germans owe in the sector on December III (33.4.1)
    carpet_from: int = 0  # the turn from which carpet bombers fly in all but Storms (33.4.5); 0: never
    u_boats_count: bool = True  # must U-boats be attacked (17.10.6, 33.4.6, R49)?
    ending: str = "cities"  # how the last turn is judged: cities (30.1), districts, objectives or ardennes (33)
    early_win: bool = True  # may the Allies win before the last turn (30.1)?
    majors_to_win: int = 0  # major cities of Germany that the Allies need besides the capitals (30.1, 33.4.7)
    cities_to_win: int = 0  # or so many cities of any size
    # What options switch: the option is named, or the case where more is to be done
    german_drops_by_regiments: Annotated[bool, "31.1"] = False
    ss_first: Annotated[bool, "31.2"] = False
    bombed_stores: Annotated[bool, "31.3"] = False
    battalions_stack_free: Annotated[bool, "31.4"] = False
    jersey: Annotated[bool, "31.5"] = False
    decoys_in_germany: Annotated[bool, "31.6"] = False
    decoys_for_hidden: Annotated[bool, "31.7"] = False
    any_box: Annotated[bool, "31.8"] = False
    armour_release: Annotated[bool, "31.9"] = False
    ardennes_set_up: Annotated[bool, "31.10"] = False
    flooding_by_choice: Annotated[bool, "31.11"] = False
    worse_from: int = 0  # the turn from which the weather die grows until a Storm comes (31.12, 33.1.4); 0: never
    storm_dice_turn: int = 0  # the turn on which two dice tell of a Storm (33.1.4); 0: never
    skorzeny: Annotated[bool, "31.13"] = False
    allied_fuel: Annotated[bool, "31.14"] = False
    exits: Annotated[bool, "31.15"] = False
    funnies: Annotated[bool, "31.16"] = False
    varsity: Annotated[bool, "31.18"] = False
    advanced_air: Annotated[bool, "17.1(adv)"] = False
    objectives: bool = False  # are objectives written down: sudden death (32), or To the West Wall (33.2.3)?
    sudden_death: bool = False  # 32
    canadians_with_british: Annotated[bool, "R1"] = False
    straight_retreats: Annotated[bool, "R9"] = False
    sea_units_once: Annotated[bool, "R60"] = False
    recapture_always: Annotated[bool, "R64"] = False
    carpet_when_clear: Annotated[bool, "R73"] = False
    strict_start_line: Annotated[bool, "R94"] = False
    far_bank_zones: Annotated[bool, "R103"] = False


_KINDS = get_type_hints(Rules, include_extras=True).items()
SWITCHES = {kind.__metadata__[0]: field for field, kind in _KINDS if hasattr(kind, "__metadata__")}  # by option
