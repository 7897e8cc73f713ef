"""Every event is played: from a position that fits, with what it asks for answered, and all that has become of it.

An outcome names everything that is different afterwards, but for the card itself: tracks, hands, what lasts and for
how long, hexes, units with their place and steps; behind a stroke, who is asked what next if the action goes on.
"""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.festung.rules.position import HandChange
from tests.cases import rule
from tests.festung.cards.carding import asked, happened, holding, lies, to_the_end
from tests.festung.playing import game, in_force, play, refused

SOUTH = "US-7A NA; BR-8A NA; US-II NA; BR-XIII NA; BR-XXX NA; US-5A NA; US-VI NA; BR-V NA; FF-I NA; FF-1A NA"
NORTH = "BR-2A UK; CA-1A UK; US-V UK; BR-I UK; US-VII UK"
SICILY = "1721 1820 1821 1920 1921"

# card, units, position, what is answered, outcome
PLAYED: list[tuple[str, str, dict[str, Any], str, str]] = [
    # Allied
    ("allied-1", SOUTH, {"turn": 1},
     "",
     ("allied 1922; US-7A 1922/2; BR-8A 1922/2; US-II 1922/2; BR-XIII 1922/2; BR-XXX 1922/2; invasion of "
     "turn 1 | allied: steps ashore")),
    ("allied-2", "", {"hand_changes": (HandChange("allied", -1, "axis-2"), HandChange("allied", -1, "axis-47"))},
     "", "allied hand +1; no change by axis-2; asw (next_turn)"),
    ("allied-3", "", {}, "", "infrastructure -1"),
    ("allied-4", "GE-ISS 0712; GE-LXXV 0711", {}, "comply", "GE-ISS BALKANS/2"),
    ("allied-5", NORTH, {"turn": 1},
     "land 0600; end",
     "roundup (game); allied 0600; BR-2A 0600/2; CA-1A 0600/2; US-V 0600/2; BR-I 0600/2; invasion of turn 1"),
    ("allied-6", SOUTH, {"turn": 1, "played": "allied-1", "allied_control": SICILY},
     "land 1818; pick US-II; pick BR-V",
     "allied 1818; US-5A 1818/2; US-II 1818/2; BR-V 1818/2; invasion of turn 1, not counted | allied: steps ashore"),
    ("allied-10", "GE-XX EAST; GE-XII EAST", {}, "comply; pick GE-XX; pick GE-XX", "GE-XX pool/1"),
    ("allied-11", "GE-LXXV 1820; US-II 1821", {}, "", "axis attacks at 1:2 or -1/-2"),
    ("allied-12", "", {}, "", "vp -1"),
    ("allied-13", "", {}, "pick US-1A; pick US-VII", "US-1A UK/2; US-VII UK/2; US-XIX UK/2"),
    ("allied-14", "GE-XVM 0712; GE-ISS 0711", {}, "pick GE-XVM", "maquis (turn); GE-XVM 0712/1"),
    ("allied-15", "IT-2A BALKANS; GE-XVM BALKANS", {},
     "comply; pick IT-2A; pick GE-XVM", "GE-XVM BALKANS/1; IT-2A BALKANS/1"),
    ("allied-17", "US-II 1821; GE-LXXV 1820", {}, "", "ignore_nationality (round) | allied: activation 3"),
    ("allied-18", "", {}, "", "infrastructure -1"),
    ("allied-19", "US-5A NA reduced; US-VI pool; US-II 1821 reduced", {"turn": 2},
     "rebuild US-5A; pick US-VI; place UK", "US-5A NA/2; US-VI UK/1 | allied: replacements 5"),
    ("allied-20", "", {"allied_control": "1816"}, "", "US 15th AF to come"),
    ("allied-21", "US-V 1207", {"turn": 2}, "", "vp -1; tehran (game); closed to allied"),
    ("allied-22", SOUTH, {"turn": 3, "played": "allied-6"},
     "pick US-VI; pick BR-V", "allied 1618; US-VI 1618/2; BR-V 1618/2; invasion of turn 3 | allied: steps ashore"),
    ("allied-23", "BR-2A UK; BR-I UK; US-V UK; US-VII UK", {"turn": 4},
     "land 0410; pick US-V; pick BR-I",
     ("allied 0410; US-1A 0410/2; BR-2A 0410/2; AB-C 0410/2; US-V 0410/2; BR-I 0410/2; invasion of turn 4 | "
     "allied: steps ashore")),
    ("allied-24", "", {}, "", "allied hand +1; p51 (game)"),
    ("allied-25", "", {}, "", "next axis hand -1 by allied-25; argument (game)"),
    ("allied-26", "GE-7A 0412", {}, "district 7", "fortitude (turn) in 7"),
    ("allied-27", "US-V 0410", {"played": "allied-23"},
     "pick US-3A; place 0410; pick US-VIII; place 0410; pick US-XII; place UK; pick US-XV; place NA; place UK",
     "patton_reinstated (game); US-3A 0410/2; US-VIII 0410/2; US-XV NA/2; US-XII UK/2; US-XX UK/2"),
    ("allied-28", SOUTH, {"turn": 6},
     "land 0917; pick FF-1A; pick US-VI",
     "allied 0917; US-7A 0917/2; FF-1A 0917/2; US-VI 0917/2; invasion of turn 6 | allied: steps ashore"),
    ("allied-29", "", {"dice": "5"}, "", "vp -1; hitler gone"),
    ("allied-29", "", {"dice": "4"}, "", "hitler_alert (game)"),
    ("allied-30", "", {}, "", "infrastructure -2; no_axis_rd (turn)"),
    ("allied-32", "", {},
     "pick POL-II; place NA; pick CA-I; place NA; place UK", "US-IV UK/2; CA-I NA/2; POL-II NA/2"),
    ("allied-33", "", {"allied_control": "0712"}, "pick FF-CEF; place 0712; place NA", "NZ-C NA/2; FF-CEF 0712/2"),
    ("allied-34", "", {}, "pick FF-1A; pick FF-I", "FF-1A NA/2; FF-I NA/2; FF-II NA/2"),
    ("allied-35", "", {"played": "allied-23"}, "pick AB-1A", "AB-1A UK/2; AB-C UK/2"),
    ("allied-36", "US-II 1821; GE-LXXV 1820", {}, "", "allied_full_supply (round) | allied: activation 3"),
    ("allied-37", "US-1A 0411; GE-LXXV 0512", {"played": "allied-23"}, "", "bonus 1 for 1 | allied: activation 4"),
    ("allied-38", "US-V 0611; GE-LXXV 0712", {},
     "retreat 0812", "vp -1; infrastructure -1; allied 0712; GE-LXXV 0812/2"),
    ("allied-39", "AB-1A UK; US-V 0710", {"allied_control": "0609 0610"},
     "drop 0908", "allied 0908; AB-1A 0908/2 | allied: activation 3"),
    ("allied-40", "", {"played": "allied-23"}, "pick US-9A; place UK; place NA", "US-9A UK/2; US-XIII NA/2"),
    ("allied-41", "US-V 0410; US-1A 0411", {}, "", "mulberry (turn) at 0410"),
    ("allied-42", "", {"turn": 7, "played": "allied-21", "closed": "allied"},
     "", "vp +1; stalin_betrayed (game); closed to nobody"),
    ("allied-43", "GE-ISS 1307; US-V 1207; US-VI 1109", {"turn": 8, "played": "allied-21", "closed": "allied"},
     "", "vp -2; closed to both; hitler gone; soviet 1307 1711; US-V 1109/2; GE-ISS pool/1"),
    ("allied-44", "", {"turn": 7, "allied_control": "1010"}, "", "vp -1"),
    ("allied-45", "", {"turn": 7}, "", "infrastructure -2"),
    ("allied-46", "US-V 0910", {"turn": 7}, "", "rhine_bridgehead (game)"),
    ("allied-48", "US-V 0910; GE-LXXX 1009", {"turn": 7}, "", "bonus 0 for 1 | allied: activation 4"),
    ("allied-49", "", {"turn": 7, "played": "allied-5"},
     "pick US-15A; place UK; place NA", "US-15A UK/2; US-XXI NA/2"),
    ("allied-50", "US-II 1617; US-VI 1718", {"turn": 7, "allied_control": "1416 0411"},
     "place NA; pick US-II; redeploy 1416; pick US-VI; redeploy 0411",
     "US-II 1416/2; US-VI 0411/2; CA-II NA/2 | allied: redeployment 1"),
    ("allied-51", "US-II 1821; GE-LXXV 1820", {"turn": 7}, "", "bonus 0 for -1 | allied: activation 3"),
    ("allied-52", "", {"turn": 7}, "", "clarion (turn)"),
    ("allied-54", "GE-NORA 1000; GE-ST-DEN 1003", {"turn": 7, "hitler": None, "allied_control": "1106"},
     "",
     ("vp -2; allied 0701 0702 0800 0801 0802 0900 0901 0902 0903 1000 1002 1003 1004 1105 1204; GE-NORA "
     "pool/1; GE-ST-DEN pool/1")),
    ("allied-55", "GE-LIM 1616", {"turn": 7, "surrendered": True}, "choose 1; pick GE-LIM", "GE-LIM 1616/1"),
    ("allied-55", "GE-LIM 1616", {"turn": 7, "surrendered": True}, "choose 2; choose_hex 1315", "allied 1315"),
    # Axis
    ("axis-1", "", {}, "pick GE-ISS; place OKW; place 0712", "directive51 (game); GE-LVIIIPZ 0712/2; GE-ISS OKW/2"),
    ("axis-2", "", {}, "", "next allied hand -1 by axis-2"),
    ("axis-3", "GE-XXIVPZ EAST reduced; GE-ISS pool; GE-XX EAST reduced", {},
     "rebuild GE-XXIVPZ; pick GE-ISS; place OKW", "GE-XXIVPZ EAST/2; GE-ISS OKW/1 | axis: replacements 2"),
    ("axis-6", "", {}, "", "forced_labor (game)"),
    ("axis-7", "GE-IFJ 1617 reduced", {"surrendered": True},
     "pick GE-IFJ", "axis hand +1; eiche (game); GE-IFJ 1617/2"),
    ("axis-7", "GE-IFJ pool", {"surrendered": True}, "pick GE-IFJ", "axis hand +1; eiche (game); GE-IFJ OKW/1"),
    ("axis-8", "", {}, "", "patton_sacked (game)"),
    ("axis-9", "", {}, "pick GE-IILF; place OKW; place 1311", "GE-IILF OKW/2; GE-IVLF 1311/2"),
    ("axis-10", "GE-XX OKW; GE-LXXX 0712; GE-19A 1016", {"allied_control": "1821"},
     "pick GE-XX; redeploy 1314", "italian_disarmament (game); GE-XX 1314/2 | axis: redeployment 2"),
    ("axis-11", "GE-1A 0516 reduced; GE-XX OKW reduced", {"turn": 2},
     "rebuild GE-1A; rebuild GE-XX", "GE-1A 0516/2; GE-XX OKW/2 | axis: replacements 1"),
    ("axis-13", "", {"surrendered": True, "played": "axis-7"}, "", "isr (game)"),
    ("axis-14", "", {}, "", "oil_ignored (turn)"),
    ("axis-15", "", {}, "", "coalition_strife (turn)"),
    ("axis-16", "", {}, "pick GE-10A; place OKW; place 1617", "GE-10A OKW/2; GE-LIM 1617/2"),
    ("axis-17", "", {}, "pick GE-14A; place OKW; place 1617", "GE-14A OKW/2; GE-LXXV 1617/2"),
    ("axis-19", "", {"played": "axis-1"},
     ("pick GE-ST-C; place 0212; pick GE-ST-D; place 0212; pick GE-ST-E; place 0809; place 0808; pick "
     "FORT-Calais; pick FORT-Dieppe; pick FORT-LeHavre; pick FORT-Brest"),
     ("GE-ST-C 0212/2; GE-ST-D 0212/2; GE-ST-E 0809/2; GE-ST-F 0808/2; FORT-Calais 0609/1; FORT-Dieppe "
     "0610/1; FORT-LeHavre 0511/1; FORT-Brest 0212/1")),
    ("axis-20", "GE-XX 0712 reduced; GE-ISS 0713 reduced; GE-XII OKW reduced", {"played": "axis-1"},
     "place 0712; rebuild GE-XX; rebuild GE-ISS",
     "rommel (game); GE-LXII 0712/2; GE-XX 0712/2; GE-ISS 0713/2 | axis: replacements 2"),
    ("axis-21", "", {"bombers": {"UK BC": "oil", "US 8th AF": "industry"}}, "", "UK BC off oil"),
    ("axis-21", "", {"bombers": {"UK BC": "oil", "US 8th AF": "carpet"}}, "ground UK_BC", "UK BC off oil"),
    ("axis-22", "", {}, "", "vp +1; v1 (game)"),
    ("axis-23", "", {"turn": 6, "played": "axis-22"}, "", "vp +1"),
    ("axis-24", "", {"played": "axis-11"}, "", "production_miracle (game)"),
    ("axis-25", "", {}, "place 0712", "GE-5PZA 0712/2"),
    ("axis-26", "", {}, "pick GE-1FJA; place OKW; place 0808", "GE-1FJA OKW/2; GE-IIFJ 0808/2"),
    ("axis-27", "GE-IISS EAST reduced; GE-ISS OKW reduced; GE-XX EAST", {},
     "pick GE-IISS; redeploy 0912; pick GE-ISS; redeploy OKW; end", "GE-ISS OKW/2; GE-IISS 0912/2"),
    ("axis-31", "US-V 0411", {},
     "pick FORT-Calais; pick FORT-Brest; pick FORT-Marseilles",
     "FORT-Calais 0609/2; FORT-Brest 0212/2; FORT-Marseilles 1016/2"),
    ("axis-33", "", {"bombers": {"UK BC": "industry", "US 8th AF": "oil"}}, "", "axis hand +1; UK BC off industry"),
    ("axis-34", "GE-XX OKW reduced; GE-ISS OKW reduced; GE-IFJ OKW reduced; GE-XII pool", {"turn": 6},
     "pick GE-XIISS; place OKW; place 1008; rebuild GE-XX; pick GE-XII; place EAST",
     "GE-XII EAST/1; GE-XX OKW/2; GE-XIISS OKW/2; GE-XIIISS 1008/2 | axis: replacements 2"),
    ("axis-36", "US-V 0411", {"allied_control": "1718 0212"}, "choose_hex 0212", "port_closed (next_turn) at 0212"),
    ("axis-37", "GE-5PZA 1009; US-V 0910", {"turn": 6},
     "place 1010", "bonus 2 for -1; GE-6SSA 1010/2 | axis: activation 4"),
    ("axis-38", "GE-XX 1008 reduced; GE-XII OKW reduced; US-V 0910", {}, "", "| axis: activation 4"),
    ("axis-38", "GE-XX 1008 reduced; GE-XII OKW reduced; US-V 0910", {},
     "end; rebuild GE-XX", "GE-XX 1008/2 | axis: replacements 3"),
    ("axis-39", "GE-XX OKW; GE-1A 0516", {}, "pick GE-XX; redeploy 0712", "GE-XX 0712/2 | axis: redeployment 5"),
    ("axis-40", "GE-5PZA 1009; US-V 0910", {}, "", "bonus 0 for 1 | axis: activation 3"),
    ("axis-41", "", {"surrendered": True}, "place 1214", "GE-LIGA 1214/2"),
    ("axis-42", "", {"turn": 7, "flags": in_force("hitler_alert")}, "", "no hitler_alert; hitler gone"),
    ("axis-43", "", {"turn": 7, "played": "axis-42"}, "", "judged by axis-43"),
    ("axis-43", "", {"turn": 7, "played": "axis-42", "allied_control": "1010"}, "", "allied_ops_minus_1 (turn)"),
    ("axis-44", "GE-ISS 1307; IT-XII 1308; US-V 1207; US-VI 1109", {"turn": 7},
     "relocate 1311", "vp +1; closed to both; hitler 1311; US-V 1109/2; GE-ISS EAST/2; IT-XII pool/1"),
    ("axis-45", "GE-XX pool; GE-XII 1611 reduced", {"turn": 7},
     "pick GE-XX; rebuild GE-XII", "alpenfestung (game); GE-XII 1611/2; GE-XX 1411/1 | axis: replacements 2"),
    ("axis-46", "", {"turn": 7}, "", "volkssturm (game)"),
    ("axis-47", "", {"turn": 7}, "", "vp +1; next allied hand -1 by axis-47"),
    ("axis-48", "", {"turn": 7, "allied_control": "1010"}, "", "werewolves (turn)"),
    ("axis-49", "", {"turn": 7}, "pick GE-12A; place OKW; place 1311", "GE-12A OKW/2; GE-XXXIXPZ 1311/2"),
    ("axis-50", "", {"turn": 7}, "", "nero (action)"),
    ("axis-51", "GE-XX 1008 reduced; GE-XII OKW reduced; GE-1A 1411 reduced; GE-XXV 0712 reduced", {"turn": 7},
     "rebuild GE-XX; rebuild GE-XII; rebuild GE-1A",
     "GE-1A 1411/2; GE-XII OKW/2; GE-XX 1008/2 | axis: replacements 2"),
    ("axis-54", "GE-ISS 1008 reduced; GE-XX 1008; US-V 0909", {"turn": 7},
     "pick GE-ISS", "GE-ISS 1008/2 | axis: activation 3"),
    ("axis-55", "", {"turn": 7, "allied_hand": "allied-3 allied-7"}, "", "allied hand -1"),
]  # fmt: skip


def test_every_event_is_in_the_table() -> None:
    assert {row[0] for row in PLAYED} == {card.id for card in game().data.cards if not card.combat}


@rule("6.5", "6.51", "6.52", "6.53", "15.1", "16.1")
@pytest.mark.parametrize(("card", "units", "fields", "answers", "outcome"), PLAYED, ids=[row[0] for row in PLAYED])
def test_an_event_does_what_its_card_says_and_nothing_else(
    card: str, units: str, fields: dict[str, Any], answers: str, outcome: str
) -> None:
    match = holding(card, {"units": units, **fields})
    before, mine = match.position.copy(), match.prompt.side
    play(match, f"event {card}", *filter(None, answers.split("; ")))
    told, question = "; ".join(happened(before, match.position, match, card)), asked(match)
    over = match.prompt.step == "action" and match.prompt.side != mine
    assert (told if over else f"{told} | {question}".strip()) == outcome
    to_the_end(match)
    starred = match.game.data.cards[match.game.card_numbers[card]].starred
    assert lies(match, card) == ("gone" if starred else "discards")
    assert match.position.played >> match.game.card_numbers[card] & 1
    assert not match.position.bonuses
    assert not any(flag.until == "round" for flag in match.position.flags.values())


@rule("6.1", "6.12")
@pytest.mark.parametrize("card", game().card_ids)
def test_a_card_serves_only_out_of_ones_own_hand(card: str) -> None:
    side = card.split("-")[0]
    other = "axis-55" if side == "axis" else "allied-55"
    match = holding(other if card != other else f"{side}-54", {"turn": 7})
    for use in ("ops", "event", "rd", "rp"):
        assert refused(match, f"{use} {card}") == "6.1"
    theirs = holding("allied-55" if side == "axis" else "axis-55", {"turn": 7, f"{side}_hand": card})
    assert refused(theirs, f"event {card}") == "6.1"
