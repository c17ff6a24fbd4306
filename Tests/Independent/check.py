"""Holds what the wallet answered in the demo against libraries that share no line with it.

    check.py RECORD

The record is what `drawbridge-dev demo --record RECORD` writes: one JSON object a line, with the members "direction"
("request" where the page speaks), "dialect" ("link", "ethereum" or "payment") and "message", the text as it crossed the
door. Every address is derived again from the demo's test phrase, and from every signature the signer is recovered. The
output is TAP: a line for each fact.
"""

import json
import re
import sys
from hashlib import sha256

import bech32
from Crypto.Hash import RIPEMD160
from cashaddress.convert import Address as CashAddress
from eth_account import Account
from eth_account.messages import encode_defunct, encode_typed_data
from eth_keys import keys

PHRASE = "test test test test test test test test test test test junk"


def addresses(phrase):
    """The first address of each currency that the demo account has, on regression test networks: BIP-44 with the coin types
    of SLIP-44 (1 for test networks, 245 for SLP), and BIP-84 for BTC."""
    Account.enable_unaudited_hdwallet_features()

    def hash160(path):
        key = keys.PrivateKey(bytes(Account.from_mnemonic(phrase, account_path=path).key))
        return RIPEMD160.new(sha256(key.public_key.to_compressed_bytes()).digest()).digest()

    cash, tokens = (list(hash160(f"m/44'/{coin}'/0'/0/0")) for coin in (1, 245))
    return {
        "ETH": Account.from_mnemonic(phrase, account_path="m/44'/60'/0'/0/0").address,
        "BTC": bech32.encode("bcrt", 0, hash160("m/84'/1'/0'/0/0")),
        "BCH": CashAddress("P2PKH", cash, "bchreg").cash_address(),
        "SLP": CashAddress("P2PKH", tokens, "slpreg").cash_address(),
    }


def signer(kind, text, signature):
    """Who signed `text`: a message, as text or as hexadecimal bytes, or typed data as JSON."""
    if kind == "personal_sign":
        is_bytes = re.fullmatch("0x([0-9a-fA-F]{2})*", text)
        message = encode_defunct(hexstr=text) if is_bytes else encode_defunct(text=text)
    else:
        message = encode_typed_data(full_message=text if isinstance(text, dict) else json.loads(text))
    return Account.recover_message(message, signature=signature)


def link_claims(request, answer, known):
    """The facts in a Link exchange: (what, as the wallet has it, as it must be)."""
    asked, given = request.get("data") or {}, answer.get("data")
    if given is None:
        return
    if request["command"] == "getAddress":
        yield f"{asked['protocol']} address", given["address"], known[asked["protocol"]]
    if request["command"] == "requestWeb3Sign":
        kind = asked["signType"]
        yield f"{kind} over Link", signer(kind, asked["message"], given["signature"]), known["ETH"]
        yield f"message of {kind} over Link", given["message"], asked["message"]


def ethereum_claims(request, answer, known):
    """The facts in an Ethereum exchange: (what, as the wallet has it, as it must be)."""
    method, given = request["method"], answer.get("result")
    params = request.get("params") or []
    if given is None:
        return
    if method in ("eth_requestAccounts", "eth_accounts"):
        for account in given:
            yield f"{method} account", account.lower(), known["ETH"].lower()
    if method == "personal_sign":
        yield method, signer(method, params[0], given), known["ETH"]
    if method in ("eth_signTypedData_v3", "eth_signTypedData_v4"):
        yield method, signer(method, params[1], given), known["ETH"]


# A payment asks without a name of its own, one thing after the other.
DIALECTS = {
    "link": ("messageId", link_claims), "ethereum": ("id", ethereum_claims), "payment": ("id", ethereum_claims),
}


def claims(record, known):
    """All facts of a record, each answer read with the request that it belongs to."""
    requests = {}
    for line in record:
        entry = json.loads(line)
        name, read = DIALECTS[entry["dialect"]]
        message = json.loads(entry["message"])
        key = entry["dialect"], str(message.get(name))
        if entry["direction"] == "request":
            requests[key] = message
        elif key in requests:
            yield from read(requests.pop(key), message, known)


def report(facts):
    """Prints the facts as TAP; whether there are some, and all of them hold."""
    number = failed = 0
    print("TAP version 14")
    for number, (what, found, wanted) in enumerate(facts, 1):
        if found == wanted:
            print(f"ok {number} - {what}")
        else:
            failed += 1
            print(f"not ok {number} - {what}\n  ---\n  found: {json.dumps(found)}\n  wanted: {json.dumps(wanted)}\n  ...")
    print(f"1..{number}" if number else "1..0 # the record holds nothing to check")
    return number > 0 and failed == 0


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.exit(not report(claims(file, addresses(PHRASE))))


if __name__ == "__main__":
    main()
