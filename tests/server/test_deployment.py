"""The configurations on docs/running-a-server.md: they can be read, and nginx carries pages, sockets and streams.

Needs Debian's packages nginx-light and openssl; without them the proxies are not tried here, and the test run says so.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from tests.docs_pages import ROOT, blocks
from tests.server.processes import listens, own_port, until
from tests.server.serving import TWO_OF_US, on_loopback

PAGE = (ROOT / "docs" / "running-a-server.md").read_text("utf-8")
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
needs_nginx = pytest.mark.skipif(
    not ((NGINX and shutil.which("openssl")) or os.environ.get("SPLENDOR_TRY_EVERYTHING")),
    reason="NOT TRIED: the proxies of docs/running-a-server.md. Install nginx-light and openssl to try them.",
)
CLUB, COMPOSE = (block.body for block in blocks(PAGE) if block.language == "nginx")


def whole(folder: Path, servers: str) -> Path:
    """A configuration of nginx around the part that is on the page, with everything it writes in this folder."""
    names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{name}_temp_path {folder}/{name};" for name in names)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{servers}\n}}\n"
    )
    return file


def checked(folder: Path, servers: str) -> str:
    """What nginx says of a configuration."""
    assert NGINX is not None
    done = subprocess.run([NGINX, "-t", "-c", whole(folder, servers)], capture_output=True, text=True, check=False)
    return done.stderr


@needs_nginx
def test_nginx_understands_both_configurations(tmp_path: Path) -> None:
    names = ["-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem"]
    new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=splendor.example", *names]
    subprocess.run(new, capture_output=True, check=True)
    with_certificate = re.sub(r"/etc/letsencrypt/live/splendor\.example", str(tmp_path), CLUB)
    for servers in (with_certificate, COMPOSE):
        assert "test is successful" in checked(tmp_path, servers)


@contextmanager
def proxy(folder: Path, server: str) -> Iterator[str]:
    """The address of nginx before this server, as in the compose file."""
    assert NGINX is not None
    with own_port() as port:
        servers = COMPOSE.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("http://server:8000", server)
        with subprocess.Popen([NGINX, "-c", whole(folder, servers)]) as running:
            try:
                until(lambda: listens(port))
                yield f"http://127.0.0.1:{port}"
            finally:
                running.terminate()
                running.wait(30)


@needs_nginx
def test_a_page_behind_nginx_plays(tmp_path: Path) -> None:
    with on_loopback(tmp_path) as server, proxy(tmp_path, server) as address:
        with httpx.Client(base_url=address, timeout=60) as client:
            made = client.post("/api/matches", json={"setup": {"players": 2}, "seats": TWO_OF_US}).json()
            assert client.get("/metrics").status_code == 403
            with client.stream("GET", f"/api/matches/{made['match']}/stream") as stream:
                assert json.loads(next(stream.iter_lines()))["type"] == "update"
        with connect(f"{address.replace('http', 'ws')}/api/socket", additional_headers={"Origin": address}) as socket:
            socket.send(json.dumps({"type": "hello", "match": made["match"]}))
            assert json.loads(socket.recv(timeout=60))["type"] == "update"


def test_the_compose_file_names_what_it_uses() -> None:
    (text,) = (block.body for block in blocks(PAGE) if block.language == "yaml")
    found = msgspec.yaml.decode(text)
    services = found["services"]
    assert all(one in services for service in services.values() for one in service.get("depends_on", ()))
    mounted = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert mounted - {"./nginx.conf"} == set(found["volumes"])
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert services["server"]["environment"] == {"FORWARDED_ALLOW_IPS": "*"}
