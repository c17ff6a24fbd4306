"""A wallet and an app in two processes, two relays on one Redis server between them, and proxies that make all of it bad.

Each request must end in exactly one state, which is the same on both sides: none is signed twice, and none is shown again
after its approval. Meanwhile the wallet, the relays and the Redis server are killed.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from eth_account import Account
from eth_account.messages import encode_defunct

from faulty_proxy import CODES, FaultyProxy, Faults
from scene import RELAY, ROOT, answers, free_port
from verdict import Verdict, read

PROGRAM = os.environ.get("WALLETCONNECT_FAULTS", str(ROOT / ".build/debug/WalletConnectFaults"))
ACCOUNT = Account.from_key("0x" + "07" * 32)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--window", type=int, default=200, help="open requests at a time")
    parser.add_argument("--seed", type=int, default=None, help="of the faults; a new one by default")
    parser.add_argument("--speed", type=int, default=1, help="the clock of the two sides' connections")
    parser.add_argument("--patience", type=float, default=10, help="seconds until the user presses “Connect now”")
    parser.add_argument("--lifetime", type=float, default=20, help="of a connection, in seconds, on average")
    parser.add_argument("--silence", type=float, default=40, help="the longest of a dead connection, in seconds")
    parser.add_argument("--wallet-kills", type=float, default=8, help="seconds between two, on average; 0 for none")
    parser.add_argument("--relay-kills", type=float, default=30, help="the same for the relays")
    parser.add_argument("--redis-kills", type=float, default=60, help="the same for the Redis server")
    parser.add_argument("--signatures", type=int, default=500, help="so many are checked with eth-account")
    parser.add_argument("--limit", type=float, default=7200, help="seconds until the run has failed")
    parser.add_argument("--folder", help="where the files stay; by default a temporary folder")
    return parser.parse_args()


class Process:
    """A program that can be killed and started again."""

    def __init__(self, name, folder, port=None):
        self.name, self.port, self.kills = name, port, 0
        self.folder = folder / name
        self.folder.mkdir(mode=0o700)
        self.process = None

    async def start(self, *command):
        self.command = [str(word) for word in command]
        with open(self.folder / "log", "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdin=asyncio.subprocess.PIPE, stdout=log, stderr=log, cwd=self.folder)
        while self.port and not answers(self.port):
            self.check()
            await asyncio.sleep(0.02)

    def check(self):
        if self.process.returncode is not None:
            raise SystemExit(f"{self.name} has ended with {self.process.returncode}, see {self.folder}/log")

    async def kill(self, pause):
        """Kills it with no warning, and starts it again after a pause."""
        self.check()
        self.kills += 1
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        await asyncio.sleep(pause)
        await self.start(*self.command)

    async def end(self):
        """Ends its input, and waits until it has ended."""
        self.check()
        self.process.stdin.close()
        await asyncio.wait_for(self.process.wait(), 30)
        if self.process.returncode != 0:
            raise SystemExit(f"{self.name} has ended with {self.process.returncode}, see {self.folder}/log")

    def stop(self):
        if self.process and self.process.returncode is None:
            self.process.kill()


class Run:
    """One run."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.random = random.Random(options.seed)
        speed = options.speed
        self.faults = Faults(
            random.Random(options.seed + 1), longest=1 / speed, lifetime=options.lifetime, silence=options.silence)
        self.redis = Process("redis", folder, free_port())
        self.relays = [Process(f"relay-{one}", folder, free_port()) for one in (1, 2)]
        self.proxies = [FaultyProxy(free_port(), relay.port, self.faults) for relay in self.relays]
        self.wallet, self.app = Process("wallet", folder), Process("app", folder)
        self.programs = [self.app, self.wallet, *self.relays, self.redis]

    async def start(self):
        redis = self.redis
        await redis.start(
            "redis-server", "--bind", "127.0.0.1", "--port", redis.port, "--dir", redis.folder, "--save", "",
            "--appendonly", "yes", "--appendfsync", "always")
        for relay in self.relays:
            await relay.start(RELAY, "--port", relay.port, "--redis", f"redis://127.0.0.1:{redis.port}")
        for proxy in self.proxies:
            await proxy.start()
        await self.app.start(
            *self.peer("app", 0), self.options.requests, min(self.options.window, self.options.requests))
        link = (await self.line(self.app, "link"))["link"]
        await self.wallet.start(*self.peer("wallet", 1), link)
        await self.line(self.app, "connected")

    def peer(self, role, place):
        url = f"ws://127.0.0.1:{self.proxies[place].port}"
        patience = max(1, int(self.options.patience * 1000))
        return [PROGRAM, role, url, self.folder / role, self.options.speed, patience]

    async def line(self, side, name):
        """Waits until a side has written a line with a member."""
        while True:
            side.check()
            path = side.folder / f"{side.name}.jsonl"
            text = path.read_text() if path.exists() else ""
            for line in text.splitlines(keepends=True):
                if line.endswith("\n") and name in (found := json.loads(line)):
                    return found
            await asyncio.sleep(0.1 if len(text) < 100_000 else 1)

    async def kills(self, processes, mean, pause):
        """Kills one of some processes at random moments; the mean is that of the time between two."""
        while True:
            await asyncio.sleep(self.random.uniform(0.2 * mean, 1.8 * mean))
            process = self.random.choice(processes)
            if process is self.wallet and self.random.random() < 0.8:
                await self.busy()
            await process.kill(self.random.uniform(0, pause))

    async def busy(self):
        """Waits until the wallet shows or signs something, and for a moment more, so that it is killed in the middle."""
        path = self.wallet.folder / "wallet.jsonl"
        before, end = path.stat().st_size, time.monotonic() + 2
        while path.stat().st_size == before and time.monotonic() < end:
            await asyncio.sleep(0.002)
        await asyncio.sleep(self.random.uniform(0, 0.03))

    async def work(self):
        """Lets all go wrong until the app has all outcomes."""
        options = self.options
        kills = [
            ([self.wallet], options.wallet_kills, 0.5), (self.relays, options.relay_kills, 1),
            ([self.redis], options.redis_kills, 1)]
        tasks = [asyncio.create_task(self.line(self.app, "done"))]
        tasks += [asyncio.create_task(self.kills(*each)) for each in kills if each[1] > 0]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks[1:], return_exceptions=True)
        for task in done:
            task.result()
        await self.restart()
        # Both sides send what they still have to say, without faults.
        self.faults.drop = self.faults.repeat = self.faults.delay = 0
        await asyncio.sleep(1)
        await self.app.end()
        await self.wallet.end()

    async def restart(self):
        """Starts what was killed at the last moment."""
        for program in self.programs:
            if program.process.returncode is not None:
                await program.start(*program.command)

    async def stop(self):
        for proxy in self.proxies:
            await proxy.stop()
        for program in self.programs:
            program.stop()


def check_signatures(verdict, most, chosen):
    """Recovers the signer of some signatures with another library; the numbers of those that are wrong."""
    numbers = chosen.sample(sorted(verdict.signatures), min(most, len(verdict.signatures)))
    return len(numbers), [
        one for one in numbers
        if Account.recover_message(encode_defunct(text=f"Request {one}"), signature=verdict.signatures[one])
        != ACCOUNT.address]


async def main():
    options = arguments()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1 << 31)
    folder = Path(options.folder or tempfile.mkdtemp(prefix="walletconnect-faults-")).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    run, begin = Run(options, folder), time.monotonic()
    try:
        await run.start()
        await asyncio.wait_for(run.work(), options.limit)
        failure = None
    except asyncio.TimeoutError:
        failure = f"it did not end within {options.limit:.0f} s"
    except SystemExit as error:
        failure = str(error)
    finally:
        await run.stop()
    seconds = time.monotonic() - begin
    verdict = Verdict(
        read(folder / "app/app.jsonl"), read(folder / "wallet/wallet.jsonl"), options.requests, run.wallet.kills)
    checked, wrong = check_signatures(verdict, options.signatures, random.Random(options.seed))
    closed = [code for code in CODES if f"closed with {code}" not in run.faults.counts]
    results = [
        ("all requests ended", [failure] if failure else []),
        ("each request has one state, the same on both sides", verdict.faults),
        ("the signatures are those of the account, says eth-account", [f"request {one}: another" for one in wrong]),
    ]
    # A short run has too few connections.
    if options.requests >= 1000:
        results.append(("connections were closed with each code", [f"not with {code}" for code in closed]))
    for place, (name, faults) in enumerate(results, 1):
        print(f"{'not ok' if faults else 'ok'} {place} - {name}")
        for fault in faults[:20]:
            print(f"  {fault}")
        if len(faults) > 20:
            print(f"  and {len(faults) - 20} more")
    report(run, verdict, checked, seconds)
    failed = any(faults for _, faults in results)
    if failed:
        print(f"# repeat: --seed {options.seed}; the files are in {folder}")
    elif not options.folder:
        shutil.rmtree(folder)
    return 1 if failed else 0


def report(run, verdict, checked, seconds):
    """What happened, in numbers."""
    options, counts = run.options, run.faults.counts
    states = ", ".join(f"{count:,} {state}" for state, count in sorted(verdict.states.items()))
    print(f"# seed {options.seed}: {options.requests:,} requests in {seconds:.0f} s: {states}")
    print(f"# {checked:,} signatures checked; {verdict.again:,} requests shown again that were on the screen of a wallet")
    relays = sum(relay.kills for relay in run.relays)
    print(f"# killed: the wallet {run.wallet.kills} times, the relays {relays} times, Redis {run.redis.kills} times")
    print("# messages: " + ", ".join(f"{counts.get(name, 0):,} {name}" for name in (
        "messages", "dropped", "repeated", "delayed", "reordered")))
    others = {name: count for name, count in counts.items() if " " in name or name in ("cut", "silence", "refused")}
    print("# connections: " + ", ".join(f"{count} {name}" for name, count in sorted(others.items())))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
