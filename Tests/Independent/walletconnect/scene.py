"""The programs of the tests: our relay, proxies with TLS in front of it, and our app and wallet."""

import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from ports import free_port  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
PEER = os.environ.get("WALLETCONNECT_PEER", str(ROOT / ".build/debug/WalletConnectPeer"))
RELAY = os.environ.get("DRAWBRIDGE_RELAY", str(ROOT / "relay/.build/debug/drawbridge-relay"))
PATIENCE = 60

PROXY = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {certificate};
        ssl_certificate_key {key};
        location / {{
            proxy_pass http://127.0.0.1:{relay};
            proxy_http_version 1.1;
            proxy_set_header Host $host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_read_timeout 120s;
        }}
    }}
}}
"""


def until(what, seconds=PATIENCE):
    """Calls `what` until it returns something true, and returns that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = what()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError(f"it did not happen within {seconds} s")


def answers(port):
    """Whether something listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Program:
    """A child process, which ends with the test."""

    def __init__(self, *command, **options):
        self.process = subprocess.Popen([str(word) for word in command], **options)

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Proxy:
    """nginx with TLS in front of the relay; while it is stopped, all its connections are cut."""

    def __init__(self, folder, certificate, key, relay):
        folder.mkdir()
        self.port = free_port()
        self.folder = folder
        self.file = folder / "nginx.conf"
        self.file.write_text(
            PROXY.format(folder=folder, certificate=certificate, key=key, relay=relay, port=self.port))
        self.program = None
        self.start()

    def start(self):
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        self.program = Program(program, "-p", self.folder, "-e", self.folder / "error.log", "-c", self.file)
        until(lambda: answers(self.port))

    def stop(self):
        self.program.stop(signal.SIGKILL)
        until(lambda: not answers(self.port))


class Peer:
    """Our app and wallet: commands go in, and what happens comes out."""

    def __init__(self, *arguments):
        self.program = Program(
            PEER, *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        self.seen = []
        self.last = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.program.process.stdout:
            self.lines.put(json.loads(line))

    def send(self, do, **members):
        """Begins a command, and returns its number."""
        self.last += 1
        self.program.process.stdin.write(json.dumps({"do": do, "id": self.last, **members}) + "\n")
        self.program.process.stdin.flush()
        return self.last

    def take(self, seconds=0.0, **wanted):
        """The first thing that happened with these members; `None` if there is none."""
        while True:
            for place, item in enumerate(self.seen):
                if all(name in item if value is ... else item.get(name) == value for name, value in wanted.items()):
                    return self.seen.pop(place)
            try:
                self.seen.append(self.lines.get(timeout=seconds) if seconds else self.lines.get_nowait())
            except queue.Empty:
                return None

    def wait(self, **wanted):
        """Waits for what is to happen."""
        found = self.take(PATIENCE, **wanted)
        if found is None:
            raise AssertionError(f"{wanted} did not happen, but {self.seen}")
        return found

    def call(self, do, **members):
        """Runs a command, and returns the outcome."""
        return self.wait(id=self.send(do, **members))

    def stop(self):
        self.program.process.stdin.close()
        self.program.stop()
        self.program.process.stdout.close()


class Scene:
    """A relay behind a proxy for our app, and another one for the other side, with a certificate of its own."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        self.certificate, key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", "2", "-subj", "/CN=localhost", "-addext", "basicConstraints=critical,CA:TRUE",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", self.certificate],
            check=True, stderr=subprocess.DEVNULL)
        self.relay = free_port()
        self.log = open(folder / "relay.log", "w")
        self.programs = [
            Program(RELAY, "--port", self.relay, "--trusted-proxy", "127.0.0.1", stdout=self.log, stderr=self.log)]
        until(self._is_healthy)
        self.own = Proxy(folder / "own", self.certificate, key, self.relay)
        self.other = Proxy(folder / "other", self.certificate, key, self.relay)
        self.peer = Peer(f"wss://localhost:{self.own.port}", self.certificate, f"https://localhost:{self.own.port}")

    def _is_healthy(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.relay}/health", timeout=5) as response:
                return response.status == 200
        except OSError:
            return False

    def stop(self):
        self.peer.stop()
        for program in [self.own.program, self.other.program, *self.programs]:
            program.stop()
        self.log.close()
        self._folder.cleanup()
