"""ElectrumX, as it is, in front of a node: its process, and a client that waits until it knows what the node knows."""

import asyncio
import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

import aiohttp

sys.path.insert(0, str(Path(__file__).parents[1]))

from ports import free_port  # noqa: E402
from transactions import to_display  # noqa: E402

# How long ElectrumX waits before it looks at its node again, in milliseconds.
INTERVAL = 50
# Seconds after which something is wrong.
PATIENCE = 60
# Seconds after which a connection is not used again: ElectrumX ends one whose client has not read its pings for 40.
IDLE = 10


class Client:
    """A connection to ElectrumX that asks one question after the other.

    It is a WebSocket, because ElectrumX holds small answers back for a second on all others, to fill its packets.
    """

    def __init__(self, session, socket):
        self.session, self.socket, self.last = session, socket, 0

    @classmethod
    async def to(cls, port):
        session = aiohttp.ClientSession()
        try:
            return cls(session, await session.ws_connect(f"ws://127.0.0.1:{port}", max_msg_size=0))
        except aiohttp.ClientError:
            await session.close()
            raise

    async def close(self):
        await self.session.close()

    async def ask(self, method, *params):
        self.last += 1
        await self.socket.send_json({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            answer = await self.socket.receive_json()
            if answer.get("id") == self.last:
                if answer.get("error"):
                    raise ValueError(answer["error"]["message"])
                return answer["result"]


def script_hash(script):
    return hashlib.sha256(script).digest()[::-1].hex()


class ElectrumX:
    """The process, its ports, and what it was last seen to know."""

    def __init__(self, node, certificate):
        self.node, self.certificate = node, certificate
        self.port, self.secure_port, self.socket_port = free_port(), free_port(), free_port()
        self.folder = tempfile.mkdtemp(prefix="electrumx-")
        self.process = self.client = None
        self.asked = 0
        self.seen = {}
        self.turn = asyncio.Lock()

    async def start(self, node_port):
        settings = {
            "COIN": "Bitcoin" if self.node.is_bitcoin else "BitcoinCash", "NET": "regtest", "DB_ENGINE": "leveldb",
            "DB_DIRECTORY": self.folder, "DAEMON_URL": f"http://test:test@127.0.0.1:{node_port}/",
            "SERVICES": ",".join([
                f"tcp://127.0.0.1:{self.port}", f"ssl://127.0.0.1:{self.secure_port}",
                f"ws://127.0.0.1:{self.socket_port}"]),
            "SSL_CERTFILE": self.certificate[0], "SSL_KEYFILE": self.certificate[1],
            "PEER_DISCOVERY": "off", "PEER_ANNOUNCE": "", "ALLOW_ROOT": "1", "CACHE_MB": "16", "LOG_LEVEL": "warning",
            "DAEMON_POLL_INTERVAL_BLOCKS": str(INTERVAL), "DAEMON_POLL_INTERVAL_MEMPOOL": str(INTERVAL),
            # Tests ask more than a stranger may.
            "COST_SOFT_LIMIT": "0", "COST_HARD_LIMIT": "0", "REQUEST_SLEEP": "0", "INITIAL_CONCURRENT": "50",
            "MAX_SEND": "30000000", "SESSION_TIMEOUT": "86400",
        }
        log = Path(self.folder) / "log"
        with log.open("wb") as output:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "electrumx.cli.electrumx_server", env={**os.environ, **settings},
                stdin=asyncio.subprocess.DEVNULL, stdout=output, stderr=output, cwd=self.folder)
        while self.client is None:
            if self.process.returncode is not None:
                raise RuntimeError(f"ElectrumX has ended:\n{log.read_text()}")
            try:
                await self.connect()
            except aiohttp.ClientError:
                await asyncio.sleep(0.02)
        await self.settle()

    async def connect(self):
        client = await Client.to(self.socket_port)
        await client.ask("server.version", "test", "1.4")
        if self.client:
            await self.client.close()
        self.client, self.asked = client, asyncio.get_running_loop().time()

    async def ask(self, method, *params):
        """Asks ElectrumX, through a new connection if the last one has been idle for long."""
        if asyncio.get_running_loop().time() - self.asked > IDLE:
            await self.connect()
        answer = await self.client.ask(method, *params)
        self.asked = asyncio.get_running_loop().time()
        return answer

    async def stop(self):
        if self.client:
            await self.client.close()
        if self.process and self.process.returncode is None:
            # A request to end would wait for its clients, and its data is removed next.
            self.process.kill()
            await self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def settle(self):
        """Returns as soon as ElectrumX knows the same blocks and waiting transactions as its node."""
        async with self.turn, asyncio.timeout(PATIENCE):
            while not await self.agrees():
                await asyncio.sleep(INTERVAL / 5000)

    async def agrees(self):
        chain, mempool = self.node.chain, self.node.mempool
        tip = await self.ask("blockchain.headers.subscribe")
        if tip != {"hex": chain.tip.header.hex(), "height": chain.height}:
            return False
        # One output of each transaction that has come or gone since the last look.
        waiting = {txid: script_hash(entry.transaction.outputs[0].script) for txid, entry in mempool.entries.items()}
        for txid, script in (waiting.items() ^ self.seen.items()):
            known = await self.ask("blockchain.scripthash.get_mempool", script)
            if (to_display(txid) in [each["tx_hash"] for each in known]) != (txid in mempool.entries):
                return False
        self.seen = waiting
        return True
