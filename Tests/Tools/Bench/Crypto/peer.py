"""The peers from PyPI: reads "TASK COUNT" from the standard input, line by line, and answers with the seconds of a
processor that it took.

The answer's second word is what came out last, so that both sides are seen to have done the same."""

import json
import sys
import time

from coincurve import PrivateKey
from eth_account import Account
from eth_account.hdaccount import key_from_seed
from eth_account.messages import _hash_eip191_message, encode_typed_data
from eth_hash.auto import keccak

KEY = bytes(31) + b"\x2a"
SEED = bytes(range(64))


def digest(number):
    return number.to_bytes(32, "big")


def typed_data(text, sign):
    def one(number, last):
        message = encode_typed_data(full_message=json.loads(text))
        if not sign:
            return _hash_eip191_message(message)
        return Account.sign_message(message, KEY).signature

    return one


def hash_again(data, last):
    data[0] = last[0] if last else 0
    return keccak(data)


def message(text):
    return keccak(b"\x19Ethereum Signed Message:\n" + str(len(text)).encode() + text)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    words = (b"wants you to sign in with your Ethereum account: " * 20_000)[:940_000]
    big, small = bytearray(1 << 20), bytearray(64)
    tasks = {
        "sign": lambda number, last: PrivateKey(KEY).sign_recoverable(digest(number), hasher=None),
        "keccak-big": lambda number, last: hash_again(big, last),
        "keccak-small": lambda number, last: hash_again(small, last),
        "typed-hash": typed_data(text, False),
        "typed-sign": typed_data(text, True),
        "message": lambda number, last: message(words),
        "address": lambda number, last: keccak(PrivateKey(digest(number + 1)).public_key.format(compressed=False)[1:])[12:],
        "derive": lambda number, last: bytes.fromhex(
            Account.from_key(key_from_seed(SEED, f"m/44'/60'/0'/0/{number}")).address[2:]
        ),
    }
    print("ready", flush=True)
    for line in sys.stdin:
        name, count = line.split()
        task = tasks[name]
        result = b""
        begin = time.process_time()
        for number in range(int(count)):
            result = task(number, result)
        seconds = time.process_time() - begin
        print(seconds, bytes(result).hex(), flush=True)


if __name__ == "__main__":
    main()
