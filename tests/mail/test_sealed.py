"""Matches with secrets by mail: sealed files, what they show, what of a cheat is found out, and their end."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bocage.engine.errors import BadInput, Refusal
from bocage.mail import chain, checking, keys, letter, playing, seal
from bocage.mail.keys import Key
from bocage.mail.letter import Letter
from bocage.mail.playing import Hand
from bocage.shelf import make_game
from bocage.terminal.by_mail import told
from tests.mail.players import Player, begin

# A game, its options, and two answers between which one side chooses while the other must not see which.
SECRETS = [
    ("rhine", {}, "place 0114", "place 0116"),
    ("fortress", {}, "place A2", "place A4"),
    ("festung", {}, "take axis-6", "take axis-19"),
    ("roundup", {"R27": True, "13.3": "chosen"}, "strategy 1", "strategy 2"),
]


def content(text: str, player: Player) -> Letter:
    """What is sealed in a file, for who changes the program: the key of the seal is on his machine."""
    found = letter.read(text)
    return letter.opened(found, keys.secret(player.key, found))


def sealed_anew(found: Letter, player: Player) -> str:
    """A file that somebody has changed who has a key of its seal."""
    return letter.written(found, keys.secret(player.key, found))


def copied(key: Key) -> Key:
    """A copy of a key, as it is now."""
    return msgspec.convert(msgspec.to_builtins(key), Key)


def answers(player: Player, text: str, action: str) -> str:
    """The file after one answer that the player has chosen himself."""
    hand = player.takes(text)
    assert hand.match is not None
    hand.match.play(action, side=hand.side)
    return hand.text()


def may_choose(player: Player, text: str, action: str) -> bool:
    """Is it this player who is asked?"""
    hand = player.takes(text)
    return hand.may_act and hand.match is not None and hand.match.why_not(action, side=hand.side) is None


def open_file(found: Letter) -> list[str]:
    """What anybody finds who checks a file."""
    return checking.check(found, make_game(found.game, found.scenario, found.options))


# What a side can read


@pytest.mark.parametrize(("slug", "options", "one", "other"), SECRETS)
def test_what_the_other_side_chose_in_secret_shows_neither_in_the_words_nor_in_the_size_of_the_file(
    slug: str, options: dict[str, Any], one: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, covers, sizes, keepers = [], [], [], []
    for action in (one, other):
        rng = random.Random(slug)
        monkeypatch.setattr(chain, "new_seed", lambda rng=rng: rng.randbytes(32))
        anna, bert, text = begin(slug, 20, **options)
        text = anna.plays(text, 0)
        chooser, eyes = (anna, bert) if may_choose(anna, text, action) else (bert, anna)
        text = answers(chooser, text, action)
        assert action not in text
        hand = eyes.takes(text)
        shown.append(told(hand))
        covers.append(msgspec.structs.replace(letter.read(text), closed=""))
        sizes.append(len(text))
        keepers.append(len(msgspec.json.encode(letter.closed(eyes.key.known, hand.secret))))
    assert shown[0] == shown[1]
    assert covers[0] == covers[1]
    assert sizes[0] == sizes[1]
    assert keepers[0] == keepers[1]


def test_a_sealed_file_grows_by_steps_only() -> None:
    anna, bert, text = begin("rhine")
    player = bert if bert.takes(text).may_act else anna
    sizes = set()
    for _ in range(30):
        text = player.plays(text, 1)
        sizes.add(len(text))
    assert len(sizes) == 1
    found = letter.read(text)
    assert found.entries == []
    assert found.marks == []
    assert {one.opened for one in found.players.values()} == {0}
    assert {one.link for one in found.players.values()} == {""}


def test_the_seal_is_opened_by_both_keys_and_no_other() -> None:
    anna, bert, text = begin("festung")
    carl = begin("festung")[0]
    found = letter.read(text)
    secrets = [keys.secret(player.key, found) for player in (anna, bert, carl)]
    assert secrets[0] == secrets[1] != secrets[2]
    with pytest.raises(BadInput, match="cannot be opened with your key"):
        carl.takes(text)
    assert seal.key_of(bytes.fromhex(anna.key.seed), seal.share_of(bytes.fromhex(bert.key.seed)), "m2") != secrets[0]
    for share in ("", "zz", "00" * 256, "00" * 255 + "01", "ff" * 256):
        assert seal.key_of(b"x" * 32, share, "m1") is None


def test_what_both_are_asked_at_once_each_answers_when_he_has_the_file() -> None:
    anna, bert, text = begin("festung", 20)
    text = answers(anna, text, "take axis-6")
    hand = anna.takes(text)
    assert not hand.may_act
    text = answers(bert, text, "take allied-1")
    first, second = anna.takes(text).match, bert.takes(text).match
    assert first is not None
    assert second is not None
    assert first.position_hash == second.position_hash
    assert first.moment == 2


# What a cheat might try


def some_files(slug: str = "festung", mails: int = 6) -> tuple[Player, Player, str]:
    """Some sealed files have gone to and fro, and both have done something; the second player gets this one next."""
    anna, bert, text = begin(slug, 20)
    for number in range(mails):
        text = (anna, bert)[number % 2].plays(text)
    return anna, bert, anna.plays(text)


def place_of(found: Letter, side: str) -> int:
    """The last entry of a side."""
    return max(number for number, line in enumerate(found.entries) if line.split(" ")[1] == side)


def test_an_entry_of_the_other_that_was_changed_is_found_out() -> None:
    anna, bert, text = some_files()
    found = content(text, bert)
    number = place_of(found, anna.key.side)
    found.entries[number] = f"{number + 1} {anna.key.side} (concede 0)"
    forgotten = copied(anna.key)
    forgotten.known = msgspec.structs.replace(forgotten.known, entries=[])  # not even if she has forgotten it
    with pytest.raises(BadInput, match="tells otherwise what you have seen or sent"):
        anna.takes(sealed_anew(found, bert))
    with pytest.raises(BadInput, match="an action in your name that you have not done, or not so"):
        Player(forgotten).takes(sealed_anew(found, bert))


def test_an_action_in_the_other_s_name_is_found_out_however_it_is_marked() -> None:
    anna, bert, text = some_files()
    found = content(text, bert)
    found.entries.append(f"{len(found.entries) + 1} {anna.key.side} (concede 0)")
    with pytest.raises(BadInput, match="nobody has marked"):
        anna.takes(sealed_anew(found, bert))
    found.marks[-1].upto += 1
    with pytest.raises(BadInput, match="an action in your name that you have not done, or not so"):
        anna.takes(sealed_anew(found, bert))


def test_what_a_side_has_sent_it_cannot_change_afterwards() -> None:
    anna, bert, text = some_files()
    bert.takes(text).taken_down()
    cheat = copied(anna.key)
    found = content(text, anna)
    found.marks.pop()
    number = found.marks[-1].upto  # the first of what she has just sent
    del found.entries[number:]
    cheat.known = msgspec.structs.replace(found)
    cheated = Hand(cheat, letter.read(sealed_anew(found, anna)), make_game("festung", "", {}))
    assert cheated.match is not None
    taken = str(content(text, anna).entries[number])
    other = next(a for a in cheated.match.prompts[cheat.side].actions if f" {a}" not in taken)
    cheated.match.play(other, side=cheat.side)
    with pytest.raises(BadInput, match=r"tells otherwise what you have seen|older than one"):
        bert.takes(cheated.text())


def test_a_changed_cover_or_another_content_is_found_out() -> None:
    anna, bert, text = some_files()
    older = letter.read(begin("festung", 20)[2])
    found = letter.read(text)
    body = found.closed
    for change in (
        {"closed": body[:-1] + ("0" if body[-1] != "0" else "1")},
        {"closed": body[: len(body) // 2]},
        {"closed": "~" * 40},
        {"closed": older.closed},
        {"ahead": 0},
        {"options": {"R9": True}},
    ):
        with pytest.raises(BadInput, match="cannot be opened with your key"):
            bert.takes(letter.written(msgspec.structs.replace(found, **change)))
    plain = content(text, anna)
    with pytest.raises(BadInput, match="should be sealed, and is not"):
        bert.takes(letter.written(plain))


def test_an_older_sealed_file_is_refused_with_what_it_is() -> None:
    anna, bert, text = begin("festung", 20)
    first = anna.plays(text)
    newer = bert.plays(first)
    anna.plays(newer)
    with pytest.raises(BadInput, match="older than one that you have had in hand"):
        bert.takes(first)


def test_in_a_sealed_match_no_die_is_thrown_twice_either() -> None:
    anna, bert, text = begin("rhine")
    while not content(text, anna).pending:
        for player in (anna, bert):
            if not content(text, anna).pending:
                text = player.plays(text)
    asked, thrower = (anna, bert) if content(text, anna).pending_side == anna.key.side else (bert, anna)
    hand = asked.takes(text)
    assert hand.match is not None
    assert not hand.may_act
    with pytest.raises(Refusal, match="its dice fall when the other opens the file"):
        hand.match.undo(side=asked.key.side)
    fixed = content(text, asked).pending
    answer = thrower.plays(text, 0)
    found = content(answer, thrower)
    assert " = " in found.entries[-1]
    for instead in ("", "concede"):
        with pytest.raises(BadInput, match="leaves out the action for which you asked a die"):
            asked.takes(sealed_anew(msgspec.structs.replace(content(text, asked), pending=instead), thrower))
    entries = [*found.entries]
    entries[-1] = entries[-1].replace(fixed, "(concede 0)", 1)
    with pytest.raises(BadInput, match="another action than the one for which you asked a die"):
        asked.takes(sealed_anew(msgspec.structs.replace(found, entries=entries), thrower))
    line, _, dice = found.entries[-1].partition(" = ")
    found.entries[-1] = f"{line} = {' '.join(str(int(one) % 6 + 1) for one in dice.split())}"
    with pytest.raises(BadInput, match=r"does not come out as it says|not so"):
        asked.takes(sealed_anew(found, thrower))


def test_a_key_from_an_old_copy_knows_its_own_marks_again() -> None:
    anna, bert, text = begin("festung", 20)
    old = copied(anna.key)
    text = bert.plays(anna.plays(text))
    hand = Player(old).takes(text)
    assert hand.match is not None
    assert any(entry.side == old.side for entry in hand.match.entries)


def test_nothing_is_taken_back_of_what_was_sent_nor_of_the_other_s_doings() -> None:
    anna, bert, text = begin("festung")
    hand = anna.takes(text)
    assert hand.match is not None
    hand.match.play("take axis-6", side="axis")
    hand.match.undo(side="axis")
    hand.match.play("take axis-19", side="axis")
    text = hand.text()
    hand.given_out()
    with pytest.raises(Refusal, match="what was sent stays"):
        hand.match.undo(side="axis")
    again = anna.takes(hand.text()).match
    assert again is not None
    with pytest.raises(Refusal, match="what was sent stays"):
        again.undo(side="axis")
    theirs = bert.takes(text).match
    assert theirs is not None
    assert theirs.undoable == []
    with pytest.raises(Refusal):
        theirs.undo()


# The end


def conceded(slug: str, ahead: int = 20, mails: int = 4, **options: Any) -> tuple[Player, Player, str]:
    """A match that the one gives up who has the file; the other has seen the end, too."""
    anna, bert, text = begin(slug, ahead, **options)
    for number in range(mails):
        text = (anna, bert)[number % 2].plays(text)
    hand = anna.takes(text)
    assert hand.match is not None
    hand.match.concede(anna.key.side)
    return anna, bert, bert.takes(hand.text()).text()


@pytest.mark.parametrize(("slug", "options"), [(slug, options) for slug, options, _, _ in SECRETS])
def test_at_the_end_the_file_opens_and_everybody_can_check_it(slug: str, options: dict[str, Any]) -> None:
    anna, _, text = conceded(slug, **options)
    found = letter.read(text)
    assert not found.closed
    assert found.entries
    said = " ".join(open_file(found))
    for words in ("as the rules allow", "from a link of both chains", "marked by Anna", "marked by Bert", "is over"):
        assert words in said
    hand = anna.takes(text)
    assert hand.match is not None
    assert hand.match.text().startswith("bocage record")


def test_before_the_end_a_sealed_file_is_not_checked_and_not_opened() -> None:
    anna, bert, text = some_files()
    with pytest.raises(BadInput, match="opened, and can be checked, when it is over"):
        open_file(letter.read(text))
    found = content(text, anna)
    found.players[anna.key.side].seed = anna.key.seed
    with pytest.raises(BadInput, match="opened as if the match were over"):
        bert.takes(letter.written(found))


def test_whatever_is_changed_after_the_end_is_found_by_the_check() -> None:
    _, _, text = conceded("festung")
    right = letter.read(text)

    def changed(edit: str) -> Letter:
        found = letter.read(text)
        player = found.players["axis"]
        if edit == "entry":
            place = place_of(found, "axis") - 1
            found.entries[place] = f"{place + 1} axis (offer-draw 0)"
        elif edit == "mark":
            found.marks[0].tag = "0" * 32
        elif edit == "missing mark":
            del found.marks[0]
        elif edit == "secret":
            player.seed = "ab" * 32
        elif edit == "no secret":
            player.seed = "nonsense"
        elif edit == "dice":
            place = next(n for n, line in enumerate(found.entries) if " = " in line)
            found.entries[place] += " 1"
        return found

    assert open_file(right)
    for edit in ("entry", "mark", "missing mark", "secret", "no secret", "dice"):
        with pytest.raises(BadInput):
            open_file(changed(edit))


@pytest.mark.parametrize("slug", ["roundup", "storming"])
def test_an_open_file_can_be_checked_at_any_time_by_anybody(slug: str) -> None:
    anna, bert, text = begin(slug)
    for number in range(6):
        text = (anna, bert)[number % 2].plays(text)
    said = " ".join(open_file(letter.read(text)))
    assert "as the rules allow" in said
    assert "goes on" in said


def test_each_kind_says_beforehand_what_it_is() -> None:
    for slug, words in (("storming", "open file"), ("festung", "sealed file")):
        assert words in playing.kind_words(make_game(slug, "", {}))


# Whole games


def whole(slug: str, scenario: str, **options: Any) -> list[str]:
    """Two bots play a game to its end through files; what the check says."""
    anna, bert, text = begin(slug, 100, scenario=scenario, **options)
    sealed = letter.read(text).sealed
    for number in range(1000):
        player = (anna, bert)[number % 2]
        text = player.plays(text)
        if letter.read(text).over or (not sealed and player.takes(text).over):
            break
    text = (anna, bert)[(number + 1) % 2].takes(text).text()
    return open_file(letter.read(text))


@pytest.mark.parametrize(
    ("slug", "scenario", "options"),
    [("roundup", "", {}), ("roundup", "", {"R27": True}), ("storming", "", {}), ("festung", "overlord", {})],
)
def test_a_whole_game_by_mail(slug: str, scenario: str, options: dict[str, Any]) -> None:
    assert whole(slug, scenario, **options)[-1] == "The match is over."


@pytest.mark.long
@pytest.mark.parametrize(("slug", "scenario"), [("rhine", ""), ("fortress", "berlin")])
def test_a_whole_game_of_the_longer_ones_by_mail(slug: str, scenario: str) -> None:
    assert whole(slug, scenario)[-1] == "The match is over."
