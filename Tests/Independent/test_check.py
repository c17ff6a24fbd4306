"""The checker finds what is wrong: a check that cannot fail is no check."""

import json
import unittest

from eth_account import Account
from eth_account.messages import encode_defunct, encode_typed_data

import check

KNOWN = check.addresses(check.PHRASE)
Account.enable_unaudited_hdwallet_features()
OWNER = Account.from_mnemonic(check.PHRASE)
STRANGER = Account.create()
TYPED = {
    "types": {"EIP712Domain": [{"name": "name", "type": "string"}], "Mail": [{"name": "text", "type": "string"}]},
    "domain": {"name": "demo"},
    "primaryType": "Mail",
    "message": {"text": "hello"},
}


def sign(key, message):
    return "0x" + key.sign_message(message).signature.hex().removeprefix("0x")


def judge(dialect, request, answer):
    lines = [
        json.dumps({"direction": "request", "dialect": dialect, "message": json.dumps(request)}),
        json.dumps({"direction": "answer", "dialect": dialect, "message": json.dumps(answer)}),
    ]
    facts = list(check.claims(lines, KNOWN))
    return [found == wanted for _, found, wanted in facts]


class CheckTests(unittest.TestCase):
    def test_addresses_are_compared(self):
        request = {"messageId": "a", "command": "getAddress", "data": {"protocol": "BCH"}}
        self.assertEqual(judge("link", request, {"messageId": "a", "data": {"address": KNOWN["BCH"]}}), [True])
        self.assertEqual(judge("link", request, {"messageId": "a", "data": {"address": KNOWN["BTC"]}}), [False])
        self.assertEqual(judge("link", request, {"messageId": "b", "data": {"address": KNOWN["BCH"]}}), [])

    def test_signers_of_messages_are_recovered(self):
        for text in ("hello", "0x68656c6c6f"):
            message = encode_defunct(text="hello")
            request = {"id": 1, "method": "personal_sign", "params": [text, OWNER.address]}
            self.assertEqual(judge("ethereum", request, {"id": 1, "result": sign(OWNER, message)}), [True])
            self.assertEqual(judge("ethereum", request, {"id": 1, "result": sign(STRANGER, message)}), [False])

    def test_signers_of_typed_data_are_recovered(self):
        message = encode_typed_data(full_message=TYPED)
        request = {"id": "x", "method": "eth_signTypedData_v4", "params": [OWNER.address, json.dumps(TYPED)]}
        self.assertEqual(judge("ethereum", request, {"id": "x", "result": sign(OWNER, message)}), [True])
        self.assertEqual(judge("ethereum", request, {"id": "x", "result": sign(STRANGER, message)}), [False])

    def test_link_repeats_what_it_signed(self):
        data = {"address": OWNER.address, "message": "hello", "signType": "personal_sign"}
        request = {"messageId": "a", "command": "requestWeb3Sign", "data": data}
        signature = sign(OWNER, encode_defunct(text="hello"))
        good = {"messageId": "a", "data": {"message": "hello", "signature": signature}}
        other = {"messageId": "a", "data": {"message": "hallo", "signature": signature}}
        self.assertEqual(judge("link", request, good), [True, True])
        self.assertEqual(judge("link", request, other), [True, False])

    def test_a_refusal_claims_nothing(self):
        request = {"id": 1, "method": "personal_sign", "params": ["hello", OWNER.address]}
        self.assertEqual(judge("ethereum", request, {"id": 1, "error": {"code": 4001, "message": "no"}}), [])


if __name__ == "__main__":
    unittest.main()
