"""A program on a terminal of its own, and a user who reads and types there."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import termios
import time
from pathlib import Path

PROGRAM = os.environ.get("DRAWBRIDGE", str(Path(__file__).parent.parent.parent / ".build/debug/drawbridge"))
PATIENCE = 60


def _begin():
    """Makes the terminal the new process's own, with the signals that a login gives: a job in the background, as a build
    server's are, would hand on that Ctrl-C is ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Terminal:
    """Runs a command on a new terminal; what it says is kept in `said`."""

    def __init__(self, *command):
        self.master, self.slave = pty.openpty()
        self.said = ""
        self.read = 0
        self.process = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave, start_new_session=True,
            preexec_fn=_begin,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def _listen(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            self.said += os.read(self.master, 65536).decode(errors="replace")
            return True
        return False

    def see(self, text):
        """Waits until `text` is said, after what was seen before."""
        end = time.monotonic() + PATIENCE
        while (found := self.said.find(text, self.read)) < 0:
            if time.monotonic() > end:
                raise AssertionError(f"“{text}” was not said, but: {self.said[self.read:]!r}")
            self._listen(0.2)
        between = self.said[self.read:found]
        self.read = found + len(text)
        return between

    def type(self, line):
        """Types a line."""
        os.write(self.master, f"{line}\n".encode())

    def press(self, key):
        """Presses a key together with Ctrl."""
        os.write(self.master, bytes([ord(key) & 0x1F]))

    @property
    def shows(self):
        """Whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self.slave)[3] & termios.ECHO)

    def answer(self, prompt, line):
        """Answers a question whose answer can be seen."""
        self.see(prompt)
        assert self.shows, f"what is typed after “{prompt}” is not shown"
        self.type(line)

    def confide(self, prompt, line):
        """Answers a question whose answer must not be seen."""
        self.see(prompt)
        assert not self.shows, f"what is typed after “{prompt}” is shown"
        self.type(line)

    def end(self):
        """Waits for the end; its status, negative where a signal ended it."""
        status = self.process.wait(PATIENCE)
        while self._listen(0):
            pass
        return status


class Wallet(Terminal):
    """`drawbridge wallet …` on a terminal."""

    def __init__(self, folder, *arguments):
        super().__init__(PROGRAM, "wallet", *arguments, "--folder", str(folder))

    def protect(self, passphrase):
        """Answers the question for a new passphrase."""
        self.confide("Passphrase: ", passphrase)
        self.confide("Confirm passphrase: ", passphrase)
