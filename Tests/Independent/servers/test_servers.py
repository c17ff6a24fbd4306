"""ElectrumX tells what the nodes know, and proxies tell what they are told to tell."""

import asyncio
import json
import sys
import unittest
from pathlib import Path

import aiohttp

from electrumx_process import script_hash
from test_node import CASH_LOCK, LOCK


class Client:
    """A connection over TCP that asks one question after the other."""

    def __init__(self, reader, writer):
        self.reader, self.writer, self.last = reader, writer, 0

    @classmethod
    async def to(cls, port):
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, method, *params):
        self.last += 1
        question = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        self.writer.write(json.dumps(question).encode() + b"\n")
        while line := await self.reader.readline():
            answer = json.loads(line)
            if answer.get("id") == self.last:
                if answer.get("error"):
                    raise ValueError(answer["error"]["message"])
                return answer["result"]
        raise ConnectionResetError


class ServersTests(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, Path(__file__).parent / "servers.py", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL)
        self.ledgers = json.loads(await self.process.stdout.readline())
        self.session = aiohttp.ClientSession()

    async def asyncTearDown(self):
        await self.session.close()
        self.process.stdin.close()
        await self.process.wait()

    async def order(self, ledger, method, **params):
        url = self.ledgers[ledger]["control"]
        async with self.session.post(url, json={"method": method, "params": params}) as response:
            answer = await response.json()
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer["result"]

    async def test_both_ledgers_and_their_proxies(self):
        # One after the other on the same servers, because starting them takes longer than all of it.
        await asyncio.gather(self.go_through("bitcoin", LOCK), self.go_through("bitcoin-cash", CASH_LOCK))

    async def test_tokens_are_told_as_by_fulcrum(self):
        client = await Client.to(self.ledgers["bitcoin-cash"]["proxies"][0])
        await client.ask("server.version", "test", "1.4")
        script = script_hash(CASH_LOCK)
        self.assertIsNone(await client.ask("blockchain.scripthash.subscribe", script))
        made = await self.order(
            "bitcoin-cash", "mint", script=CASH_LOCK.hex(), value=1000, amount=500, capability=2, commitment="abcd")
        notice = json.loads(await client.reader.readline())
        self.assertEqual((notice["method"], notice["params"][0]), ("blockchain.scripthash.subscribe", script))
        data = {"category": made["category"], "amount": "500", "nft": {"capability": "minting", "commitment": "abcd"}}
        entry = {"tx_hash": made["transaction"], "tx_pos": 0, "height": 0, "value": 1000, "token_data": data}
        ask = "blockchain.scripthash.listunspent"
        self.assertEqual(await client.ask(ask, script), [])
        self.assertEqual(await client.ask(ask, script, "include_tokens"), [entry])
        await self.order("bitcoin-cash", "mine")
        self.assertEqual(await client.ask(ask, script, "tokens_only"), [{**entry, "height": 131}])
        history = await client.ask("blockchain.scripthash.get_history", script)
        self.assertEqual(history, [{"tx_hash": made["transaction"], "height": 131}])
        with self.assertRaises(ValueError):
            await self.order("bitcoin", "mint", script=LOCK.hex(), value=1000, amount=5)

    async def go_through(self, ledger, lock):
        ports, script = self.ledgers[ledger], script_hash(lock)
        honest, proxy = await Client.to(ports["proxies"][1]), await Client.to(ports["proxies"][0])
        plain = await Client.to(ports["electrum"])
        for client in (honest, proxy, plain):
            self.assertEqual((await client.ask("server.version", "test", "1.4"))[1], "1.4")
        self.assertEqual((await plain.ask("blockchain.headers.subscribe"))["height"], 130)
        self.assertIsNone(await honest.ask("blockchain.scripthash.subscribe", script))
        txid = await self.order(ledger, "pay", outputs=[[lock.hex(), 50_000]])
        notice = json.loads(await honest.reader.readline())
        self.assertEqual(notice["params"][0], script)
        entry = {"tx_hash": txid, "height": 0}
        self.assertIsNotNone(notice["params"][1])
        for client in (honest, proxy, plain):
            found = await client.ask("blockchain.scripthash.get_history", script)
            self.assertEqual([{key: each[key] for key in entry} for each in found], [entry])
        height = await self.order(ledger, "mine", blocks=2)
        self.assertEqual(height, 132)
        found = await honest.ask("blockchain.scripthash.listunspent", script)
        self.assertEqual(found, [{"tx_hash": txid, "tx_pos": 0, "height": 131, "value": 50_000}])

        async def told(method, *params, **faults):
            await self.order(ledger, "fault", proxy=0, faults=faults)
            return await proxy.ask(method, *params)

        self.assertEqual((await told("blockchain.scripthash.listunspent", script, value=7))[0]["value"], 50_007)
        self.assertEqual(
            await told("blockchain.scripthash.get_balance", script, value=7), {"confirmed": 50_007, "unconfirmed": 0})
        self.assertEqual(await told("blockchain.scripthash.get_history", script, hides=[txid]), [])
        self.assertIsNone(await told("blockchain.scripthash.subscribe", script, hides=[txid]))
        self.assertEqual(
            await told("blockchain.scripthash.subscribe", script),
            await honest.ask("blockchain.scripthash.subscribe", script))
        self.assertEqual((await told("blockchain.headers.subscribe", height=100))["height"], 100)
        self.assertNotEqual(
            await told("blockchain.block.header", 131, headers=True), await honest.ask("blockchain.block.header", 131))
        self.assertNotEqual(
            await told("blockchain.transaction.get_merkle", txid, 131, proofs=True),
            await honest.ask("blockchain.transaction.get_merkle", txid, 131))
        self.assertNotEqual(
            await told("blockchain.transaction.get", txid, other=True),
            await honest.ask("blockchain.transaction.get", txid))
        with self.assertRaisesRegex(ValueError, "no"):
            await told("blockchain.relayfee", error=["blockchain.relayfee", 1, "no"])
        raw = await self.order(ledger, "transaction", txid=txid)
        self.assertEqual(await told("blockchain.transaction.broadcast", raw, swallows=True), txid)
        with self.assertRaisesRegex(ValueError, "rejected by network rules"):
            await told("blockchain.transaction.broadcast", raw)
        self.assertEqual(await self.order(ledger, "asked", proxy=0), ["blockchain.transaction.broadcast"])
        with self.assertRaises(ConnectionError):
            await told("server.ping", closes=["*"])
        # Three blocks are replaced by four, and the payment had never been.
        self.assertEqual(await self.order(ledger, "reorganise", depth=3, drops=[txid]), 133)
        self.assertEqual(await honest.ask("blockchain.scripthash.get_history", script), [])
        with self.assertRaisesRegex(ValueError, "longer"):
            await self.order(ledger, "reorganise", depth=3, length=3)
        with self.assertRaisesRegex(ValueError, "no method"):
            await self.order(ledger, "__init__")
        self.assertIsNotNone(await self.order(ledger, "verify", transaction=raw, spent=[[lock.hex(), 1]]))
