"""The verifiers accept and reject: published vectors, and transactions that another library has signed."""

import json
import unittest
from pathlib import Path

from embit import bip32, script
from embit.transaction import SIGHASH, Transaction as Draft, TransactionInput, TransactionOutput

from cash import Schnorr, Token, check_tokens
from verifiers import BitcoinVerifier, CashVerifier, InvalidSpend
from transactions import Input, Malformed, Output, Transaction, hash160

UNIT = Path(__file__).parents[2] / "Unit"
ROOT = bip32.HDKey.from_seed(bytes(range(64)))
KINDS = {
    "P2PKH": script.p2pkh, "P2WPKH": script.p2wpkh, "P2TR": script.p2tr,
    "P2SH-P2WPKH": lambda key: script.p2sh(script.p2wpkh(key)),
}


def vectors(path):
    return json.loads((UNIT / path).read_text())


def signed(kinds, values):
    """A transaction with an input of each kind, signed by embit, and the outputs that it spends."""
    keys = [ROOT.child(place).key for place in range(len(kinds))]
    locks = [KINDS[kind](key.get_public_key()) for kind, key in zip(kinds, keys)]
    draft = Draft(
        version=2, vin=[TransactionInput(bytes([place + 1]) * 32, place) for place in range(len(kinds))],
        vout=[TransactionOutput(sum(values) - 1000, script.p2wpkh(ROOT.key.get_public_key()))])
    for place, (kind, key, lock) in enumerate(zip(kinds, keys, locks)):
        public = key.get_public_key()
        if kind == "P2TR":
            digest = draft.sighash_taproot(place, locks, values)
            draft.vin[place].witness = script.Witness([key.taproot_tweak(b"").schnorr_sign(digest).serialize()])
        elif kind == "P2PKH":
            signature = key.sign(draft.sighash_legacy(place, lock)).serialize() + bytes([SIGHASH.ALL])
            draft.vin[place].script_sig = script.Script(
                bytes([len(signature)]) + signature + b"\x21" + public.sec())
        else:
            digest = draft.sighash_segwit(place, script.p2pkh(public), values[place])
            signature = key.sign(digest).serialize() + bytes([SIGHASH.ALL])
            draft.vin[place].witness = script.Witness([signature, public.sec()])
            if kind == "P2SH-P2WPKH":
                draft.vin[place].script_sig = script.Script(b"\x16" + script.p2wpkh(public).data)
    spent = [Output(value, lock.data) for value, lock in zip(values, locks)]
    return Transaction.parse(draft.serialize(), True), spent


class BitcoinVerifierTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.verifier = BitcoinVerifier()
        cls.addClassCleanup(cls.verifier.close)

    def test_every_kind_of_input_is_verified_alone_and_together(self):
        for kinds in [[kind] for kind in KINDS] + [list(KINDS)]:
            with self.subTest(kinds):
                transaction, spent = signed(kinds, [50_000 + place for place in range(len(kinds))])
                self.verifier.check(transaction, spent)
                transaction.outputs[0].value -= 1
                with self.assertRaises(InvalidSpend):
                    self.verifier.check(transaction, spent)

    def test_a_signature_counts_for_its_output_and_value_only(self):
        for kind in KINDS:
            transaction, spent = signed([kind], [50_000])
            with self.subTest(kind), self.assertRaises(InvalidSpend):
                self.verifier.check(transaction, [Output(50_000, KINDS[kind](ROOT.child(7).key.get_public_key()).data)])
            if kind != "P2PKH":
                with self.subTest(kind), self.assertRaises(InvalidSpend):
                    self.verifier.check(transaction, [Output(50_001, spent[0].script)])

    def test_a_signature_with_a_large_number_is_not_relayed(self):
        transaction, spent = signed(["P2WPKH"], [50_000])
        signature, key = transaction.inputs[0].witness
        size = signature[3]
        order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
        large = (order - int.from_bytes(signature[6 + size:-1], "big")).to_bytes(33, "big")
        body = signature[2:4 + size] + b"\x02\x21" + large
        transaction.inputs[0].witness = [bytes([0x30, len(body)]) + body + signature[-1:], key]
        with self.assertRaisesRegex(InvalidSpend, "S value is unnecessarily high"):
            self.verifier.check(transaction, spent)


class CashVerifierTests(unittest.TestCase):
    verifier = CashVerifier()

    def test_vectors_of_both_signature_schemes_pass_and_fail_when_changed(self):
        cases = vectors("BitcoinTests/Vectors/gen-bch-tx/p2pkh.json")[:12]
        for case in cases:
            for scheme in ("ecdsa", "schnorr"):
                with self.subTest(case[scheme]["txid"]):
                    transaction = Transaction.parse(bytes.fromhex(case[scheme]["raw"]), False)
                    spent = [Output(each["value"], lock_of(transaction, place))
                             for place, each in enumerate(case["inputs"])]
                    self.verifier.check(transaction, spent)
                    spent[-1].value += 1
                    with self.assertRaises(InvalidSpend):
                        self.verifier.check(transaction, spent)

    def test_vectors_of_schnorr_signatures(self):
        cases = vectors("KeysTests/Vectors/bch-schnorr/schnorr.json")
        for case in cases:
            digest, signature, key = (bytes.fromhex(case[name]) for name in ("msg", "sig", "pkbuf"))
            with self.subTest(case["n"]):
                self.assertEqual(Schnorr.verify(digest, signature, key), case["valid"])

    def test_vectors_of_tokens_are_read_and_written(self):
        for case in vectors("BitcoinTests/Vectors/bch-cashtokens/token_tests_prefix_valid.json"):
            data = bytes.fromhex(case["prefix"])
            token, rest = Token.parse(data + b"\x51")
            self.assertEqual((token.bytes(), rest), (data, b"\x51"))
            self.assertEqual(token.amount, int(case["data"]["amount"]))
        for case in vectors("BitcoinTests/Vectors/bch-cashtokens/token_tests_prefix_invalid.json"):
            with self.subTest(case["error"]), self.assertRaises(Malformed):
                Token.parse(bytes.fromhex(case["prefix"]))

    def test_scripts_of_other_kinds_run(self):
        redeem = b"\x51\x93\x53\x87"  # 1 ADD 3 EQUAL
        lock = Output(1000, b"\xa9\x14" + hash160(redeem) + b"\x87")

        def spending(first):
            return Transaction([Input((bytes(32), 0), first + b"\x04" + redeem)], [Output(900, b"\x51")])

        self.verifier.check(spending(b"\x52"), [lock])
        with self.assertRaises(InvalidSpend):
            self.verifier.check(spending(b"\x53"), [lock])

    def test_tokens_do_not_come_from_nowhere(self):
        a, b = bytes([1]) * 32, bytes([2]) * 32

        def problem(inputs, outputs, new=b"\x09" * 32):
            transaction = Transaction(
                [Input((new, 0))] + [Input((b"\x08" * 32, 1)) for _ in inputs],
                [Output(1000, (token.bytes() if token else b"") + b"\x51") for token in outputs])
            return check_tokens(transaction, [Output(1000, b"\x51")] + [
                Output(1000, token.bytes() + b"\x51") for token in inputs])

        self.assertIsNone(problem([], [Token(a, 5), Token(a, 7, 2, b"x")], new=a))
        self.assertIsNone(problem([Token(a, 5)], [Token(a, 2), Token(a, 3), None]))
        self.assertIsNone(problem([Token(a, 5)], [Token(a, 2)]))
        self.assertIsNone(problem([Token(a, 0, 2)], [Token(a, 0, 2), Token(a, 0, 0, b"x"), Token(a, 0, 1)]))
        self.assertIsNone(problem([Token(a, 0, 1, b"x")], [Token(a, 0, 1, b"y")]))
        self.assertIsNone(problem([Token(a, 0, 0, b"x")], [Token(a, 0, 0, b"x")]))
        self.assertEqual(problem([Token(a, 5)], [Token(a, 6)]), "bad-txns-token-in-belowout")
        self.assertEqual(problem([Token(a, 5)], [Token(b, 5)]), "bad-txns-token-invalid-category")
        self.assertEqual(problem([Token(a, 0, 0, b"x")], [Token(a, 0, 0, b"y")]), "bad-txns-token-nft-ex-nihilo")
        self.assertEqual(problem([Token(a, 0, 1)], [Token(a, 0, 2)]), "bad-txns-token-nft-ex-nihilo")
        self.assertEqual(problem([Token(a, 0, 1)], [Token(a, 0, 1), Token(a, 0, 1)]), "bad-txns-token-nft-ex-nihilo")


def lock_of(transaction, place):
    """The locking script of a signed input of a single key."""
    data = transaction.inputs[place].script
    key = data[1 + data[0] + 1:]
    return b"\x76\xa9\x14" + hash160(key) + b"\x88\xac"
