"""The simulated chain of `drawbridge-dev chain`, asked by a program that shares no line with it."""

import hashlib
import json
import os
import subprocess
import time
import unittest
import urllib.request
from pathlib import Path

import rlp
from eth_account import Account
from eth_utils import keccak

PROGRAM = os.environ.get("DRAWBRIDGE_DEV", str(Path(__file__).parents[2] / ".build/debug/drawbridge-dev"))
OWNER = Account.from_key(b"\x05" * 32)
OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
FIELDS = [
    "parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot", "logsBloom", "difficulty",
    "number", "gasLimit", "gasUsed", "timestamp", "extraData", "mixHash", "nonce", "baseFeePerGas", "withdrawalsRoot",
]
NUMBERS = {"difficulty", "number", "gasLimit", "gasUsed", "timestamp", "baseFeePerGas"}


@unittest.skipUnless(os.path.exists(PROGRAM), "build drawbridge-dev first")
class ChainTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.process = subprocess.Popen(
            [PROGRAM, "chain", "--json", "--only-ethereum", "--fund", OWNER.address], stdout=subprocess.PIPE, text=True)
        cls.ready = json.loads(cls.process.stdout.readline())
        # The last of what --fund pays.
        for line in cls.process.stdout:
            if "block 4 " in line:
                break

    @classmethod
    def tearDownClass(cls):
        cls.process.terminate()
        cls.process.wait()
        cls.process.stdout.close()

    def ask(self, server, method, params):
        question = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        request = urllib.request.Request(
            self.ready["servers"][server], question, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.loads(response.read())

    def node(self, method, *params):
        return self.ask("ethereum", method, list(params))["result"]

    def test_transactions_of_every_type_are_those_of_their_signer(self):
        fees = [
            {"gasPrice": 10**10}, {"gasPrice": 10**10, "accessList": [{"address": OTHER, "storageKeys": ["0x" + "01" * 32]}]},
            {"maxFeePerGas": 10**10, "maxPriorityFeePerGas": 10**9},
        ]
        for fee in fees:
            nonce = int(self.node("eth_getTransactionCount", OWNER.address, "pending"), 16)
            signed = OWNER.sign_transaction(
                {"to": OTHER, "value": 7, "nonce": nonce, "gas": 50_000, "chainId": int(self.ready["chainId"], 16), **fee})
            name = self.node("eth_sendRawTransaction", "0x" + signed.raw_transaction.hex().removeprefix("0x"))
            self.assertEqual(name, "0x" + signed.hash.hex().removeprefix("0x"))
            found = self.node("eth_getTransactionByHash", name)
            self.assertEqual((found["from"], found["value"]), (OWNER.address.lower(), "0x7"))
            self.assertEqual(self.node("eth_getTransactionReceipt", name)["status"], "0x1")

    def test_the_hash_of_a_block_is_that_of_its_header(self):
        block = self.node("eth_getBlockByNumber", "latest", False)
        values = []
        for field in FIELDS:
            digits = block[field][2:]
            if field in NUMBERS:
                number = int(digits, 16)
                values.append(number.to_bytes((number.bit_length() + 7) // 8, "big"))
            else:
                values.append(bytes.fromhex(digits))
        self.assertEqual("0x" + keccak(rlp.encode(values)).hex(), block["hash"])

    def test_the_chain_is_controlled(self):
        before = int(self.node("eth_blockNumber"), 16)
        self.ask("control", "mine", {"blocks": 3})
        self.assertEqual(int(self.node("eth_blockNumber"), 16), before + 3)
        self.ask("control", "fault", {"fault": "refuse", "method": "eth_chainId", "times": "once"})
        self.assertIn("error", self.ask("ethereum", "eth_chainId", []))
        self.assertEqual(self.node("eth_chainId"), self.ready["chainId"])
        self.assertIn("error", self.ask("control", "setTime", {"time": 5}))
        # It still answers after a while.
        time.sleep(1)
        self.assertEqual(int(self.node("eth_blockNumber"), 16), before + 3)


@unittest.skipUnless(os.path.exists(PROGRAM), "build drawbridge-dev first")
class MerchantTests(unittest.TestCase):
    def test_merchants_and_a_shop_are_on_the_same_ledgers_and_tell_their_events(self):
        process = subprocess.Popen([PROGRAM, "chain", "--json"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        servers = json.loads(process.stdout.readline())["servers"]
        for ledger, start in (("bitcoin", "mg"), ("bitcoinCash", "bchreg:q")):
            url = servers[ledger + "Merchant"]
            request = urllib.request.Request(url, headers={"Accept": "application/payment-request"})
            with urllib.request.urlopen(request, timeout=20) as response:
                body = response.read()
                self.assertEqual(response.headers["Digest"], "SHA-256=" + hashlib.sha256(body).hexdigest())
            invoice = json.loads(body)
            self.assertEqual((invoice["paymentUrl"], invoice["network"]), (url, "regtest"))
            self.assertEqual(invoice["outputs"][0]["address"][:len(start)], start)
            self.assertEqual(json.loads(process.stdout.readline())["event"], f"{ledger}: invoice 1 was asked for")
        request = urllib.request.Request(servers["shop"] + "orders/coffee", b"", method="POST")
        with urllib.request.urlopen(request, timeout=20) as response:
            payment = json.loads(response.read())["payment"]
        self.assertEqual(
            json.loads(process.stdout.readline())["event"], f"shop: Coffee is ordered with the payment {payment}")
        request = urllib.request.Request(
            servers["gateway"] + f"/v1/gateway/payment/{payment}/options?includePaymentInfo=true",
            json.dumps({"accounts": [f"eip155:1337:{OWNER.address}"]}).encode(), {
                "Content-Type": "application/json", "WCP-Version": "2026-02-18", "App-Id": "app", "Client-Id": "client",
                "Sdk-Name": "test", "Sdk-Version": "1", "Sdk-Platform": "linux"})
        with urllib.request.urlopen(request, timeout=20) as response:
            option = json.loads(response.read())["options"][0]
        self.assertEqual(option["amount"]["value"], "2500000")


if __name__ == "__main__":
    unittest.main()
