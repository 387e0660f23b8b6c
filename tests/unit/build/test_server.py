"""The server behaves like GitHub Pages as far as the site can tell."""

import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.server import SiteServer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small site beside a file that must stay private."""
    site = tmp_path / "site"
    (site / "deep").mkdir(parents=True)
    (site / "index.html").write_text("<title>Home</title>")
    (site / "deep" / "index.html").write_text("deep")
    (site / "module.mjs").write_text("export default 1;" * 100)
    (site / "code.wasm").write_bytes(b"\0asm" * 100)
    (site / "001.jsonl").write_text('{"id": "a"}\n' * 100)
    (site / "a.whl").write_bytes(b"PK")
    (tmp_path / "secret.txt").write_text("secret")
    return site


@pytest.fixture
def server(folder: Path) -> Iterator[SiteServer]:
    """The small site under a sub-path."""
    with SiteServer({"/sub/path/": folder}) as server:
        yield server


def get(server: SiteServer, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    """The answer to one request on a connection of its own."""
    connection = http.client.HTTPConnection("localhost", server.port, timeout=120)
    connection.request(
        "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/sub/path/", "text/html; charset=utf-8"),
        ("/sub/path/index.html?query", "text/html; charset=utf-8"),
        ("/sub/path/module.mjs", "text/javascript; charset=utf-8"),
        ("/sub/path/code.wasm", "application/wasm"),
        ("/sub/path/a.whl", "application/octet-stream"),
        ("/sub/path/deep/", "text/html; charset=utf-8"),
    ],
)
def test_media_types(server: SiteServer, path: str, media_type: str) -> None:
    answer, _ = get(server, path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, media_type)


def test_folders_get_their_slash(server: SiteServer) -> None:
    answer, _ = get(server, "/sub/path/deep")
    assert (answer.status, answer.headers["Location"]) == (301, "/sub/path/deep/")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/sub",
        "/sub/path/none.js",
        "/sub/path/../../secret.txt",
        "/sub/path/%2e%2e/secret.txt",
        "/secret.txt",
    ],
)
def test_nothing_else_is_served(server: SiteServer, path: str) -> None:
    answer, body = get(server, path)
    assert answer.status == 404
    assert b"secret" not in body


def test_text_and_wasm_travel_compressed_where_the_browser_can(server: SiteServer, folder: Path) -> None:
    answer, body = get(server, "/sub/path/code.wasm", Accept_Encoding="gzip, br")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == (folder / "code.wasm").read_bytes()
    assert server.sent[-1].bytes == len(body) < 100
    answer, body = get(server, "/sub/path/code.wasm")
    assert answer.headers["Content-Encoding"] is None
    assert body == (folder / "code.wasm").read_bytes()


# The puzzles, most of what that page fetches, travelled as they are.
def test_lines_of_json_travel_compressed(server: SiteServer, folder: Path) -> None:
    answer, body = get(server, "/sub/path/001.jsonl", Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == (folder / "001.jsonl").read_bytes()


def test_an_unchanged_file_is_not_sent_again(server: SiteServer, folder: Path) -> None:
    first, _ = get(server, "/sub/path/module.mjs")
    again, body = get(server, "/sub/path/module.mjs", If_None_Match=first.headers["ETag"])
    assert (again.status, body) == (304, b"")
    (folder / "module.mjs").write_text("changed")
    changed, body = get(server, "/sub/path/module.mjs", If_None_Match=first.headers["ETag"])
    assert (changed.status, body) == (200, b"changed")


def test_an_own_page_for_what_is_not_there(server: SiteServer, folder: Path) -> None:
    (folder / "404.html").write_text("lost?")
    answer, body = get(server, "/elsewhere")
    assert (answer.status, body) == (404, b"lost?")


def test_headers_and_cache_control_can_be_set(folder: Path) -> None:
    with SiteServer({"/": folder}, cache_control="no-cache", headers={"X-Test": "yes"}) as server:
        answer, _ = get(server, "/")
    assert (answer.headers["Cache-Control"], answer.headers["X-Test"]) == ("no-cache", "yes")


def test_stopping_cuts_open_connections_and_starting_again_keeps_the_port(server: SiteServer) -> None:
    connection = http.client.HTTPConnection("localhost", server.port, timeout=120)
    connection.request("GET", "/sub/path/")
    connection.getresponse().read()
    kept_alive = connection.sock
    port = server.port
    server.stop()
    assert kept_alive.recv(1) == b"", "the server hung up"
    connection.close()
    with pytest.raises(OSError, match="refused"):
        get(server, "/sub/path/")
    server.start()
    assert server.port == port
    assert get(server, "/sub/path/")[0].status == 200


def test_a_page_asked_for_while_a_build_renames_the_folder_is_answered(
    server: SiteServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = folder.with_name("site.old")
    folder.rename(away)
    waits = iter([lambda: None, lambda: away.rename(folder)])
    monkeypatch.setattr("tools.server.time", SimpleNamespace(sleep=lambda _: next(waits)()))
    assert get(server, "/sub/path/")[0].status == 200
