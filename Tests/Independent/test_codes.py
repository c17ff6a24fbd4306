"""The QR codes of a transaction say to a signer what the file says, also when codes are missed."""

import base64
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import qr_signer
from terminal import PROGRAM

VECTORS = Path(__file__).resolve().parent.parent / "Unit" / "BitcoinTests" / "Vectors" / "bip174" / "vectors.json"


def codes(file, *options):
    """The texts of the codes that the program would show in a terminal."""
    run = subprocess.run([PROGRAM, "psbt", "qr", file, *options], capture_output=True, text=True, check=True)
    return run.stdout.split()


class CodeTests(unittest.TestCase):
    def transactions(self):
        """Transactions of BIP-174 as files, and their bytes."""
        with tempfile.TemporaryDirectory() as folder:
            for number, text in enumerate(json.loads(VECTORS.read_text())["valid"]):
                file = Path(folder) / f"{number}.psbt"
                file.write_text(text)
                yield str(file), base64.b64decode(text)

    def test_uniform_resources(self):
        series = 0
        for file, expected in self.transactions():
            texts = codes(file)
            self.assertEqual(qr_signer.resource(texts), ("crypto-psbt", expected))
            if len(texts) == 1:
                continue
            series += 1
            half = len(texts) // 2
            self.assertEqual(qr_signer.resource(reversed(texts[:half])), ("crypto-psbt", expected))
            self.assertIsNone(qr_signer.resource(texts[: half - 1]))
            for missed in range(half):
                rest = texts[:missed] + texts[missed + 1 :]
                # A mixture stands in for the code that was missed, unless none of them contains it.
                found = qr_signer.resource(rest)
                self.assertIn(found, (None, ("crypto-psbt", expected)))
        self.assertGreater(series, 2)

    def test_bbqr(self):
        for file, expected in self.transactions():
            texts = codes(file, "--bbqr")
            self.assertEqual(qr_signer.bbqr(reversed(texts)), ("P", expected))
            self.assertEqual({len(text) for text in texts[:-1]} | {len(texts[0])}, {len(texts[0])})

    def test_refusals(self):
        for text in ("", "cHNidP8=", "hello"):
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(text)
                file.flush()
                run = subprocess.run([PROGRAM, "psbt", "qr", file.name], capture_output=True, text=True)
                self.assertNotEqual(run.returncode, 0)
                self.assertEqual(run.stdout, "")


if __name__ == "__main__":
    unittest.main()
