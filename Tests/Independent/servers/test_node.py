"""The node takes what Bitcoin Core and Bitcoin Cash Node take, and says what they say about the rest."""

import unittest

from embit import script

from cash import Token
from chain import ANYONE
from mempool import Refusal
from node import Node
from test_verifiers import ROOT
from transactions import FINAL, Input, Output, Transaction, to_display

LOCK = script.p2wpkh(ROOT.key.get_public_key()).data
CASH_LOCK = script.p2pkh(ROOT.key.get_public_key()).data


class NodeTests(unittest.TestCase):
    def setUp(self):
        self.bitcoin, self.cash = Node(True), Node(False)
        self.addCleanup(self.bitcoin.close)

    def send(self, node, coin, value, lock=None, sequence=FINAL, **changes):
        """Spends a coin of the node's own, so that nothing must be signed."""
        transaction = Transaction([Input(coin, b"", sequence)], [Output(value, lock or self.lock(node))], **changes)
        return self.submit(node, transaction)

    @staticmethod
    def submit(node, transaction):
        return bytes.fromhex(node.answer("sendrawtransaction", [transaction.bytes().hex()]))[::-1]

    @staticmethod
    def lock(node):
        return LOCK if node.is_bitcoin else CASH_LOCK

    @staticmethod
    def coin(node):
        outpoint, coin = node.chain.mature(set(node.mempool.spenders))
        return outpoint, coin.output.value

    def refusal(self, node, *arguments, **changes):
        with self.assertRaises(Refusal) as caught:
            self.send(node, *arguments, **changes)
        return str(caught.exception)

    def test_a_payment_waits_and_is_mined(self):
        for node in (self.bitcoin, self.cash):
            coin, value = self.coin(node)
            txid = self.send(node, coin, value - 1000)
            self.assertEqual(node.rpc_getrawmempool(), [to_display(txid)])
            # Once more is no error, and changes nothing.
            self.assertEqual(self.send(node, coin, value - 1000), txid)
            node.mine()
            self.assertEqual(node.rpc_getrawmempool(), [])
            self.assertEqual(node.rpc_getrawtransaction(to_display(txid), 1)["confirmations"], 1)
            with self.assertRaisesRegex(Refusal, "already in"):
                self.send(node, coin, value - 1000)

    def test_what_does_not_pay_or_is_not_there_is_refused(self):
        for node in (self.bitcoin, self.cash):
            coin, value = self.coin(node)
            self.assertIn("min relay fee not met", self.refusal(node, coin, value - 10))
            self.assertIn("bad-txns-in-belowout", self.refusal(node, coin, value + 1))
            self.assertIn("dust", self.refusal(node, coin, 200))
            self.assertIn("scriptpubkey", self.refusal(node, coin, value - 1000, b"\x52\x53" * 20))
            self.assertIn("missingorspent", self.refusal(node, (bytes(32), 1), 5000))
            self.assertIn("version", self.refusal(node, coin, value - 1000, version=9))
            self.assertIn("final", self.refusal(node, coin, value - 1000, sequence=0, locktime=node.chain.height + 1))
            self.assertIn("BIP68", self.refusal(node, coin, value - 1000, sequence=200))
            fresh = (node.chain.tip.transactions[0].txid, 0)
            self.assertIn("premature", self.refusal(node, fresh, 5000))
            with self.assertRaises(Refusal):
                node.answer("sendrawtransaction", ["00"])

    def test_a_wrong_signature_is_refused(self):
        for node in (self.bitcoin, self.cash):
            txid = node.pay([(self.lock(node), 50_000)])
            self.assertIn("script-verify-flag", self.refusal(node, (txid, 0), 40_000))

    def test_bitcoin_lets_replace_what_says_so_and_pays_more(self):
        coin, value = self.coin(self.bitcoin)
        first = self.send(self.bitcoin, coin, value - 1000, sequence=FINAL - 2)
        self.assertIn("insufficient fee", self.refusal(self.bitcoin, coin, value - 1000, sequence=0xFFFFFFF0))
        self.assertIn("not enough additional", self.refusal(self.bitcoin, coin, value - 1050, sequence=FINAL))
        second = self.send(self.bitcoin, coin, value - 2000)
        self.assertEqual(self.bitcoin.rpc_getrawmempool(), [to_display(second)])
        self.assertNotEqual(first, second)
        # The second one does not say that it may be replaced.
        self.assertIn("txn-mempool-conflict", self.refusal(self.bitcoin, coin, value - 9000))

    def test_bitcoin_cash_lets_nothing_be_replaced(self):
        coin, value = self.coin(self.cash)
        self.send(self.cash, coin, value - 1000, sequence=0)
        self.assertIn("txn-mempool-conflict", self.refusal(self.cash, coin, value - 90_000, sequence=0))

    def test_a_chain_of_too_many_is_refused_on_bitcoin(self):
        coin, value = self.coin(self.bitcoin)
        for length in range(26):
            transaction = Transaction([Input(coin)], [Output(value - 1000 * (length + 1), ANYONE)])
            if length == 25:
                with self.assertRaisesRegex(Refusal, "too-long-mempool-chain"):
                    self.bitcoin.mempool.add(transaction.bytes(), is_own=True)
            else:
                coin = (self.bitcoin.mempool.add(transaction.bytes(), is_own=True), 0)

    def test_a_reorganisation_takes_payments_back(self):
        for node in (self.bitcoin, self.cash):
            kept = node.pay([(self.lock(node), 50_000)])
            gone = node.pay([(self.lock(node), 60_000)])
            node.mine(3)
            tip, height = node.chain.tip.hash, node.chain.height
            node.reorganise(3, 4, drops=[gone])
            self.assertEqual(node.chain.height, height + 1)
            self.assertNotIn(tip, [each.hash for each in node.chain.blocks])
            self.assertEqual(node.rpc_getrawmempool(), [to_display(kept)])
            node.mine()
            self.assertEqual(node.rpc_getrawmempool(), [])
            with self.assertRaisesRegex(Refusal, "No such mempool"):
                node.rpc_getrawtransaction(to_display(gone))

    def test_an_account_is_filled_with_transactions(self):
        for node in (self.bitcoin, self.cash):
            other = self.lock(node)[:-3] + bytes(2) + self.lock(node)[-1:]
            node.fill([self.lock(node), other], 50, 10_000, 5)
            paid = [each for block in node.chain.blocks for each in block.transactions
                    if [output.value for output in each.outputs] == [10_000]]
            self.assertEqual([sum(each.outputs[0].script == lock for each in paid)
                              for lock in (self.lock(node), other)], [25, 25])
            self.assertEqual(node.rpc_getrawmempool(), [])

    def test_a_token_is_made_and_not_inflated(self):
        coin, value = self.coin(self.cash)
        txid = self.send(self.cash, coin, value - 1000, ANYONE_HASH)
        lock = Token(txid, 1000, 2, b"hello").bytes() + ANYONE_HASH
        made = self.submit(self.cash, spending(txid, [(10_000, lock), (value - 20_000, CASH_LOCK)]))
        more = Token(txid, 1001).bytes() + CASH_LOCK
        with self.assertRaisesRegex(Refusal, "bad-txns-token"):
            self.submit(self.cash, spending(made, [(8000, more)]))
        self.submit(self.cash, spending(made, [(8000, Token(txid, 1000).bytes() + CASH_LOCK)]))
        self.cash.mine()
        self.assertEqual(self.cash.rpc_getrawmempool(), [])

    def test_bitcoin_core_checks_the_blocks_too(self):
        coin, value = self.coin(self.bitcoin)
        invalid = Transaction([Input(coin, b"\x00\x69")], [Output(value, ANYONE)])
        self.bitcoin.chain.extend([invalid], 0)
        with self.assertRaises(AssertionError):
            self.bitcoin.compare()


# A script that anyone can spend, as a hash, so that it is standard.
ANYONE_HASH = script.p2sh(script.Script(ANYONE)).data


def spending(txid, outputs):
    return Transaction([Input((txid, 0), b"\x01" + ANYONE)], [Output(value, lock) for value, lock in outputs])
