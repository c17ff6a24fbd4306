"""The chain of one's own refuses what a chain must refuse."""

import unittest

from eth_account import Account

import evm

OWNER = Account.from_key(b"\x02" * 32)


class EVMTests(unittest.TestCase):
    def setUp(self):
        self.node = evm.Node(1337)
        self.node.ask("test_fund", [OWNER.address, hex(10**18)])

    def send(self, key=OWNER, **changes):
        fields = {
            "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "value": 1, "nonce": 0, "gas": 21_000,
            "maxFeePerGas": 5 * evm.GWEI, "maxPriorityFeePerGas": evm.GWEI, "chainId": 1337, "type": 2,
        } | changes
        raw = evm.text(key.sign_transaction({k: v for k, v in fields.items() if v is not None}).raw_transaction)
        return self.node.ask("eth_sendRawTransaction", [raw])

    def refusal(self, **changes):
        with self.assertRaises(evm.Refusal) as caught:
            self.send(**changes)
        return str(caught.exception)

    def test_a_transaction_is_mined(self):
        name = self.send()
        self.assertEqual(self.node.ask("eth_getTransactionReceipt", [name])["status"], "0x1")
        self.assertEqual(self.node.ask("eth_getTransactionCount", [OWNER.address]), "0x1")

    def test_another_chain_is_refused(self):
        self.assertIn("invalid chain id", self.refusal(chainId=1))
        legacy = {"maxFeePerGas": None, "maxPriorityFeePerGas": None, "type": None, "gasPrice": 5 * evm.GWEI}
        self.assertIn("invalid chain id", self.refusal(chainId=5, **legacy))

    def test_a_used_number_and_an_empty_account_are_refused(self):
        self.send()
        self.assertIn("nonce too low", self.refusal())
        self.assertIn("insufficient funds", self.refusal(key=Account.create()))

    def test_a_cheap_replacement_is_refused(self):
        self.node.ask("test_hold", [True])
        self.send()
        self.assertIn("underpriced", self.refusal(value=2, maxFeePerGas=5 * evm.GWEI + 1))
        better = self.send(value=2, maxFeePerGas=6 * evm.GWEI, maxPriorityFeePerGas=2 * evm.GWEI)
        self.assertEqual(self.node.ask("test_waiting", []), [better])
        self.assertEqual(self.node.ask("test_mine", []), [better])
        self.assertEqual(self.node.ask("eth_getTransactionReceipt", [better])["status"], "0x1")

    def test_a_replacement_that_is_late_is_refused(self):
        self.node.ask("test_hold", [True])
        first = self.send()
        self.node.ask("test_race", [])
        self.assertIn("nonce too low", self.refusal(value=2, maxFeePerGas=6 * evm.GWEI, maxPriorityFeePerGas=2 * evm.GWEI))
        self.assertEqual(self.node.ask("eth_getTransactionReceipt", [first])["status"], "0x1")

    def test_what_is_swallowed_never_came(self):
        self.node.ask("test_swallow", [])
        with self.assertRaises(evm.Swallowed):
            self.send()
        [name] = self.node.ask("test_swallowed", [])
        self.assertIsNone(self.node.ask("eth_getTransactionByHash", [name]))
        self.assertEqual(self.send(), name)

    def test_what_is_forgotten_is_not_known(self):
        self.node.ask("test_hold", [True])
        name = self.send()
        self.assertEqual(self.node.ask("eth_getTransactionByHash", [name])["hash"], name)
        self.node.ask("test_forget", [])
        self.assertIsNone(self.node.ask("eth_getTransactionByHash", [name]))
        self.assertEqual(self.send(), name)

    def test_a_revert_tells_its_reason(self):
        code = (evm.FOLDER / "token.hex").read_text().strip() + (10).to_bytes(32, "big").hex()
        fees = {"gas": 2_000_000, "to": None, "value": 0}
        created = self.node.ask("eth_getTransactionReceipt", [self.send(data=code, **fees)])["contractAddress"]
        data = "0xa9059cbb" + OWNER.address[2:].rjust(64, "0") + (11).to_bytes(32, "big").hex()
        with self.assertRaises(evm.Refusal) as caught:
            self.node.ask("eth_call", [{"from": OWNER.address, "to": created, "data": data}])
        self.assertEqual(caught.exception.code, 3)
        self.assertIn(b"not enough tokens", evm.raw(caught.exception.data))


if __name__ == "__main__":
    unittest.main()
