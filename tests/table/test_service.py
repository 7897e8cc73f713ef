"""The service as a program: its page and pictures, its settings, how it starts and stops."""

from __future__ import annotations

import gzip
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bocage.engine.errors import BadInput
from bocage.store import claim
from bocage.table import settings
from bocage.table.config import PORT, Config, configured, known_variables
from bocage.table.service.app import PAGES, Service, make_app
from bocage.table.wire import typescript
from tests.table.players import Table, running

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small built page."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Bocage</title>" + " " * 500)
    (page / "assets" / "index-abc123.js").write_text("export const answer = 42;\n" * 100)
    (page / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "secret.txt").write_text("not for you")
    return page


@pytest.fixture
def here(tmp_path: Path, built: Path) -> Config:
    return Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", page=str(built))


def test_every_page_is_the_same_page(here: Config) -> None:
    with running(here) as table:
        pages = ("/", "/match/abc", "/match/abc/proof", "/match/abc/statistics", "/rules/roundup")
        for path in (*pages, "/notices/confirm", "/notices/stop"):
            answer = table.http.get(path)
            assert answer.status_code == 200
            assert answer.text.startswith("<!doctype html>")
            assert answer.headers["cache-control"] == "no-cache"
        assert len(PAGES) == 7
        again = table.http.get("/", headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
        assert again.content == b""


def test_the_files_of_the_page_are_compressed_and_kept_for_ever(here: Config) -> None:
    with running(here) as table:
        answer = table.http.get("/assets/index-abc123.js")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-encoding"] == "gzip"
        plain = table.http.get("/assets/index-abc123.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == answer.text
        assert table.http.get("/icon.svg").headers["cache-control"] == "no-cache"
        assert table.http.head("/").content == b""


@pytest.mark.parametrize(
    "path",
    ["/secret.txt", "/assets/../../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/"],
)
def test_nothing_outside_the_page_can_be_fetched(here: Config, path: str) -> None:
    with running(here) as table:
        answer = table.http.get(path)
        assert answer.status_code == 404
        assert "not for you" not in answer.text


def test_a_new_build_is_served_without_a_restart(here: Config, built: Path) -> None:
    with running(here) as table:
        assert table.http.get("/assets/other.js").status_code == 404
        (built / "assets" / "other.js").write_text("1")
        (built / "index.html").write_text("<!doctype html>new")
        assert table.http.get("/").text == "<!doctype html>new"
        assert table.http.get("/assets/other.js").text == "1"


def test_where_the_page_is_not_built_it_says_how(tmp_path: Path) -> None:
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", page=str(tmp_path / "nowhere"))
    with running(config) as table:
        answer = table.http.get("/")
        assert answer.status_code == 503
        assert "make page" in answer.text
        assert table.http.get("/api/games").status_code == 200


def test_games_boxes_rules_and_pictures_are_there(table: Table) -> None:
    (game,) = [game for game in table.get("/api/games")["games"] if game["slug"] == "roundup"]
    assert {side["id"] for side in game["sides"]} == {"allied", "german"}
    assert table.http.get(game["picture"]).headers["content-type"] == "image/png"
    box = table.get("/api/games/roundup/box")
    assert len(box["layout"]["hexes"]) == 669
    drawing = table.http.get(box["layout"]["picture"])
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.headers["content-encoding"] == "gzip"
    assert "sandbox" in drawing.headers["content-security-policy"]
    seen = table.http.get(box["layout"]["picture"], headers={"If-None-Match": drawing.headers["etag"]})
    assert seen.status_code == 304
    stiff = table.get('/api/games/roundup/box?options={"15.10":true}')
    assert stiff["slug"] == "roundup"
    assert len(table.get("/api/games/roundup/rules")["cases"]) > 100
    for path in ("chess/box", "chess/rules", "chess/map.svg", "roundup/box?options=[]", "roundup/box?scenario=east"):
        assert table.http.get(f"/api/games/{path}").status_code in (400, 404)


def test_the_types_of_the_page_are_those_of_the_service() -> None:
    """`python -m bocage.table.wire.typescript > web/src/wire.ts`"""
    assert (ROOT / "web" / "src" / "wire.ts").read_text() == typescript.typescript()


# Settings


def test_settings_come_from_the_command_line_then_from_the_environment() -> None:
    environ = {
        "BOCAGE_PORT": "9000",
        "BOCAGE_ORIGINS": "https://a.example, https://b.example",
        "BOCAGE_BOT_WORKERS": "2",
    }
    config = configured({"port": 9001, "database": None}, environ)
    assert (config.port, config.bot_workers, config.database) == (9001, 2, None)
    assert config.origins == ("https://a.example", "https://b.example")
    assert configured({}, {}) == Config()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "70000"),
        ("port", "x"),
        ("bot_workers", "0"),
        ("bot_seconds", "-1"),
        ("origins", "table.example"),
        ("origins", "https://table.example/path"),
        ("log_level", "loud"),
        ("memory", "abc"),
        ("memory", "-1"),
        ("drain_seconds", "inf"),
        ("requests_at_once", "0"),
        ("proxies", "*"),
        ("proxies", "127.0.0.1, localhost"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(name: str, value: str) -> None:
    with pytest.raises(BadInput, match=rf"(?i){name.removesuffix('s')}|{name[:-3]}y"):
        configured({}, {f"BOCAGE_{name.upper()}": value})


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("BOCAGE_ORIGIN", "did you mean BOCAGE_ORIGINS?"),
        ("BOCAGE_DATABSE", "did you mean BOCAGE_DATABASE?"),
        ("BOCAGE_FROBNICATE", "docs/hosting.md lists them all"),
    ],
)
def test_a_misspelt_setting_is_told_at_the_start_with_the_right_one(name: str, hint: str) -> None:
    with pytest.raises(BadInput) as refused:
        configured({}, {name: "https://table.example", "BOCAGE_HOME": "here", "BOCAGE_LONG": "1", "HOME": "there"})
    assert name in str(refused.value)
    assert hint in str(refused.value)


def test_a_misspelt_setting_stops_the_program_with_one_sentence(tmp_path: Path) -> None:
    environ = {**os.environ, "BOCAGE_HOME": str(tmp_path), "BOCAGE_ORIGIN": "https://table.example"}
    command = [sys.executable, "-m", "bocage.cli", "table", "--port", "0"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "bocage: BOCAGE_ORIGIN is set, and Bocage has no such setting; did you mean BOCAGE_ORIGINS?\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_every_variable_that_the_project_uses_is_in_the_one_list() -> None:
    """Else a service that is started by a test or a script would refuse to start."""
    misspelt = {"BOCAGE_ORIGIN", "BOCAGE_DATABSE", "BOCAGE_FROBNICATE"}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    files = [ROOT / name for name in listed] or [
        path for folder in ("bocage", "tests", "benchmarks", "docs") for path in (ROOT / folder).rglob("*.*")
    ]
    used: set[str] = set()
    for path in files:
        if path.is_file() and path.suffix in ("", ".py", ".md", ".sh", ".toml", ".ts", ".tsx", ".mjs", ".js", ".yml"):
            used |= set(re.findall(r"\bBOCAGE_[A-Z][A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8", errors="ignore")))
    assert used - set(known_variables()) - misspelt == set()
    assert {"BOCAGE_HOME", "BOCAGE_LONG", "BOCAGE_DATABASE"} <= used


def test_the_settings_in_the_docs_are_those_of_the_program() -> None:
    """`python -m bocage.table.settings`"""
    assert settings.table() in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert all(setting.words for setting in settings.found()), "a comment behind each field of Config tells what it is"


def test_the_settings_file_in_the_docs_is_accepted() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(BOCAGE_HOME=.*?)```", page, re.S)
    environ = dict(line.split("=", 1) for line in block.splitlines() if not line.startswith("#"))
    config = configured({}, environ)
    assert (config.origins, config.proxies) == (("https://table.example",), ("127.0.0.1", "::1"))


def test_a_taken_port_is_told_at_once_and_the_usual_one_gives_way(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match="--port"):
            Service(Config(port=port, database=url))
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    with running(Config(database=url)) as one, running(Config(database=other)) as two:
        assert one.address != two.address
        for table in (one, two):
            port = int(re.sub(r"\D", "", table.address.rsplit(":", 1)[1]))
            assert PORT <= port < PORT + 20


def test_a_database_that_cannot_be_used_is_told_at_once() -> None:
    with pytest.raises(BadInput, match="mysql"):
        Service(Config(port=0, database="mysql://me:secret@there/db"))


def test_a_second_service_on_a_database_is_refused_and_told_where_the_first_one_is(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "_PATIENCE", 0.5)
    with running(Config(port=0, database=database)) as table:
        new = table.new()
        with pytest.raises(BadInput, match=rf"in use by the table at {table.address}") as refused:
            Service(Config(port=0, database=database))
        assert "--database" in str(refused.value)
        with new.page("allied") as page:
            assert page.play(new.actions("allied")[0])["say"] == "changed"
    with running(Config(port=0, database=database)) as table:
        assert table.get("/healthz")["status"] == "ok"


def test_it_is_an_ordinary_asgi_application(here: Config) -> None:
    app = make_app(here)
    assert callable(app)


def test_the_command_prints_one_address_and_stops_on_request(tmp_path: Path) -> None:
    code = (
        "from bocage.table.service.app import serve; from bocage.table.config import configured; "
        f"serve(configured({{'port': 0, 'database': 'sqlite:///{tmp_path / 'table.sqlite'}'}}, {{}}))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        line = run.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert address is not None
        found = Table(address.group())
        assert found.get("/healthz")["status"] == "ok"
        found.http.close()
        run.send_signal(2)
        out, err = run.communicate(timeout=10)
        assert out == ""
        assert "Traceback" not in err


def test_large_answers_are_compressed(table: Table) -> None:
    new = table.new()
    answer = table.http.get(f"/api/matches/{new.id}/sheet")
    assert answer.headers["content-encoding"] == "gzip"
    plain = table.http.get(f"/api/matches/{new.id}/sheet", headers={"Accept-Encoding": "identity"})
    assert json.loads(plain.content) == answer.json()
    assert len(gzip.compress(plain.content)) < len(plain.content) / 2
