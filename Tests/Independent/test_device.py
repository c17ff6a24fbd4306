"""The accounts that a device exports are added by the program with the device's own addresses."""

import json
import subprocess
import tempfile
import unittest

import cbor2

import device
from terminal import PROGRAM


class DeviceTests(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.home = holder.name

    def run_program(self, *arguments):
        variables = {name: f"{self.home}/{name}" for name in (
            "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env=variables)

    def add(self, *arguments):
        run = self.run_program("accounts", "add", *arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout.strip()

    def test_accounts_of_an_export(self):
        export = device.export(self.home)
        self.assertEqual(self.add("--device", export["text"]), export["addresses"][0])
        self.assertEqual(
            self.add("--device", export["text"].upper(), "--number", "11", "--name", "Cold"), export["addresses"][11])
        answer = self.add("--device", export["text"], "--number", "3", "--json")
        self.assertEqual(json.loads(answer), {"address": export["addresses"][3]})
        # The same account again is refused, and nothing else is added then.
        again = self.run_program("accounts", "add", "--device", export["text"])
        self.assertNotEqual(again.returncode, 0)
        self.assertIn("already has this account", again.stderr)
        self.assertEqual(self.run_program("accounts", "remove", export["addresses"][0]).returncode, 0)
        self.assertEqual(self.add("--device", export["text"]), export["addresses"][0])

    def test_a_watched_address_becomes_an_account_of_the_device(self):
        export = device.export(self.home)
        address = export["addresses"][0]
        self.assertEqual(self.add("--watch", address), address)
        self.assertEqual(self.add("--device", export["text"]), address)
        self.assertNotEqual(self.run_program("accounts", "add", "--watch", address).returncode, 0)

    def test_refusals(self):
        export = device.export(self.home)["text"]
        private = device.text("crypto-hdkey", {2: True, 3: b"\0" + bytes(32), 4: bytes(32)})
        bitcoin = device.text("crypto-hdkey", {
            3: b"\2" + bytes(31) + b"\1", 4: bytes(32), 6: device.keypath("m/84'/0'/0'", 1)})
        bare = device.text("crypto-hdkey", {3: b"\2" + bytes(31) + b"\1", 4: bytes(32)})
        answer = device.text("eth-signature", {1: cbor2.CBORTag(37, bytes(16)), 2: bytes(65)})
        for arguments in (
            ["--device", private], ["--device", bitcoin], ["--device", bare], ["--device", answer],
            ["--device", export[:-1]], ["--device", export[:-2] + "aa"], ["--device", "hello"], ["--device", ""],
            ["--device", export, "--number", "10000"], ["--device", export, "--number", "-1"],
            ["--device", export, "--watch", "0x52908400098527886E0F7030069857D2E4169EE7"],
            ["--device", export, "--network", "bitcoin"], ["--number", "1"], [],
        ):
            run = self.run_program("accounts", "add", *arguments)
            self.assertNotEqual(run.returncode, 0, arguments)
            self.assertEqual(run.stdout, "")


if __name__ == "__main__":
    unittest.main()
