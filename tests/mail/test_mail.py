"""Play by mail: whole exchanges, dice that neither side can foresee, and files that somebody has changed."""

from __future__ import annotations

import copy
import random

import pytest

import bocage
from bocage.engine.errors import BadInput, Refusal
from bocage.mail import chain, letter, playing
from bocage.mail.dice import Unopened
from bocage.mail.playing import Hand
from bocage.shelf import make_game
from tests.mail.players import Player, asked_for_a_die, begin, copied, forged


@pytest.mark.parametrize(("slug", "ahead", "mails"), [("roundup", 0, 24), ("roundup", 20, 10), ("storming", 0, 16)])
def test_a_match_goes_to_and_fro_and_both_have_the_same_one(slug: str, ahead: int, mails: int) -> None:
    one, other, text = begin(slug, ahead)
    for number in range(mails):
        text = (one, other)[number % 2].plays(text)
    text = one.plays(text, 0)  # lets a die fall for which the other asked
    hands = [player.takes(text) for player in (one, other)]
    first, second = (hand.match for hand in hands)
    assert first is not None
    assert second is not None
    assert first.position_hash == second.position_hash
    assert first.mail.throws > 3
    assert any(entry.dice for entry in first.entries)
    again = bocage.load(first.text())  # an ordinary record
    assert again.position_hash == first.position_hash


def test_with_throws_opened_beforehand_fewer_files_go_to_and_fro() -> None:
    throws = []
    for ahead in (0, 20):
        one, other, text = begin(ahead=ahead)
        for number in range(8):
            text = (one, other)[number % 2].plays(text)
        hand = one.takes(text)
        assert hand.match is not None
        throws.append(hand.match.mail.throws)
    assert throws[1] > throws[0]


# Dice


def test_who_acts_cannot_know_his_die_before_his_action_is_fixed_and_sent() -> None:
    one, other, text = asked_for_a_die()
    hand = one.takes(text)
    assert hand.match is not None
    assert not hand.may_act
    with pytest.raises(Unopened):
        hand.match.mail.number(6, 0, hand.match.position.rolls)
    theirs = other.takes(text).match
    assert theirs is not None
    assert theirs.moment == hand.match.moment + 1
    assert theirs.entries[-1].side == one.key.side
    assert theirs.entries[-1].dice


def test_a_die_hangs_on_both_chains() -> None:
    rng = random.Random(1)
    seeds = [rng.randbytes(32) for _ in range(3)]
    links = [chain.link_of(seed, 5) for seed in seeds]
    assert len({chain.throw_key([links[a], links[b]]) for a, b in ((0, 1), (0, 2), (2, 1), (1, 0))}) == 4


def test_the_file_tells_nothing_of_links_that_are_not_open() -> None:
    """Two players whose secrets differ send files that differ in nothing but their anchors and open links."""
    one, other, text = asked_for_a_die()
    for player in (one, other):
        seed = bytes.fromhex(player.key.seed)
        count = letter.read(text).players[player.key.side].opened
        hidden = [seed.hex(), *(chain.link_of(seed, number).hex() for number in range(count, count + 40))]
        assert not [secret for secret in hidden if secret in text]
    game = make_game("roundup", "", {})
    told = set()
    for _ in range(2):
        key = playing.begun(game, "m1", "allied", "Anna", 0)
        made = Hand(key, key.known, game).taken_down()
        anna = made.players["allied"]
        told.add(letter.written(made).split("check")[0].replace(anna.anchor, "ANCHOR"))
        assert anna.opened == 0
    assert len(told) == 1


def test_the_first_link_is_opened_only_when_the_other_s_chain_is_fixed() -> None:
    """Else whoever sits down second could look for a chain with which the set-up is good for him."""
    game = make_game("roundup", "", {})
    key = playing.begun(game, "m1", "allied", "Anna", 5)
    made = Hand(key, key.known, game).taken_down()
    assert made.players["allied"].opened == 0


def test_what_is_once_sent_stays_also_for_who_sent_it() -> None:
    one, other, text = asked_for_a_die()
    answer = other.plays(text, 0)
    for player, changed in ((one, answer), (other, text)):
        tried = forged(changed, pending="", pending_side="", entries=letter.read(changed).entries[:3])
        with pytest.raises(BadInput, match="older than one that you have had in hand"):
            player.takes(tried)
    for instead in ("", "concede", "roll 7"):
        with pytest.raises(BadInput, match="leaves out the action for which you asked a die"):
            one.takes(forged(text, pending=instead))
        with pytest.raises(BadInput, match="older than one that you have had in hand"):
            other.takes(forged(text, pending=instead))
    lines = letter.read(answer).entries
    told = [*lines]
    told[-1] = told[-1].replace(letter.read(text).pending, "concede", 1)
    with pytest.raises(BadInput, match="another action than the one for which you asked a die"):
        one.takes(forged(answer, entries=told))


def test_nothing_is_taken_back_across_a_die() -> None:
    one, _, text = begin()
    hand = one.takes(text)
    assert hand.match is not None
    with pytest.raises(Refusal, match="thrown twice"):
        hand.match.ask_rollback("allied", 0)


def test_what_was_done_before_a_die_can_be_taken_back() -> None:
    one, other, text = begin()
    hand = one.takes(text)
    assert hand.match is not None
    hand.match.play(hand.match.prompt.actions[0], side="allied")
    hand.match.undo()
    text = letter.written(hand.taken_down())
    theirs = other.takes(text).match
    assert theirs is not None
    assert [entry.word for entry in theirs.entries] == ["play", "undo"]


# Files that are not as they should be


def sent() -> tuple[Player, Player, str]:
    """Some files have gone to and fro; the second player gets this one next."""
    one, other, text = begin()
    for number in range(6):
        text = (one, other)[number % 2].plays(text)
    return one, other, one.plays(text)


def test_an_entry_that_was_changed_is_found_out() -> None:
    _, other, text = sent()
    found = letter.read(text)
    changed = [*found.entries]
    changed[0] = "1 allied us-beachhead 1101" if "1101" not in changed[0] else "1 allied us-beachhead 1203"
    with pytest.raises(BadInput, match="tells otherwise what you have seen or sent"):
        other.takes(forged(text, entries=changed))


def test_a_die_that_was_changed_is_found_out() -> None:
    one, other, text = asked_for_a_die()
    answer = other.plays(text, 0)
    found = letter.read(answer)
    place = max(number for number, line in enumerate(found.entries) if " = " in line)
    action, _, dice = found.entries[place].partition(" = ")
    numbers = [int(number) % 6 + 1 for number in dice.split()]
    found.entries[place] = f"{action} = {' '.join(map(str, numbers))}"
    with pytest.raises(BadInput, match="does not come out as it says"):
        one.takes(letter.written(found))


def test_nobody_acts_in_the_other_s_name() -> None:
    one, other, text = begin()
    text = one.plays(text, 1)
    with pytest.raises(BadInput, match="an action in your name"):
        one.takes(forged(text, entries=[*letter.read(text).entries, "2 allied us-beachhead 1101"]))
    with pytest.raises(BadInput, match="against the rules"):
        other.takes(forged(text, entries=[*letter.read(text).entries, "2 allied (claim-win 0)"]))


def test_an_action_against_the_rules_is_found_out() -> None:
    one, other, text = begin()
    text = one.plays(text, 1)
    for entry in ("2 allied end", "2 allied fly", "2 allied (rollback 0)", "nonsense"):
        with pytest.raises(BadInput, match="against the rules"):
            other.takes(forged(text, entries=[*letter.read(text).entries, entry]))
    with pytest.raises(BadInput, match="is against the rules"):
        other.takes(forged(_with_link(one, text), pending="fly", pending_side="allied"))
    with pytest.raises(BadInput, match="without opening what is needed"):
        other.takes(forged(text, pending="end", pending_side="allied"))


def _with_link(player: Player, text: str) -> str:
    """The same file with one link of a player more."""
    found = letter.read(text)
    own = found.players[player.key.side]
    own.link = chain.link_of(bytes.fromhex(player.key.seed), own.opened).hex()
    own.opened += 1
    return letter.written(found)


def test_a_chain_cannot_be_exchanged_nor_a_wrong_link_opened() -> None:
    one, other, text = sent()
    for change in ("anchor", "link", "opened"):
        found = letter.read(text)
        player = found.players[one.key.side]
        setattr(player, change, player.opened + 1 if change == "opened" else "ab" * 32)
        with pytest.raises(BadInput, match=r"no longer bound|not what was fixed"):
            other.takes(letter.written(found))
    found = letter.read(text)
    found.players[other.key.side].anchor = "ab" * 32
    with pytest.raises(BadInput, match="no longer bound"):
        other.takes(letter.written(found))


def test_broken_and_foreign_files_are_refused_with_what_to_do() -> None:
    _, other, text = sent()
    for broken, words in (
        ("", "is not a mail file"),
        ("hello", "its first line should be 'bocage mail 1'"),
        (bocage.new_match("roundup", seed="x").text(), "this is a record, not a mail file"),
        (text.replace("bocage mail 1", "bocage mail 3"), "newer version"),
        (text.replace("bocage mail 1", "bocage mail 2"), "whether it is sealed"),
        (text[: len(text) // 2], "cut short"),
        (text.replace("Anna", "Anya"), "damaged or changed on its way"),
    ):
        with pytest.raises(BadInput, match=words):
            letter.read(broken)
    for name, value in (("game", "storming"), ("scenario", "other"), ("options", {"15.10": True}), ("ahead", 7)):
        with pytest.raises(BadInput, match="says something else of its"):
            Hand(other.key, letter.read(forged(text, **{name: value})), make_game("roundup", "", {}))
    for name, value in (("rules", 999), ("data", "ff")):
        with pytest.raises(BadInput, match="use the same version"):
            other.takes(forged(text, **{name: value}))


def test_a_third_player_finds_no_seat() -> None:
    one, _, text = begin()
    with pytest.raises(BadInput, match="played by Anna and Bert"):
        playing.joined(letter.read(text), one.takes(text).game, "Carl")


def test_an_older_file_is_refused_with_what_it_is() -> None:
    one, other, text = begin()
    first = one.plays(text)
    newer = one.plays(other.plays(first))
    other.plays(newer)
    with pytest.raises(BadInput, match="older than one that you have had in hand"):
        other.takes(first)


def test_the_key_remembers_by_value_what_was_in_hand() -> None:
    """What is played on in the letter afterwards does not change what the key knows."""
    one, _, text = begin()
    hand = one.takes(text)
    made = hand.taken_down()
    before = copy.deepcopy(one.key.known)
    made.entries.append("1 allied us-beachhead 1204")
    assert one.key.known == before == copied(before)


def test_a_file_in_which_nothing_waits_for_a_die_can_be_opened_twice() -> None:
    one, other, text = begin(ahead=20)
    text = one.plays(other.plays(one.plays(text)))
    assert not letter.read(text).pending
    first = other.takes(text)
    first.taken_down()
    again = other.takes(text)
    assert again.match is not None
    assert first.match is not None
    assert again.match.position_hash == first.match.position_hash
