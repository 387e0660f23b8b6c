"""A static web server on this machine that behaves like GitHub Pages: for `serve`, browser tests and `bench`.

Same media types, gzip for compressible types, ETag and 304, byte ranges, folders redirect to their slash,
404.html, every origin may read; no listings, and isolation headers only where they are asked for. It can
serve under a sub-path, remembers what it sent, and can be stopped to simulate a lost network. Other hosts
are subclasses with another `reply`.
"""

import contextlib
import gzip
import hashlib
import http.server
import re
import socket
import socketserver
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Headers with which pages may share memory with helper threads; on Pages, our service worker adds them."""
RANGE = re.compile(r"bytes=(\d+)-(\d*)")
COMPRESSED = {".css", ".html", ".js", ".json", ".jsonl", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest"}


@dataclass(frozen=True)
class Sent:
    """One answered request: its path, the status and the bytes of the body as they went over the wire."""

    path: str
    status: int
    bytes: int


@dataclass(frozen=True)
class Asset:
    """A file ready to be sent."""

    body: bytes
    compressed: bytes | None
    etag: str
    media_type: str


@dataclass(frozen=True)
class Reply:
    """An answer. Without a body none is announced; `cut`: the connection breaks after so many bytes of it."""

    status: HTTPStatus
    headers: Mapping[str, str]
    body: bytes | None = b""
    cut: int | None = None


@dataclass
class SiteServer:
    """Serves folders on localhost in threads of its own.

    `folders` maps path prefixes, each with slashes at both ends, to folders; `port` 0 takes a free one;
    `headers` are added to every answer; servers of the same folders may share their compressed `assets`.

    >>> with SiteServer({"/cannonfish/": Path("dist")}) as server:
    ...     server.url  # doctest: +SKIP
    'http://localhost:53412/cannonfish/'
    """

    folders: Mapping[str, Path]
    port: int = 0
    cache_control: str = "max-age=600"
    headers: Mapping[str, str] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    assets: dict[tuple[Path, int, int], Asset] = field(default_factory=dict)
    _server: "_Server | None" = None

    def start(self) -> "SiteServer":
        """Listen and answer until `stop`; then it may start again on the same port.

        Raises OSError when the port is taken.
        """
        self._server = _Server(("127.0.0.1", self.port), _Handler)
        self._server.site = self
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def stop(self) -> None:
        """Stop listening and cut all connections, as if the network had gone."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server.cut_connections()
            self._server = None

    def __enter__(self) -> "SiteServer":
        """Start."""
        return self.start()

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self.stop()

    @property
    def url(self) -> str:
        """The address of the first folder."""
        return f"http://localhost:{self.port}{next(iter(self.folders))}"

    def warm(self) -> None:
        """Compress everything now, so that the first visitor does not wait for it."""
        for folder in self.folders.values():
            for path in folder.rglob("*"):
                if path.is_file():
                    self.asset(path)

    def asset(self, path: Path) -> Asset:
        """The file with its compressed form, kept as long as it does not change."""
        state = path.stat()
        key = (path, state.st_mtime_ns, state.st_size)
        if key not in self.assets:
            body = path.read_bytes()
            compressed = gzip.compress(body, 6, mtime=0) if path.suffix in COMPRESSED else None
            etag = hashlib.sha256(body).hexdigest()[:20]
            media_type = MEDIA_TYPES.get(path.suffix, "application/octet-stream")
            self.assets[key] = Asset(body, compressed, etag, media_type)
        return self.assets[key]

    def find(self, url_path: str) -> Path | None:
        """The file for a path, or None. Never one outside the served folders."""
        for prefix, folder in self.folders.items():
            if url_path.startswith(prefix):
                path = folder.joinpath(*(part for part in url_path[len(prefix) :].split("/") if part))
                inside = path.resolve().is_relative_to(folder.resolve())
                path = path / "index.html" if url_path.endswith("/") else path
                return path if inside and path.is_file() else None
        return None

    def reply(self, target: str, headers: Message) -> Reply | None:
        """What to answer to a request for a path with its query; None breaks the connection."""
        raw = urlsplit(target).path
        url_path = unquote(raw)
        path = self.patiently_find(url_path)
        if path is None and not url_path.endswith("/") and self.find(f"{url_path}/"):
            return Reply(HTTPStatus.MOVED_PERMANENTLY, {"Location": f"{raw}/"})
        if path is None:
            page = next((page for prefix in self.folders if (page := self.find(f"{prefix}404.html"))), None)
            body = self.asset(page).body if page else b"<!doctype html><title>404</title><p>Not found."
            return Reply(HTTPStatus.NOT_FOUND, {"Content-Type": MEDIA_TYPES[".html"]}, body)
        asset = self.asset(path)
        part = RANGE.fullmatch(headers.get("Range", ""))
        zipped = asset.compressed if "gzip" in headers.get("Accept-Encoding", "") and not part else None
        etag = f'"{asset.etag}{"-gzip" if zipped is not None else ""}"'
        own = {"ETag": etag, "Cache-Control": self.cache_control, "Content-Type": asset.media_type}
        own["Accept-Ranges"] = "bytes"
        if asset.compressed is not None:
            own["Vary"] = "Accept-Encoding"
        if etag in headers.get("If-None-Match", ""):
            return Reply(HTTPStatus.NOT_MODIFIED, own, None)
        if part and headers.get("If-Range", etag) == etag:
            first, size = int(part[1]), len(asset.body)
            body = asset.body[first : int(part[2]) + 1 if part[2] else size]
            own["Content-Range"] = f"bytes {first}-{first + len(body) - 1}/{size}"
            return Reply(HTTPStatus.PARTIAL_CONTENT, own, body)
        if zipped is not None:
            own["Content-Encoding"] = "gzip"
        return Reply(HTTPStatus.OK, own, zipped if zipped is not None else asset.body)

    def patiently_find(self, url_path: str) -> Path | None:
        """As `find`, but wait a moment while a whole folder is missing: a build is just replacing it."""
        for _ in range(20):
            if found := self.find(url_path):
                return found
            if all(folder.is_dir() for folder in self.folders.values()):
                return None
            time.sleep(0.05)
        return None


class _Server(http.server.ThreadingHTTPServer):
    """Remembers its open connections: browsers keep them alive long after the server stopped listening."""

    site: SiteServer

    def __init__(self, *arguments: Any) -> None:
        self.connections: set[socket.socket] = set()
        super().__init__(*arguments)

    def server_bind(self) -> None:
        """Bind without asking a name server for this machine's name."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "localhost", self.server_address[1]

    def cut_connections(self) -> None:
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, *_: object) -> None:
        """Say nothing when a browser went away in the middle of an answer."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self) -> None:
        self.server.connections.discard(self.connection)
        with contextlib.suppress(OSError):
            super().finish()

    def log_message(self, *_: object) -> None:
        """Be quiet; `sent` remembers."""

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, with_body: bool) -> None:
        site = self.server.site
        reply = site.reply(self.path, self.headers)
        if reply is None:
            self._break()
            return
        self.send_response(reply.status)
        everybody = {"Access-Control-Allow-Origin": "*"}
        for name, value in {**everybody, **reply.headers, **site.headers}.items():
            self.send_header(name, value)
        if reply.body is not None:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        sent = reply.body if reply.body is not None and with_body else b""
        site.sent.append(Sent(self.path, reply.status.value, len(sent)))
        self.wfile.write(sent[: reply.cut])
        if reply.cut is not None:
            self._break()

    def _break(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)
