"""The keys that the wallet's own tests expect of seeds of Electrum are those of bip_utils, too.

`python test_electrum.py --write` writes the vectors, with new seeds.
"""

import json
import sys
import unittest
from pathlib import Path

from bip_utils import (
    Bip32Slip10Secp256k1,
    ElectrumV1,
    ElectrumV1MnemonicGenerator,
    ElectrumV1SeedGenerator,
    ElectrumV1WordsNum,
    ElectrumV2MnemonicGenerator,
    ElectrumV2MnemonicTypes,
    ElectrumV2Segwit,
    ElectrumV2SeedGenerator,
    ElectrumV2Standard,
    ElectrumV2WordsNum,
    EthAddrEncoder,
)

SEEDS = Path(__file__).parent.parent / "Unit/KeysTests/Vectors/electrum/seeds.json"
ETHEREUM = "m/44'/60'/0'/0/0"
EXTENSIONS = ["", "harbour", "two words"]


def expected(kind, words, extension):
    """The addresses of a seed: of Electrum, and the one on Ethereum, which only this wallet derives."""
    if kind == "old":
        seed = ElectrumV1SeedGenerator(words).Generate()
        wallet = ElectrumV1.FromSeed(seed)
        # The hash that stretches the seed is the master key.
        root = wallet.MasterPrivateKey().Raw().ToBytes()
    else:
        root = ElectrumV2SeedGenerator(words).Generate(extension)
        wallet = {"standard": ElectrumV2Standard, "segWit": ElectrumV2Segwit}[kind].FromSeed(root)
    key = Bip32Slip10Secp256k1.FromSeed(root).DerivePath(ETHEREUM).PublicKey().KeyObject()
    return {
        "receiving": [wallet.GetAddress(0, index) for index in range(3)],
        "change": [wallet.GetAddress(1, index) for index in range(2)],
        "ethereum": EthAddrEncoder.EncodeKey(key),
    }


def made():
    """New seeds of each kind."""
    for kind, which in (
        ("standard", ElectrumV2MnemonicTypes.STANDARD),
        ("segWit", ElectrumV2MnemonicTypes.SEGWIT),
    ):
        for number in range(9):
            words = str(ElectrumV2MnemonicGenerator(which).FromWordsNumber(ElectrumV2WordsNum.WORDS_NUM_12))
            yield kind, words, EXTENSIONS[number % 3]
    for _ in range(6):
        yield "old", str(ElectrumV1MnemonicGenerator().FromWordsNumber(ElectrumV1WordsNum.WORDS_NUM_12)), ""


class ElectrumTests(unittest.TestCase):
    def test_the_seeds_of_the_vectors(self):
        seeds = json.loads(SEEDS.read_text())
        for each in seeds:
            found = expected(each["kind"], each["words"], each["extension"])
            self.assertEqual(found, {name: each[name] for name in found})
        self.assertEqual(len(seeds), 24)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        all_seeds = [
            {"kind": kind, "words": words, "extension": extension, **expected(kind, words, extension)}
            for kind, words, extension in made()
        ]
        SEEDS.write_text(json.dumps(all_seeds, indent=1) + "\n")
    else:
        unittest.main()
