"""A person plays in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import bocage
from bocage import bots
from bocage.terminal import saves
from bocage.terminal.faces import face_of
from bocage.terminal.screen import GLUE, Screen
from tests.cli.conftest import Run
from tests.cli.tables import LANDING, in_order, new_game, position

FACE = face_of("roundup")


def test_a_whole_allied_turn_from_the_landing_to_the_german_answer(run: Run, tmp_path: Path, home: Path) -> None:
    start = new_game(tmp_path, 4, 1, 6)
    saved = tmp_path / "evening.bocage"
    lines = [
        *LANDING,
        "end",  # no drops
        "why 1307", "US-1A", "why column 1307", "why 1306", "join US-Rgr", "1307",
        "US-1", "1308", "undo", "1309", "back 2", "US-1 1309", "undo", "end",
        "odds 1306 US-1A", "attack 1306 US-1A US-1", "attack 1306 US-1A US-Rgr", "roll",
        f"save {saved}", "end", "quit",
    ]  # fmt: skip
    result = run("play", "roundup", "--load", start, "--german", "random", lines=lines)
    assert result.exit_code == 0, result.output
    in_order(
        result.stdout,
        f"This match is kept in {home}",
        "Phase: beachheads - Hitler's strategy 4",
        "2 US and 2 UK still to come",
        "A US beachhead is marked at 1309",
        "place a TAS marker on 1306",
        "Phase: landing",
        "1 Armored Division lands at 1309",
        " lands at 1309",
        "Phase: air drop",
        "Phase: Allied movement",
        "> why 1307",
        "choose the unit that moves first (10.0)",
        "> US-1A",
        ">1307!P",  # the close-up marks where the unit in hand may go
        "> why column 1307",
        "no: column movement never enters an enemy zone of control (10.6)",
        "10.6    Column movement",  # and what the case says
        "> why 1306",
        "never enter a hex that an enemy holds",
        " move 1309-1308-1307 (",
        "1 Infantry Division moves 1410-1309-1308",
        "> undo",
        "Taken back: move 1308.",
        "1 Infantry Division moves 1410-1309",
        "> back 2",
        "Taken back: pick US-1, move 1309.",
        "> undo",
        "Taken back: pick US-1, move 1309.",  # the whole line
        "Phase: Allied combat",
        "> odds 1306 US-1A",
        "7 against 4 is 1:1",
        "2 left   the defender is in port (11.10)",
        "1 right  Allied naval gunfire (11.9)",
        "> attack 1306 US-1A US-1",
        "Nothing of this line was done.",
        "US-1 is not next to the hex under attack (11.0)",
        "> attack 1306 US-1A US-Rgr",
        "9 against 4 is 2:1",
        "DSR   17%",
        "Add units or roll",
        "> roll",
        "rolled on 2:1: 6, DSR",
        "18 Luftwaffe Field Division loses a step",
        f"Saved to {saved}",
        "Meanwhile",
        "the Germans:",
        "Dice for the cups: ",
        "ITALY 1",
        "Turn 2: 12-14 September 1943",
        "turn 2/10",
        "Go on with: bocage play roundup --german random --load",  # and the same players
    )
    assert "\x1b" not in result.stdout  # no colours and cursor tricks without a terminal
    match = bocage.load(saved.read_text(encoding="utf-8"), strict=True)
    assert match.position.units[match.game.unit_numbers["DE-18L"]].steps == 1
    assert match.prompt.step == "combat"


def test_a_saved_match_goes_on_where_it_stood(run: Run, tmp_path: Path, home: Path) -> None:
    saved = tmp_path / "noon.bocage"
    run("play", "roundup", "--load", new_game(tmp_path, 4, 1), lines=[*LANDING[:8], f"save {saved}", "quit"])
    result = run("play", "roundup", "--load", str(saved), lines=["1410 US-1", "log 1", "quit"])
    in_order(result.stdout, "Phase: landing", "aA9", "1 Infantry Division lands at 1410", "> log 1", "lands at 1410")
    assert len(bocage.load(saved.read_text(encoding="utf-8")).entries) == 10  # the player's own file is left alone


def test_the_match_is_kept_after_every_answer(run: Run, tmp_path: Path, home: Path) -> None:
    result = run("play", "roundup", "--seed", "utah", lines=["us-beachhead 1309"])
    (file,) = home.glob("*.bocage")
    assert result.exit_code == 1
    assert (
        result.stderr == f"bocage: the input ended; the match is kept, go on with: bocage play roundup --load {file}\n"
    )
    kept = bocage.load(file.read_text(encoding="utf-8"), strict=True)
    assert [str(entry.action) for entry in kept.entries] == ["us-beachhead 1309"]
    again = run("play", "roundup", "--load", str(file), lines=["us-beachhead 1410", "quit"])
    assert again.exit_code == 0
    assert list(home.glob("*.bocage")) == [file]  # a kept match stays in its file
    assert len(bocage.load(file.read_text(encoding="utf-8")).entries) == 2


def test_nothing_is_kept_before_the_first_answer(run: Run, home: Path) -> None:
    result = run("play", "roundup", lines=["map", "help"])
    assert result.stderr == "bocage: the input ended before anything was played.\n"
    assert not home.exists()


def test_control_c_says_how_to_go_on(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["us-beachhead 1309"])

    def ask(screen: Screen, prompt: str) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr(Screen, "ask", ask)
    result = run("play", "roundup")
    (file,) = home.glob("*.bocage")
    assert result.exit_code == 130
    assert result.stderr == f"bocage: stopped; the match is kept, go on with: bocage play roundup --load {file}\n"


def test_warnings_come_before_the_first_end(run: Run, tmp_path: Path) -> None:
    start = position(tmp_path, turn=2, at="allied movement", units="US-1 2010; US-2 2012", us_beachheads="1309")
    result = run("play", "roundup", "--load", start, lines=["US-1 2012", "end", "end", "quit"])
    in_order(
        result.stdout,
        "> end",
        "2012 is overstacked",
        "Say 'end' again if you mean it.",
        "> end",
        "Too many units in 2012",
        "eliminate US-1",
    )


def test_a_line_may_answer_several_questions(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=2, at="allied movement", units="US-1 2010; US-Rgr 2010; DE-712 2108", us_beachheads="1309"
    )
    for line in ("US-1 2109", "US-1 US-1 2109", "pick US-1 move 2109", "move US-1 2109", "move 1 2109", "US-1 Watten"):
        result = run("play", "roundup", "--load", start, lines=[line, "units 2109", "quit"])
        assert "2109  US-1" in result.stdout, line


def test_a_stack_moves_with_its_units_named_in_a_row(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=2, at="allied movement", units="US-1 2012; US-Rgr 2012; US-2 2011; DE-712 1904",
        us_beachheads="1309",
    )  # fmt: skip
    for line in ("US-1 US-Rgr 2112", "move US-1 Rgr 2112", "US-1 all 2112", "US-2 2110 US-1 all 2112"):
        result = run("play", "roundup", "--load", start, lines=[line, "units 2112", "quit"])
        in_order(result.stdout, f"> {line}", "and US Ranger Force move 2012-2112", "2112  US-1", "2112  US-Rgr")
    result = run("play", "roundup", "--load", start, lines=["US-2 2012 US-1 2112", "units 2112", "all", "quit"])
    in_order(result.stdout, "1 Infantry Division moves 2012-2112", "2112  US-1")  # a new move, without US-2
    assert "there is nobody who could join" in result.stdout


def test_everybody_attacks(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=2, at="allied combat", units="US-1 2010; US-Rgr 2010; DE-712 2109", us_beachheads="1309"
    )
    result = run("play", "roundup", "--load", start, lines=["attack Watten all", "odds bombers", "quit"])
    in_order(
        result.stdout, "> attack Watten all", "7 against 4 is 1:1", "Add units or roll", "> odds bombers", "  no: "
    )


def test_the_cost_of_a_move_is_told_for_the_unit_in_hand(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=2, at="allied movement", units="US-1 2012; DE-712 1904; DE-719 2010", us_beachheads="1309"
    )
    lines = ["cost 2112", "US-1", "cost 2112", "cost 2622", "cost 2010", "cost", "column 2112", "quit"]
    result = run("play", "roundup", "--load", start, lines=lines)
    in_order(
        result.stdout,
        "> cost 2112",
        "take a unit in hand first",
        "> US-1",
        " 2 MP",  # in the close-up
        "> cost 2112",
        "2112 2 MP of 10: 2012-2112",
        "> cost 2622",
        "in column: 2012-",
        "> cost 2010",
        "no: units never enter a hex that an enemy holds (10.0)",
        "10.0a   Movement limits",  # the lettered rows of the case
        "> cost",
        "name a hex, as in 'cost 2114'",
        "> column 2112",
        "(2112 is within the ordinary allowance: an ordinary move.)",
        "moves 2012-2112 (2 MP)",
    )


def test_places_of_several_hexes(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=2, at="allied combat", units="US-1 1619; DE-712 1618", us_beachheads="1719", dice="3"
    )
    lines = ["hex Calais", "why Calais", "hex foret de guines", "places", "attack Calais", "US-1", "quit"]
    result = run("play", "roundup", "--load", start, lines=lines)
    in_order(
        result.stdout,
        "> hex Calais", "Calais is 1617 and 1618; say which",
        "> why Calais", "Calais is 1617 and 1618; say which",
        "> hex foret de guines", "is 2017 and 2018",
        "> places", "Calais 1617 1618",
        "> attack Calais", "Attack on 1618",  # only one of them can be attacked
    )  # fmt: skip


def test_the_other_sides_turn_is_condensed_and_the_log_is_whole(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=2, at="german movement", units="US-1 1410; DE-9SS 2010; DE-719 2108; DE-s508 2108",
        us_beachheads="1410",
    )  # fmt: skip
    match = saves.read(Path(start))
    for line in ("pick DE-9SS", "move 2112", "move 2113", "pick DE-719", "join DE-s508", "move 2107", "end"):
        match.play(line)
    while match.position.turn == 2:
        bots.answer(match, bots.make("random", "utah"), match.prompt.side)
    told = FACE.digest(match.game, [event for entry in match.entries for event in entry.events])
    lines = [line.text.replace(GLUE, " ") for line in told]
    assert (told[0].rule, lines[0]) == ("10.0", "2 moves: DE-9SS 2010-2113, DE-719+DE-s508 2108-2107.")
    assert not any(line.startswith("Drawn") for line in lines)
    assert any("edge, " in line for line in lines)
    whole = [sentence for _, _, sentence in match.log("allied")]
    assert len(whole) > len(lines)


def test_ending_a_step_too_early_is_asked_about(run: Run, tmp_path: Path) -> None:
    lines = [*LANDING[:7], "end", "1309 US-1A", "quit"]
    result = run("play", "roundup", "--load", new_game(tmp_path, 4, 1), lines=lines)
    in_order(
        result.stdout,
        "> end",
        "! nothing has landed at 1309, 1410, 2624, 3424 yet",
        "Say 'end' again if you mean it.",
        "lands at 1309",
    )


def test_germans_in_ports_stand_on_turn_1_and_the_odds_say_so(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=1, at="allied combat", units="US-1 1307; DE-18L 1306", us_beachheads="1309", dice="1"
    )
    result = run("play", "roundup", "--load", start, lines=["odds 1306", "quit"])
    in_order(result.stdout, "> odds 1306", "DR does nothing, DSR takes a step (11.10)")


def test_resume_goes_on_with_the_last_match(run: Run, home: Path) -> None:
    nothing = run("play", "roundup", "--resume")
    assert nothing.exit_code == 1
    assert nothing.stderr == f"bocage: no match of roundup is kept in {home}.\n"
    run("play", "roundup", "--seed", "utah", lines=["us-beachhead 1309", "quit"])
    again = run("play", "roundup", "--resume", lines=["log", "quit"])
    in_order(again.stdout, "1 US and 2 UK still to come", "A US beachhead is marked at 1309")


def test_units_that_are_alike_land_in_order_and_the_player_is_told(run: Run, tmp_path: Path) -> None:
    lines = [*LANDING[:7], "1309", "land US-45", "quit"]
    result = run("play", "roundup", "--load", new_game(tmp_path, 4, 1), lines=lines)
    in_order(result.stdout, "> land US-45", "US-1 comes first: US-45 is exactly like it", "lands at 1309")


def test_undo_across_dice_needs_a_rollback_to_which_a_bot_agrees(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=2, at="allied combat", units="US-1 2010; DE-712 2109", us_beachheads="1309", dice="3"
    )
    lines = ["attack 2109 US-1 roll", "undo", "rollback 3", "units 2109", "quit"]
    result = run("play", "roundup", "--load", start, lines=lines)
    in_order(
        result.stdout,
        "> attack 2109 US-1 roll",
        "rolled on",
        "> undo",
        "no: nothing can be taken back here",
        "> rollback 3",
        "Agreed",
        "Choose a hex to attack",
        "2109  DE-712",
    )


def test_a_retreat_in_the_german_phase_is_asked_with_its_neighbourhood(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=2, at="german combat", units="US-1 2012; DE-2SS 2011; DE-3SS 2111", us_beachheads="1309",
        dice="4",
    )  # fmt: skip
    lines = ["attack 2012 DE-2SS DE-3SS", "roll", "why 2112", "quit"]
    result = run("play", "roundup", "--load", start, "--german", "human", lines=lines)
    in_order(result.stdout, "german> roll", "DR - defender retreats", "Phase: German combat", "│ 2012!.", "11.13.3  ")
    in_order(result.stdout, "allied> why 2112", "units never retreat into an enemy zone of control (3.2.4)")


def test_the_last_turn_ends_the_game(run: Run, tmp_path: Path, home: Path) -> None:
    start = position(tmp_path, turn=10, at="allied combat", units="US-1 2010; DE-712 2109", us_beachheads="1309")
    result = run("play", "roundup", "--load", start, "--german", "random", lines=["end"])
    assert result.exit_code == 0
    in_order(result.stdout, "> end", "Meanwhile the Germans:", "The game ends.", "The Germans win: ", "(14.2.1)")
    (file,) = home.glob("*.bocage")
    again = run("play", "roundup", "--load", str(file))
    assert again.exit_code == 0
    assert "The Germans win: " in again.stdout


def test_two_people_at_one_table(run: Run, tmp_path: Path) -> None:
    start = position(tmp_path, turn=2, at="allied combat", units="US-1 2010; DE-712 2109", us_beachheads="1309")
    result = run("play", "roundup", "--load", start, "--german", "human", lines=["end", "1", "quit"])
    in_order(result.stdout, "allied> end", "german> 1", "The Germans choose move/combat")


def test_a_hidden_strategy_is_not_shown_to_the_allies(run: Run, tmp_path: Path) -> None:
    start = new_game(tmp_path, 3, 1, R27=True)
    asked = ["map", "log 50", "us-beachhead 1309", "log 50", "quit"]
    allied = run("play", "roundup", "--load", start, lines=asked)
    assert "Hitler's strategy unknown" in allied.stdout
    assert "strategy 3" not in allied.stdout
    german = run("play", "roundup", "--load", start, "--allied", "random", "--german", "human", lines=["quit"])
    assert "Hitler's strategy 3" in german.stdout


def test_bots_can_play_each_other_to_the_end(run: Run, home: Path) -> None:
    result = run("play", "roundup", "--allied", "random", "--german", "random", "--seed", "utah")
    assert result.exit_code == 0
    in_order(result.stdout, "Turn 2: ", "Turn 10: ", "The game ends.", "(14.", "The record of the game is")
    (file,) = home.glob("*.bocage")
    assert bocage.load(file.read_text(encoding="utf-8"), strict=True).outcome is not None


def test_questions_beside_the_game(run: Run, tmp_path: Path) -> None:
    start = position(
        tmp_path, turn=3, at="allied movement", units="US-1 2010 reduced; UK-1 1309; DE-712 2109",
        us_beachheads="1308", uk_beachheads="1309",
    )  # fmt: skip
    asked = ["hex 2109", "units german", "units 2010", "units off", "supply 2010", "zoc", "rules 3.2.1", "rules R7",
             "map 2010", "map off", "help", "# a remark", "", "quit"]  # fmt: skip
    result = run("play", "roundup", "--load", start, lines=asked)
    in_order(
        result.stdout,
        "> hex 2109", "town Watten, DE-712 2-4",
        "> units german", "2109  DE-712",
        "> units 2010", "reduced, in enemy zone",
        "> units off", "waiting in England (48): US-2",
        "> supply 2010", "US-1 in 2010: ",
        "> zoc", "a Allied, g German",
        "> rules 3.2.1", "ZOC stops movement",
        "> rules R7", "ruling on 11.13.2",
        "> map 2010", "2010!=", "US-1 3-3r",
        "> map off", "only when you ask",
        "> help", "why column 1307",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("pick", "'pick' needs a unit"),
        ("move 9999", "there is no hex '9999'"),
        ("pick Patton", "there is no unit 'Patton'"),
        ("99", "the answers are numbered 1 to"),
        ("dance", "'dance' is not an answer to this question"),
        ("pick 1", "'1' could mean US-1, UK-1; write more of it"),
        ("why", "ask about a hex, a unit or an answer"),
        ("why Paris", "'Paris' is neither a hex nor a unit"),
        ("odds 2109 US-9", "US-9 is not next to the hex under attack (11.0)"),
        ("odds", "no attack is declared"),
        ("back many", "say how many answers to take back"),
        ("back 3", "nothing can be taken back here"),
        ("save", "name the file"),
        ("log x", "say how many lines"),
        ("rules 99", "has no case '99'"),
        ("roll", "'roll' is not possible now"),
        ("DE-712", "only units of the side whose phase it is move (10.0)"),
    ],
)
def test_noise_gets_a_sentence_and_changes_nothing(run: Run, tmp_path: Path, typed: str, answer: str) -> None:
    start = position(
        tmp_path, turn=2, at="allied movement", units="US-1 2010; UK-1 2012; DE-712 2109; US-9 2212",
        us_beachheads="1309", uk_beachheads="1410",
    )  # fmt: skip
    result = run("play", "roundup", "--load", start, lines=[typed, "quit"])
    assert result.exit_code == 0
    in_order(result.stdout.replace("\n      ", " "), f"> {typed}", answer)
    assert "Nothing was played." in result.stdout
