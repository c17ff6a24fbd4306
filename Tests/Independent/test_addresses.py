"""The addresses that the wallet's own tests expect are those of embit and bip_utils, too."""

import json
import unittest
from pathlib import Path

from bip_utils import (
    BchP2PKHAddrEncoder,
    Bip32Slip10Secp256k1,
    Bip39SeedGenerator,
    EthAddrEncoder,
    P2WPKHAddrEncoder,
)
from embit import bip32, bip39, script
from embit.networks import NETWORKS

import check

WALLETS = Path(__file__).parent.parent / "Unit/KeysTests/Vectors/gen-hd/hd.json"
DEMO_PATHS = {
    "ETH": "m/44'/60'/0'/0/0", "BTC": "m/84'/1'/0'/0/0", "BCH": "m/44'/1'/0'/0/0", "SLP": "m/44'/245'/0'/0/0",
}
# The prefixes of addresses, on the network with value and on private test networks.
MAIN = {"BTC": "bc", "BCH": "bitcoincash"}
TEST = {"BTC": "bcrt", "BCH": "bchreg", "SLP": "slpreg"}


def by_bip_utils(currency, phrase, path, passphrase="", prefixes=MAIN):
    """The address at `path`, by bip_utils."""
    root = Bip32Slip10Secp256k1.FromSeed(Bip39SeedGenerator(phrase).Generate(passphrase))
    key = root.DerivePath(path).PublicKey().KeyObject()
    if currency == "ETH":
        return EthAddrEncoder.EncodeKey(key)
    if currency == "BTC":
        return P2WPKHAddrEncoder.EncodeKey(key, hrp=prefixes[currency])
    return BchP2PKHAddrEncoder.EncodeKey(key, hrp=prefixes[currency], net_ver=b"\x00")


def by_embit(phrase, path, passphrase="", network="main"):
    """The BTC address at `path`, by embit."""
    root = bip32.HDKey.from_seed(bip39.mnemonic_to_seed(phrase, passphrase))
    return script.p2wpkh(root.derive(path).key).address(NETWORKS[network])


class AddressTests(unittest.TestCase):
    def test_the_demo_account(self):
        known = check.addresses(check.PHRASE)
        for currency, path in DEMO_PATHS.items():
            self.assertEqual(by_bip_utils(currency, check.PHRASE, path, prefixes=TEST), known[currency])
        self.assertEqual(by_embit(check.PHRASE, DEMO_PATHS["BTC"], network="regtest"), known["BTC"])

    def test_the_wallets_of_the_vectors(self):
        wallets = json.loads(WALLETS.read_text())
        for each in wallets:
            phrase, passphrase = each["mnemonic"], each["passphrase"]
            for currency, name, field in (
                ("ETH", "eth", "address"),
                ("BTC", "btc84", "address"),
                ("BCH", "bch145", "cashaddr"),
                ("BCH", "bch0", "cashaddr"),
            ):
                found = by_bip_utils(currency, phrase, each[name]["path"], passphrase)
                self.assertEqual(found, each[name][field])
            self.assertEqual(by_embit(phrase, each["btc84"]["path"], passphrase), each["btc84"]["address"])
        self.assertEqual(len(wallets), 40)


if __name__ == "__main__":
    unittest.main()
