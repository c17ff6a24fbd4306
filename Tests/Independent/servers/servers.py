"""Real servers for tests: ElectrumX for Bitcoin and Bitcoin Cash, each in front of a node of the test's own making.

    servers.py [CERTIFICATE KEY]

Prints one line of JSON when all of them answer, and serves until its input ends:

    {"bitcoin": {"electrum": PORT, "secure": PORT, "proxies": [PORT, PORT], "control": URL}, "bitcoin-cash": {…}}

`electrum` (TCP) and `secure` (TLS) are ElectrumX itself, which holds back each small answer for up to a second, so that
its packets tell less. A proxy is a server of `proxy.py` (TCP), which answers at once and has no faults at first. A
control is a POST of {"method": NAME, "params": {…}}, and answers {"result": …} or {"error": TEXT}, when ElectrumX knows
what has changed; the methods are those of `Control`.
"""

import asyncio
import json
import signal
import sys
from pathlib import Path

from aiohttp import web

from cash import Token, check_tokens
from electrumx_process import ElectrumX
from mempool import Refusal
from node import Node
from proxy import Proxy
from transactions import Malformed, Output, Transaction, from_display, to_display
from verifiers import BitcoinVerifier, InvalidSpend

CERTIFICATES = Path(__file__).parents[2] / "Support/TestServers/Certificates"
PROXIES = 2


class Control:
    """What a test can do with one ledger; hashes are in the usual, reversed hexadecimal form, scripts in hexadecimal."""

    def __init__(self, node, server, proxies):
        self.node, self.server, self.proxies = node, server, proxies

    async def mine(self, blocks=1, leaving=()):
        """Mines blocks, the first with all that waits but `leaving`; returns the height."""
        self.node.mine(blocks, [from_display(txid) for txid in leaving])
        return self.node.chain.height

    async def pay(self, outputs, confirmations=0):
        """Pays with one transaction to `outputs`, pairs of a script and satoshis; returns its transaction ID."""
        txid = self.node.pay([(bytes.fromhex(script), value) for script, value in outputs])
        if confirmations:
            self.node.mine(confirmations)
        return to_display(txid)

    async def fill(self, scripts, count, value=10_000, blocks=10):
        """Pays satoshis in each of `count` transactions to one of the scripts after the other; returns the height.

        They are in about `blocks` blocks.
        """
        self.node.fill([bytes.fromhex(script) for script in scripts], count, value, blocks)
        return self.node.chain.height

    async def mint(self, script, value, amount=0, capability=None, commitment=""):
        """Pays an output with tokens of a new category; `capability` is 0 (none), 1 (mutable) or 2 (minting) for an NFT.

        Returns the IDs of the transaction and of the category.
        """
        if self.node.is_bitcoin:
            raise ValueError("Bitcoin has no tokens")
        txid, category = self.node.mempool.genesis(
            value, bytes.fromhex(script), lambda new: Token(new, amount, capability, bytes.fromhex(commitment)))
        return {"transaction": to_display(txid), "category": to_display(category)}

    async def reorganise(self, depth, length=None, drops=(), confirms=False):
        """Replaces the newest `depth` blocks by `length` others (one more if not said); returns the height.

        What was in them waits again, but for `drops`; with `confirms`, the first new block contains what waits.
        """
        self.node.reorganise(depth, length or depth + 1, [from_display(txid) for txid in drops], confirms)
        return self.node.chain.height

    async def drop(self, transaction):
        """Forgets a waiting transaction and its children, as nodes do after a while."""
        self.node.mempool.remove(from_display(transaction))

    async def submit(self, transaction):
        """Gives the node a transaction, not by way of ElectrumX; returns its transaction ID."""
        return to_display(self.node.mempool.add(bytes.fromhex(transaction)))

    async def verify(self, transaction, spent):
        """Whether `transaction` may spend the outputs `spent`, pairs of a script and satoshis, in the order of its
        inputs; the reason if not, else nothing. Nothing is changed.
        """
        subject = Transaction.parse(bytes.fromhex(transaction), self.node.is_bitcoin)
        outputs = [Output(value, bytes.fromhex(script)) for script, value in spent]
        if len(outputs) != len(subject.inputs):
            raise ValueError("there must be one output for each input")
        try:
            self.node.chain.verifier.check(subject, outputs)
        except InvalidSpend as error:
            return str(error)
        return None

    async def verdicts(self, cases):
        """For each of the cases, what `verify` says; on Bitcoin Cash, the rules of tokens count, too."""
        return [self.verdict(each["transaction"], each["spent"]) for each in cases]

    def verdict(self, transaction, spent):
        try:
            subject = Transaction.parse(bytes.fromhex(transaction), self.node.is_bitcoin)
            outputs = [Output(value, bytes.fromhex(script)) for script, value in spent]
            reason = None if self.node.is_bitcoin else check_tokens(subject, outputs)
            if reason is None:
                self.node.chain.verifier.check(subject, outputs)
        except (InvalidSpend, Malformed, ValueError) as error:
            return str(error)
        return reason

    async def validate(self, blocks):
        """Processes blocks from the second one on as another node would; returns the hash of the last one that is taken.
        """
        verifier = BitcoinVerifier()
        try:
            for each in blocks:
                verifier.process(bytes.fromhex(each))
            return to_display(verifier.tip)
        finally:
            verifier.close()

    async def rates(self, rates, least=1000):
        """Sets the estimates, by blocks, and the least rate that is relayed, in satoshis per 1000 (virtual) bytes.

        ElectrumX keeps an estimate until the next block, and the least rate for a minute.
        """
        self.node.rates = {int(blocks): rate for blocks, rate in rates.items()}
        self.node.mempool.least_rate = least

    async def waiting(self):
        """The IDs of the waiting transactions."""
        return self.node.rpc_getrawmempool()

    async def height(self):
        return self.node.chain.height

    async def transaction(self, txid):
        """A transaction that waits or is in a block, in hexadecimal."""
        return self.node.rpc_getrawtransaction(txid)

    async def fault(self, proxy, faults):
        """Sets the faults of a proxy, as `proxy.py` describes them, and clears the list of its requests."""
        self.proxies[proxy].faults = faults
        self.proxies[proxy].asked.clear()

    async def disconnect(self, proxy):
        """Ends the connections of a proxy."""
        self.proxies[proxy].disconnect()

    async def asked(self, proxy):
        """The methods that a proxy was asked since its faults were last set."""
        return self.proxies[proxy].asked

    async def settle(self):
        """Does nothing but wait until ElectrumX knows what its node knows."""

    async def serve(self, request):
        try:
            order = await request.json()
            method = order["method"]
            if method.startswith("_") or method in ("serve", "verdict") or not hasattr(self, method):
                raise ValueError(f"there is no method {method}")
            result = await getattr(self, method)(**order.get("params", {}))
            await self.server.settle()
            for proxy in self.proxies:
                await proxy.look()
        except (Refusal, ValueError, TypeError, KeyError, IndexError) as error:
            return web.json_response({"error": f"{error}"})
        return web.json_response({"result": result})


class Ledger:
    """The node, ElectrumX and the proxies of one ledger."""

    def __init__(self, is_bitcoin, certificate):
        self.node = Node(is_bitcoin)
        self.server = ElectrumX(self.node, certificate)
        self.proxies = [Proxy(self.server.socket_port, self.node) for _ in range(PROXIES)]
        self.runner = None

    async def start(self):
        application = web.Application(client_max_size=1 << 25)
        application.router.add_post("/", self.node.serve)
        application.router.add_post("/control", Control(self.node, self.server, self.proxies).serve)
        self.runner = web.AppRunner(application, access_log=None)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        port = site._server.sockets[0].getsockname()[1]
        await self.server.start(port)
        return {
            "electrum": self.server.port, "secure": self.server.secure_port,
            "proxies": [await each.start() for each in self.proxies], "control": f"http://127.0.0.1:{port}/control",
        }

    async def stop(self):
        for proxy in self.proxies:
            await proxy.stop()
        await self.server.stop()
        if self.runner:
            await self.runner.cleanup()
        self.node.close()


async def until_input_ends():
    """Returns when whoever has started this program has ended, or wants it to end."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    def read():
        if not sys.stdin.buffer.read1():
            # It would be reported as readable again and again.
            loop.remove_reader(sys.stdin)
            ended.set()

    loop.add_reader(sys.stdin, read)
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, ended.set)
    await ended.wait()


async def main(certificate):
    ledgers = {"bitcoin": Ledger(True, certificate), "bitcoin-cash": Ledger(False, certificate)}
    ended = asyncio.create_task(until_input_ends())
    started = asyncio.gather(*(each.start() for each in ledgers.values()))
    try:
        await asyncio.wait([ended, started], return_when=asyncio.FIRST_COMPLETED)
        if started.done():
            print(json.dumps(dict(zip(ledgers, started.result()))), flush=True)
            await ended
    finally:
        started.cancel()
        await asyncio.gather(*(each.stop() for each in ledgers.values()))


if __name__ == "__main__":
    paths = sys.argv[1:3] or [str(CERTIFICATES / "server.pem"), str(CERTIFICATES / "server.key")]
    asyncio.run(main(paths))
