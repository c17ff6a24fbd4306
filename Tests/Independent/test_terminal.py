"""Wallets are made, opened and changed on a terminal, which shows no secret and is left as it was."""

import json
import os
import re
import signal
import stat
import tempfile
import unittest
from pathlib import Path

from eth_account import Account

from terminal import PROGRAM, Terminal, Wallet

Account.enable_unaudited_hdwallet_features()

PHRASE = "scheme spot photo card baby mountain device kick cradle pact join borrow"
PASSPHRASE = "tin whistle harbour 42"
OTHER = "seven lanterns on a quay"
KEY = "c0ffee254729296a45a3885639ac7e10f9d54979c0ffee254729296a45a38856"
WRONG = "This passphrase does not open the wallet."


class TerminalTests(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.home = Path(holder.name)
        self.folder = self.home / "wallets"

    def wallet(self, *arguments):
        return Wallet(self.folder, *arguments)

    def files(self):
        return sorted(p.name for p in self.folder.glob("*.vault")) if self.folder.exists() else []

    def assert_quiet(self, terminal, *secrets):
        """No secret was ever on the screen, and what is typed now is seen."""
        for secret in secrets:
            self.assertNotIn(secret, terminal.said)
        self.assertTrue(terminal.shows)

    def test_a_phrase_is_pasted_in_numbered_lines(self):
        with self.wallet("restore") as terminal:
            terminal.answer("Name of the wallet", "Pocket")
            terminal.answer("Number [1]: ", "")
            lines = "\n".join(f"{number}. {word}" for number, word in enumerate(PHRASE.split(), 1))
            terminal.confide("all 12 in one line: ", lines)
            terminal.confide("Extra word (BIP-39 passphrase): ", "")
            terminal.protect(PASSPHRASE)
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, "cradle", PASSPHRASE)
        self.assertEqual(self.opens(PASSPHRASE), Account.from_mnemonic(PHRASE).key.hex().removeprefix("0x"))

    def restore(self):
        with self.wallet("restore") as terminal:
            terminal.answer("Name of the wallet", "Pocket")
            terminal.answer("Number [1]: ", "")
            terminal.confide("all 12 in one line: ", PHRASE)
            terminal.confide("Extra word (BIP-39 passphrase): ", "")
            terminal.protect(PASSPHRASE)
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, PHRASE, "cradle", PASSPHRASE)

    def opens(self, passphrase):
        """Whether the passphrase opens the wallet, and the key that is in it."""
        with self.wallet("export") as terminal:
            terminal.confide("Passphrase of “Pocket”: ", passphrase)
            terminal.see("Opening the wallet…")
            terminal.answer("Number [1]: ", "2")
            terminal.see("Private key of “Pocket”")
            key = terminal.see("Press Enter: Done.").split()[0].removeprefix("0x")
            terminal.type("")
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, passphrase)
            return key

    def test_a_wallet_is_made_and_its_words_are_asked_back(self):
        with self.wallet("create") as terminal:
            terminal.answer("Name of the wallet", "\u202eevil")
            terminal.answer("Number [1]: ", "1")
            terminal.see("no invisible characters")
            terminal.answer("Name of the wallet", "Pocket")
            terminal.answer("Number [1]: ", "7")
            terminal.answer("Number [1]: ", "1")
            terminal.see("Write down your recovery phrase")
            words = re.findall(r"\d+\. (\w+)", terminal.see("Press Enter: "))
            self.assertEqual(len(words), 12)
            terminal.type("")
            terminal.see("Confirm your recovery phrase")
            questions = 4
            for answers in (lambda n: "nothing", lambda n: words[n - 1]):
                for _ in range(questions):
                    terminal.see("Word ")
                    number = int(terminal.see(": "))
                    terminal.type(answers(number))
                if answers(number) == "nothing":
                    terminal.see(f"This is not word {number}.")
            terminal.protect("short")
            terminal.see("12 characters")
            terminal.confide("Passphrase: ", PASSPHRASE)
            terminal.confide("Confirm passphrase: ", OTHER)
            terminal.see("The passphrases don’t match.")
            terminal.protect(PASSPHRASE)
            terminal.see("The wallet “Pocket” was created.")
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, PASSPHRASE, OTHER)
        account = Account.from_mnemonic(" ".join(words))
        self.assertEqual(self.opens(PASSPHRASE), account.key.hex().removeprefix("0x"))
        mode = stat.S_IMODE((self.folder / self.files()[0]).stat().st_mode)
        self.assertEqual(mode, 0o600)

    def test_a_wallet_comes_back_and_a_wrong_word_is_named(self):
        with self.wallet("restore") as terminal:
            terminal.answer("Name of the wallet", "Pocket")
            terminal.answer("Number [1]: ", "")
            for phrase, complaint in (
                (PHRASE.replace("device", "deviec"), "Word 7 is not in the English word list."),
                (PHRASE.replace("scheme spot", "spot scheme"), "the checksum does not match"),
                (PHRASE.replace(" borrow", ""), "this one has 11"),
                ("", "this one has 0"),
            ):
                terminal.confide("all 12 in one line: ", phrase)
                terminal.confide("Extra word (BIP-39 passphrase): ", "")
                terminal.see(complaint)
            terminal.confide("all 12 in one line: ", PHRASE)
            terminal.confide("Extra word (BIP-39 passphrase): ", "")
            terminal.protect(PASSPHRASE)
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, "cradle", "deviec", PASSPHRASE)
        self.assertEqual(self.opens(PASSPHRASE), Account.from_mnemonic(PHRASE).key.hex().removeprefix("0x"))

    def test_a_key_is_taken_in_and_out_again_as_a_file(self):
        with self.wallet("import") as terminal:
            terminal.answer("Name of the wallet", "Pocket")
            terminal.answer("Number [1]: ", "1")
            for wrong, complaint in ((KEY[1:], "64 hexadecimal digits"), ("0" * 64, "not a valid private key"),
                                     ("f" * 64, "not a valid private key"), ("x" * 5000, "64 hexadecimal digits")):
                terminal.confide("Private key: ", wrong[:4000])
                terminal.see(complaint)
            terminal.confide("Private key: ", KEY)
            terminal.protect(PASSPHRASE)
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, KEY, KEY[1:], PASSPHRASE)
        target = self.home / "key.json"
        with self.wallet("export") as terminal:
            terminal.confide("Passphrase of “Pocket”: ", OTHER)
            terminal.see(WRONG)
            terminal.confide("Passphrase of “Pocket”: ", PASSPHRASE)
            terminal.answer("Number [1]: ", "2")
            for wrong in ("key.json", "/nonexistent/key.json", "/etc/passwd", str(self.folder)):
                terminal.answer("File [", wrong)
                terminal.see("drawbridge: ")
            terminal.answer("File [", str(target))
            terminal.protect(OTHER)
            terminal.see("The keystore file was saved")
            terminal.see("Press Enter: Done.")
            terminal.type("")
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, KEY, PASSPHRASE, OTHER)
        self.assertEqual(stat.S_IMODE(target.stat().st_mode), 0o600)
        self.assertEqual(Account.decrypt(json.loads(target.read_text()), OTHER).hex().removeprefix("0x"), KEY)

    def test_a_file_of_another_program_is_taken_in(self):
        good, garbage, long, pipe = (self.home / name for name in ("good", "garbage", "long", "pipe"))
        good.write_text(json.dumps(Account.encrypt("0x" + KEY, OTHER, kdf="pbkdf2", iterations=1000)))
        garbage.write_text(good.read_text()[:-1])
        long.write_text(good.read_text() + " " * 100_000)
        os.mkfifo(pipe)
        with self.wallet("import") as terminal:
            terminal.answer("Name of the wallet", "Pocket")
            terminal.answer("Number [1]: ", "2")
            for path, complaint in ((self.home / "none", "cannot be read"), (self.home, "cannot be read"),
                                    (pipe, "cannot be read"), (long, "too long"),
                                    (garbage, "not a keystore file")):
                terminal.answer("File: ", str(path))
                terminal.confide("Passphrase of the file: ", OTHER)
                terminal.see(complaint)
            terminal.answer("File: ", str(good))
            terminal.confide("Passphrase of the file: ", PASSPHRASE)
            terminal.see("This passphrase does not open the file.")
            terminal.answer("File: ", str(good))
            terminal.confide("Passphrase of the file: ", OTHER)
            terminal.protect(PASSPHRASE)
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, PASSPHRASE, OTHER, KEY)

    def test_another_passphrase_takes_the_place_of_the_first(self):
        self.restore()
        key = self.opens(PASSPHRASE)
        with self.wallet("passwd") as terminal:
            terminal.confide("Passphrase of “Pocket”: ", OTHER)
            terminal.see(WRONG)
            terminal.confide("Passphrase of “Pocket”: ", PASSPHRASE)
            terminal.see("Choose a new passphrase for “Pocket”")
            terminal.protect("pocket pocket 1")
            terminal.see("drawbridge: ")
            terminal.confide("Passphrase: ", OTHER)
            terminal.confide("Confirm passphrase: ", PASSPHRASE)
            terminal.see("The passphrases don’t match.")
            terminal.protect(OTHER)
            terminal.see("The passphrase was changed")
            terminal.see("Press Enter: Done.")
            terminal.type("")
            self.assertEqual(terminal.end(), 0)
            self.assert_quiet(terminal, PASSPHRASE, OTHER, "pocket pocket 1")
        with self.wallet("export") as terminal:
            terminal.confide("Passphrase of “Pocket”: ", PASSPHRASE)
            terminal.see(WRONG)
        self.assertEqual(self.opens(OTHER), key)

    def steps(self):
        """Every question that can be left, as the answers before it; each is asked on a new terminal."""
        yield ("restore",), [("Name of the wallet", "Pocket"), ("Number [1]: ", "")], "in one line: ", True
        yield (
            ("restore",),
            [("Name of the wallet", "Pocket"), ("Number [1]: ", ""), ("in one line: ", PHRASE), ("Extra word (BIP", "")],
            "Passphrase: ", True,
        )
        yield ("import",), [("Name of the wallet", "Pocket"), ("Number [1]: ", "1")], "Private key: ", True
        yield ("import",), [("Name of the wallet", "Pocket"), ("Number [1]: ", "2"), ("File: ", "x")], "file: ", True
        yield ("create",), [], "Name of the wallet", False
        yield ("create",), [("Name of the wallet", "Pocket"), ("Number [1]: ", "")], "Press Enter: ", False
        yield ("passwd", "--wallet", "Old"), [], "Passphrase of “Old”: ", True
        yield ("passwd", "--wallet", "Old"), [("Passphrase of “Old”: ", PASSPHRASE)], "Confirm passphrase: ", True
        yield ("export", "--wallet", "Old"), [], "Passphrase of “Old”: ", True
        yield ("export", "--wallet", "Old"), [("Passphrase of “Old”: ", PASSPHRASE)], "Number [1]: ", False

    def leave(self, how):
        """Leaves every question in one way."""
        with self.wallet("restore") as terminal:
            for prompt, line in (("Name of", "Old"), ("Number", ""), ("line: ", PHRASE), ("Extra word (BIP", ""),
                                 ("Passphrase: ", PASSPHRASE), ("Confirm passphrase: ", PASSPHRASE)):
                terminal.see(prompt)
                terminal.type(line)
            self.assertEqual(terminal.end(), 0)
        [file] = self.files()
        before = (self.folder / file).read_bytes()
        for arguments, answers, prompt, is_secret in self.steps():
            with self.subTest(arguments=arguments, prompt=prompt), self.wallet(*arguments) as terminal:
                for question, answer in answers:
                    terminal.see(question)
                    terminal.type(answer)
                if prompt == "Confirm passphrase: ":
                    terminal.confide("Passphrase: ", OTHER)
                terminal.see(prompt)
                self.assertEqual(terminal.shows, not is_secret)
                how(terminal)
                # A phrase made here has words of its own, and may have one of the other's.
                self.assert_quiet(terminal, PASSPHRASE, OTHER, "cradle pact", " 9. cradle\r\n10. pact")
                self.assertEqual(self.files(), [file])
                self.assertEqual((self.folder / file).read_bytes(), before)

    def test_the_end_of_what_is_typed_is_a_no(self):
        def close(terminal):
            terminal.press("D")
            self.assertEqual(terminal.end(), 1)

        self.leave(close)

    def test_an_interruption_leaves_nothing_behind(self):
        def interrupt(terminal):
            terminal.press("C")
            self.assertEqual(terminal.end(), -signal.SIGINT)

        self.leave(interrupt)

    def test_other_signals_leave_a_terminal_that_shows_what_is_typed(self):
        self.restore()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.wallet("passwd") as terminal:
                terminal.see("Passphrase of “Pocket”: ")
                self.assertFalse(terminal.shows)
                terminal.process.send_signal(number)
                self.assertEqual(terminal.end(), -number)
                self.assertTrue(terminal.shows)

    def test_a_stop_shows_what_is_typed_until_it_goes_on(self):
        self.restore()
        with Terminal("/bin/sh", "-i") as terminal:
            terminal.type("PS1='re''ady> '")
            terminal.see("ready> ")
            terminal.type(f"'{PROGRAM}' wallet passwd --folder '{self.folder}'")
            terminal.see("Passphrase of “Pocket”: ")
            self.assertFalse(terminal.shows)
            terminal.press("Z")
            terminal.see("Stopped")
            self.assertTrue(terminal.shows)
            terminal.type("echo still $((40 + 2)) here")
            terminal.see("still 42 here")
            terminal.type("fg")
            while terminal.shows:
                terminal._listen(0.05)
            terminal.type(PASSPHRASE)
            terminal.see("Choose a new passphrase")
            terminal.see("Passphrase: ")
            terminal.press("C")
            terminal.see("ready> ")
            terminal.type("echo it was $((50 + 5))")
            terminal.see("it was 55")
            self.assert_quiet(terminal, PASSPHRASE)
