"""Reports of real, tiny studies: what the page says, and that it needs nothing but itself."""

from __future__ import annotations

import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bocage
from bocage.engine.errors import BadInput
from bocage.lab import report
from bocage.lab.notes import notes_of
from bocage.lab.page import atlas, plots
from bocage.lab.page.elements import Sides
from bocage.lab.running import runs, shards
from bocage.lab.running.study import from_table

pytest.importorskip("matplotlib")
LARGEST = 3_000_000  # bytes of a page
VOID = {"meta", "input", "br"}


class Reader(HTMLParser):
    """Reads a page and notes what a browser or a screen reader would stumble over."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: set[str] = set()
        self.unnamed: list[str] = []
        self.addresses: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in VOID and not self.get_starttag_text().endswith("/>"):  # type: ignore[union-attr]
            self.open.append(tag)
        if found.get("id"):
            self.ids[str(found["id"])] += 1
        for name in ("href", "src"):
            address = found.get(name) or ""
            if address.startswith("#"):
                self.links.add(address[1:])
            elif address:
                self.addresses.append(address)
        self.links.update(re.findall(r"url\(#([^)]+)\)", str(found)))
        if tag == "svg" and not (found.get("aria-label") or found.get("aria-hidden")):
            self.unnamed.append(str(found))

    def handle_endtag(self, tag: str) -> None:
        if not self.get_starttag_text().endswith("/>") or self.open[-1:] == [tag]:  # type: ignore[union-attr]
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["style"], ["script"]):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split()).replace("\N{NO-BREAK SPACE}", " ")


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder for each game, with a few random games."""
    tables: dict[str, dict[str, Any]] = {
        "roundup": {"games": 4, "options": [{}, {"15.10": True}], "question": "Do <stiff> towns help?"},
        "storming": {"games": 3},
        "rhine": {"games": 3},
        "fortress": {"games": 3, "scenarios": ["bulge"]},
        # Whoever plays cards at random never lands: nothing would be told of the course of the war.
        "festung": {"games": 2, "bots": ["greedy"]},
    }
    found = {}
    for slug, table in tables.items():
        found[slug] = tmp_path_factory.mktemp("studies") / slug
        runs.carry_out(from_table({"game": slug, "bots": ["random"], **table}), found[slug], on="here")
    return found


@pytest.fixture(scope="module")
def pages(studies: dict[str, Path]) -> dict[str, str]:
    return {slug: report.write(folder).read_text(encoding="utf-8") for slug, folder in studies.items()}


@pytest.mark.parametrize("slug", ["roundup", "storming", "rhine", "fortress", "festung"])
def test_a_page_is_whole_and_needs_nothing_else(pages: dict[str, str], slug: str) -> None:
    page = pages[slug]
    found = read(page)
    assert not found.open, "every element is closed"
    assert found.ids.most_common(1)[0][1] == 1, "no name is given twice"
    assert found.links <= set(found.ids), "every reference leads somewhere"
    assert not found.addresses, "nothing is fetched"
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)
    assert not found.unnamed, "every picture has words for those who do not see it"
    assert len(page.encode()) < LARGEST


@pytest.mark.parametrize("slug", ["roundup", "storming", "rhine", "fortress", "festung"])
def test_the_page_tells_who_won_as_the_games_do(studies: dict[str, Path], pages: dict[str, str], slug: str) -> None:
    records = [record for record in shards.load(studies[slug]).records if record.job.cell == 0]
    winner, times = max(
        ((side, sum(record.winner == side for record in records)) for side in bocage.game_class(slug).sides),
        key=lambda item: item[1],
    )
    words = {"allied": "The Allies", "german": "The Germans", "axis": "The Axis"}[winner]
    assert f"{words} won {times} of {len(records)} games" in read(pages[slug]).text


@pytest.mark.parametrize("slug", ["roundup", "storming", "rhine", "fortress", "festung"])
def test_every_chapter_is_there(pages: dict[str, str], slug: str) -> None:
    found = read(pages[slug])
    wanted = {"short", "wins", "rules", "method"}
    one = {"endings", "course", "moments", "maps", "losses", "luck"}
    wanted |= {"effects", "cells"} if slug == "roundup" else one
    assert wanted <= set(found.ids)
    assert "never fired" in found.text
    game = bocage.game_class(slug)()
    for chart in notes_of(game).charts:
        assert chart.title in found.text
    assert pages[slug].count('class="front"') > 0


def test_the_maps_of_a_turn_count_the_games(studies: dict[str, Path], pages: dict[str, str]) -> None:
    """The words of the first map are what its games say."""
    records = shards.load(studies["rhine"]).records
    masks = [int(record.history[0].control["allied"], 16) for record in records]
    sure = (masks[0] & masks[1] & masks[2]).bit_count()
    disputed = (masks[0] | masks[1] | masks[2]).bit_count() - sure
    words = f"the Allies hold {sure} of 1073 hexes in nearly all games, {disputed} are theirs in some games only"
    assert words in pages["rhine"]


def test_options_are_compared(pages: dict[str, str]) -> None:
    text = read(pages["roundup"]).text
    assert "Stiffened Town Defense (15.10) on" in text
    assert "Of 1 change that was tried" in text


def test_what_people_write_is_text_and_not_markup(pages: dict[str, str]) -> None:
    assert "Do &lt;stiff&gt; towns help?" in pages["roundup"]
    assert "<stiff>" not in pages["roundup"]


def test_the_same_games_give_the_same_page(studies: dict[str, Path], pages: dict[str, str]) -> None:
    assert report.html(shards.load(studies["rhine"])) == pages["rhine"]


def test_an_unfinished_study_and_broken_games_are_told(studies: dict[str, Path]) -> None:
    kept = shards.load(studies["storming"])
    broken = msgspec.structs.replace(kept.records[1], trouble="RuntimeError: the <bridge> is out")
    page = report.html(kept._replace(records=[kept.records[0], broken]))
    text = read(page).text
    assert "This study is not complete: 1 game of 3 still to be played" in text
    assert "1 game broke down" in text
    assert "the <bridge> is out" in text
    assert "1 of 1 game" in text
    with pytest.raises(BadInput, match="no game of this study has been played to its end"):
        report.html(kept._replace(records=[broken]))


def test_cells_can_be_chosen(studies: dict[str, Path]) -> None:
    kept = shards.load(studies["roundup"])
    page = report.html(kept, [2])
    assert 'id="m1-land"' in page
    assert 'id="m0-land"' not in page
    with pytest.raises(BadInput, match="this study has the cells 1 to 2, not 3"):
        report.html(kept, [3])


def test_the_command_writes_the_page(run: Any, studies: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    done = run("lab", "report", str(studies["rhine"]), "--out", str(out))
    assert done.stdout.strip() == str(out)
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    missing = run("lab", "report", str(tmp_path / "nowhere"))
    assert missing.exit_code == 1
    assert "holds no study" in missing.stderr


def test_without_matplotlib_a_sentence_says_what_to_do(
    studies: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadInput, match=r"pip install 'bocage\[lab\]'"):
        report.write(studies["rhine"])


def test_plots_leave_colours_to_the_page() -> None:
    nets = {"allied": [0.5, 1.0], "german": [-0.5], "": [0.0]}
    sides = Sides(("allied", "german"), {"allied": "the Allies"})
    drawing = plots.luck("x", nets, {"allied": "a", "german": "g", "": "d"}, sides, "words & more")
    assert 'aria-label="words &amp; more"' in drawing
    assert "var(--side1)" in drawing
    assert "luck of the Allies" in drawing
    assert not re.search(r"#[0-9a-f]{6}\b", drawing), "no colour is fixed"
    assert "<style" not in drawing


# Maps


@pytest.mark.parametrize("slug", ["roundup", "storming", "rhine", "fortress", "festung"])
def test_the_outline_of_a_hex_and_of_its_ring(slug: str) -> None:
    board = bocage.game_class(slug)().board
    sheet = atlas.sheet_of(slug, board, board.hexes)
    middle = max(board.nodes(board.hexes), key=lambda node: (len(board.neighbours[node]), -abs(node - board.size // 2)))
    one = atlas.outline(sheet, 1 << middle)
    assert one.count("M") == 1
    assert len(re.findall("[lhv]", one)) == 5, "six sides, the last of which closes the path"
    ring = atlas.outline(sheet, board.around[middle] & board.hexes)
    assert ring.count("M") == 2, "a ring has an outline and a hole"


def test_the_front_runs_between_the_sides_only() -> None:
    board = bocage.game_class("roundup")().board
    land = board.hexes
    west = sum(1 << node for node in board.nodes(land) if board.labels[node] >= "2500")
    counts = [4 if west >> node & 1 else 0 for node in range(board.size)]
    found = atlas.stand(board, land, counts, 4)
    assert found.shades == (west,) * 5
    assert (found.sure, found.disputed, found.land) == (west.bit_count(), 0, land.bit_count())
    assert found.front
    assert all(west >> here & 1 and land & ~west >> there & 1 for here, there in found.front)
    assert atlas.line(atlas.sheet_of("roundup", board, land), found.front).count("M") == 1, "in one stroke"


def test_small_gaps_are_no_front() -> None:
    board = bocage.game_class("storming")().board
    land = board.hexes
    inland = [node for node in board.nodes(land) if board.within(node, 6).bit_count() == 127]
    first, last = inland[0], inland[-1]
    block = board.within(first, 5)
    assert atlas.smooth(board, land, block & ~(1 << first) | 1 << last) == block
    port = next(node for node in board.nodes(land) if len(board.neighbours[node]) == 4)
    beside = board.within(port, 4) & land
    assert not atlas.smooth(board, land, beside & ~(1 << port)) >> port & 1, "a fortress port on the shore holds out"
    lake = board.within(first, 2)
    assert atlas.smooth(board, land, block & ~lake) == block & ~lake, "a pocket of 19 hexes is one"
