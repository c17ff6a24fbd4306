"""The node of Ethereum answers as the documented methods do."""

import unittest

from eth_abi import decode
from eth_account import Account
from eth_utils import keccak

import ethereum
from ethereum import (COLLECTION, ETHER, ITEMS, MULTICALL, REGISTRY, RESOLVER, TRANSFER, TRAP, call_data, name_hash,
                      padded)
from evm import GWEI, RICH, Refusal, raw, text

OWNER = Account.from_key(b"\x02" * 32)
OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"


class EthereumTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = ethereum.FullNode(1337)
        cls.node.ask("test_fund", [OWNER.address, hex(10**18)])
        cls.node.ask("test_token", [OWNER.address, 5_000_000])

    def call(self, address, signature, *values, **more):
        return self.node.ask("eth_call", [
            {"to": address, "from": OWNER.address, "data": call_data(signature, *values)}, "latest"])

    def test_the_contracts_that_wallets_use_are_there(self):
        self.node.ask("test_name", ["alice.eth", OWNER.address])
        node = name_hash("alice.eth")
        self.assertEqual(self.call(REGISTRY, "resolver(bytes32)", node)[-40:], RESOLVER[2:])
        self.assertEqual(self.call(RESOLVER, "addr(bytes32)", node)[-40:], OWNER.address[2:].lower())
        found = self.call(RESOLVER, "addr(bytes32,uint256)", node, 60)
        self.assertEqual(text(decode(["bytes"], bytes.fromhex(found[2:]))[0]), OWNER.address.lower())
        back = name_hash(OWNER.address[2:].lower() + ".addr.reverse")
        found = self.call(RESOLVER, "name(bytes32)", back)
        self.assertEqual(decode(["string"], bytes.fromhex(found[2:])), ("alice.eth",))
        inner = bytes.fromhex(call_data("balanceOf(address)", OWNER.address)[2:])
        wrong = bytes.fromhex(call_data("nothing(bool)", True)[2:])
        data = keccak(text="aggregate3((address,bool,bytes)[])")[:4] + ethereum.encode(
            ["(address,bool,bytes)[]"], [[(self.node.token, False, inner), (self.node.token, True, wrong)]])
        found = self.node.ask("eth_call", [{"to": MULTICALL, "data": text(data)}, "latest"])
        (first, second), = decode(["(bool,bytes)[]"], bytes.fromhex(found[2:]))
        self.assertEqual((first[0], int.from_bytes(first[1], "big"), second[0]), (True, 5_000_000, False))

    def test_collections_and_items_move_and_say_so(self):
        before = self.node.ask("eth_blockNumber", [])
        self.node.ask("test_call", [COLLECTION, "mint(address,uint256)", OWNER.address, 7])
        self.node.ask("test_call", [ITEMS, "mint(address,uint256,uint256)", OWNER.address, 9, 100])
        self.assertEqual(self.call(COLLECTION, "ownerOf(uint256)", 7)[-40:], OWNER.address[2:].lower())
        self.assertEqual(int(self.call(ITEMS, "balanceOf(address,uint256)", OWNER.address, 9), 16), 100)
        topics = [TRANSFER, None, ethereum.padded(bytes.fromhex(OWNER.address[2:]))]
        logs = self.node.ask("eth_getLogs", [{"fromBlock": before, "topics": topics}])
        self.assertEqual([log["address"] for log in logs], [COLLECTION])
        both = self.node.ask("eth_getLogs", [{"fromBlock": before, "address": [COLLECTION, ITEMS]}])
        self.assertEqual([log["address"] for log in both], [COLLECTION, ITEMS])
        self.assertEqual(self.node.ask("eth_getLogs", [{"fromBlock": "0xffff"}]), [])

    def test_a_simulation_tells_what_would_change(self):
        token, transfer = self.node.token, call_data("transfer(address,uint256)", OTHER, 1000)
        block, = self.node.ask("eth_simulateV1", [{"traceTransfers": True, "blockStateCalls": [{"calls": [
            {"from": OWNER.address, "to": token, "data": transfer},
            {"from": OWNER.address, "to": OTHER, "value": "0x5"},
            {"from": OTHER, "to": token, "data": call_data("transfer(address,uint256)", OWNER.address, 1000)},
            {"from": OTHER, "to": token, "data": call_data("transfer(address,uint256)", OWNER.address, 1)},
        ]}]}, "latest"])
        self.assertEqual([each["status"] for each in block["calls"]], ["0x1", "0x1", "0x1", "0x0"])
        self.assertEqual(block["calls"][0]["logs"][0]["address"], token.lower())
        self.assertEqual(block["calls"][1]["logs"][0]["address"], ETHER)
        self.assertEqual(int(block["calls"][1]["logs"][0]["data"], 16), 5)
        used = [int(each["gasUsed"], 16) for each in block["calls"]]
        self.assertEqual(used[1], 21_000)
        self.assertGreater(used[0], 45_000)
        self.assertIn("error", block["calls"][3])
        # Nothing has happened.
        self.assertEqual(int(self.call(token, "balanceOf(address)", OTHER), 16), 0)

    def test_the_traces_of_blocks_tell_who_paid(self):
        receiver = "0x" + "5e" * 20
        self.node.ask("test_fund", [receiver, "0x2a"])
        head = self.node.ask("eth_blockNumber", [])
        wanted = {"fromBlock": "0x0", "toBlock": head, "toAddress": [receiver]}
        trace, = self.node.ask("trace_filter", [wanted])
        self.assertEqual((trace["type"], trace["traceAddress"], trace["action"]["value"]), ("call", [], "0x2a"))
        self.assertEqual(trace["blockNumber"], int(head, 16))
        self.assertEqual(self.node.ask("trace_transaction", [trace["transactionHash"]]), [trace])
        self.assertEqual(self.node.ask("trace_filter", [{**wanted, "fromAddress": [OTHER]}]), [])
        # A call within a call has its place, and a failed one its error.
        data = keccak(text="aggregate3((address,bool,bytes)[])")[:4] + ethereum.encode(["(address,bool,bytes)[]"], [[
            (self.node.token, True, bytes.fromhex(call_data("nothing(bool)", True)[2:]))]])
        root, inner = self.node.ask("trace_transaction", [self.node.own(MULTICALL, data)])
        self.assertEqual((root["traceAddress"], inner["traceAddress"]), ([], [0]))
        self.assertEqual(("error" in root, inner["error"]), (False, "Reverted"))

    def test_a_trace_is_a_tree_of_calls_with_logs(self):
        inner = bytes.fromhex(call_data("transfer(address,uint256)", OTHER, 0)[2:])
        data = keccak(text="aggregate3((address,bool,bytes)[])")[:4] + ethereum.encode(
            ["(address,bool,bytes)[]"], [[(self.node.token, False, inner)]])
        trace = self.node.ask("debug_traceCall", [
            {"from": OWNER.address, "to": MULTICALL, "data": text(data)}, "latest",
            {"tracer": "callTracer", "tracerConfig": {"withLog": True}}])
        self.assertEqual((trace["type"], trace["from"]), ("CALL", OWNER.address.lower()))
        child, = trace["calls"]
        self.assertEqual((child["from"], child["to"]), (MULTICALL.lower(), self.node.token.lower()))
        self.assertEqual([log["topics"][0] for log in child["logs"]], [TRANSFER])
        failed = self.node.ask("debug_traceCall", [
            {"from": OTHER, "to": self.node.token, "data": call_data("transfer(address,uint256)", OWNER.address, 1)},
            "latest", {"tracer": "callTracer"}])
        self.assertEqual(failed["error"], "execution reverted")

    def test_the_token_that_lies(self):
        def call(data):
            wish = {"blockStateCalls": [{"calls": [{"from": OWNER.address, "to": TRAP, "data": data}]}]}
            return self.node.ask("eth_simulateV1", [wish, "latest"])[0]["calls"][0]

        def transfer(amount):
            return call(call_data("transfer(address,uint256)", OTHER, amount))

        self.assertEqual([len(transfer(amount)["logs"]) for amount in (1, 2, 3, 9)], [0, 2, 2001, 1])
        self.assertEqual([log["data"][-4:] for log in transfer(2)["logs"]], ["01f4", "02bc"])
        log, = transfer(9)["logs"]
        self.assertEqual(log["topics"], [TRANSFER] + [padded(raw(each)) for each in (OWNER.address, OTHER)])
        failed = transfer(4)
        self.assertEqual(failed["status"], "0x0")
        self.assertEqual(decode(["string"], raw(failed["returnData"])[4:]), ("Trading is not open.",))
        self.assertEqual(decode(["string"], raw(call(text(keccak(text="symbol()")[:4]))["returnData"])), ("TRAP",))

    def test_blocks_and_fees_are_told(self):
        block = self.node.ask("eth_getBlockByNumber", ["latest", True])
        self.assertEqual(self.node.ask("eth_getBlockByHash", [block["hash"], True]), block)
        self.assertEqual(len(block["transactions"]), 1)
        self.assertIsNone(self.node.ask("eth_getBlockByNumber", ["0xffffff", False]))
        history = self.node.ask("eth_feeHistory", ["0x3", "latest", [10, 50]])
        self.assertEqual([len(history[key]) for key in ("baseFeePerGas", "gasUsedRatio", "reward")], [4, 3, 3])

    def test_a_snapshot_is_gone_back_to(self):
        number = self.node.ask("test_snapshot", [])
        height, balance = self.node.ask("eth_blockNumber", []), self.node.ask("eth_getBalance", [OTHER])
        name = self.node.own(OTHER, b"", 5)
        self.assertNotEqual(self.node.ask("eth_getBalance", [OTHER]), balance)
        self.node.ask("test_revert", [number])
        self.assertEqual(self.node.ask("eth_blockNumber", []), height)
        self.assertEqual(self.node.ask("eth_getBalance", [OTHER]), balance)
        self.assertIsNone(self.node.ask("eth_getTransactionReceipt", [name]))
        self.node.own(OTHER, b"", 6)
        self.assertEqual(int(self.node.ask("eth_getBalance", [OTHER]), 16), int(balance, 16) + 6)

    def test_a_method_can_be_missing(self):
        self.node.ask("test_without", [["eth_simulateV1"]])
        with self.assertRaises(Refusal) as caught:
            self.node.ask("eth_simulateV1", [{"blockStateCalls": []}, "latest"])
        self.assertEqual(caught.exception.code, -32601)
        self.node.ask("test_without", [[]])

    def test_an_account_is_delegated_and_freed(self):
        nonce = int(self.node.ask("eth_getTransactionCount", [OWNER.address]), 16)
        for place, target in enumerate([MULTICALL, "0x" + "00" * 20]):
            authorization = OWNER.sign_authorization(
                {"chainId": 1337, "address": target, "nonce": nonce + 2 * place + 1})
            signed = OWNER.sign_transaction({
                "type": 4, "chainId": 1337, "nonce": nonce + 2 * place, "to": OWNER.address, "value": 0,
                "gas": 200_000, "maxFeePerGas": 5 * GWEI, "maxPriorityFeePerGas": GWEI,
                "authorizationList": [authorization]})
            self.node.ask("eth_sendRawTransaction", [text(signed.raw_transaction)])
            code = self.node.ask("eth_getCode", [OWNER.address])
            self.assertEqual(code, "0xef0100" + MULTICALL[2:].lower() if place == 0 else "0x")

    def test_an_account_of_the_test_phrase_is_delegated(self):
        self.node.ask("test_delegate", [0, MULTICALL])
        code = self.node.ask("eth_getCode", ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"])
        self.assertEqual(code, "0xef0100" + MULTICALL[2:].lower())


class RichTests(unittest.TestCase):
    def test_two_nodes_have_the_same_contracts(self):
        self.assertEqual(ethereum.FullNode(1).test_contracts(), ethereum.FullNode(5).test_contracts())
        self.assertEqual(RICH, ethereum.RICH)
