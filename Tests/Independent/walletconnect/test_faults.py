"""The test with faults can fail: its verdict finds each fault, and its proxy makes them."""

import asyncio
import random
import unittest

from faulty_proxy import CODES, ENDS, Direction, Faults, close_frame, read_frame
from verdict import INTERRUPTED, Verdict


def app(*outcomes):
    """The lines of an app with these outcomes."""
    return [
        {"link": "wc:"}, {"connected": "00"}, *({"asked": line["request"]} for line in outcomes), *outcomes,
        {"done": len(outcomes)}, {"unread": 0}]


def result(one, signature="0xab"):
    return {"request": one, "outcome": "result", "signature": signature}


def refused(one, code="4001", message=""):
    return {"request": one, "outcome": "rejected", "code": code, "message": message}


def signing(one, signature="0xab"):
    """The lines of a wallet that signs a request."""
    text = f"Request {one}"
    return [{"shown": text}, {"approved": text}, {"signed": text, "signature": signature}]


def rejecting(one):
    return [{"shown": f"Request {one}"}, {"rejected": f"Request {one}"}]


RUN, END = {"run": 1}, {"pending": 0}


class VerdictTests(unittest.TestCase):
    def faults(self, app_lines, *wallet, count=1, kills=0):
        return Verdict(app_lines, [RUN, *wallet, END], count, kills).faults

    def test_what_is_right_has_no_faults(self):
        lines = app(result(1), refused(2), result(3, "0xcd"))
        self.assertEqual(self.faults(lines, *signing(1), *rejecting(2), *signing(3, "0xcd"), count=3), [])

    def test_what_was_on_the_screen_of_a_killed_wallet_may_come_again(self):
        self.assertEqual(self.faults(app(result(1)), {"shown": "Request 1"}, RUN, *signing(1), kills=1), [])

    def test_what_a_killed_wallet_was_carrying_out_is_interrupted(self):
        lines = app(refused(1, "-32603", f"It {INTERRUPTED}."))
        self.assertEqual(self.faults(lines, *signing(1), RUN, kills=1), [])
        self.assertNotEqual(self.faults(lines, *signing(1)), [])

    def test_each_fault_is_found(self):
        bad = {
            "signed twice": (app(result(1)), [*signing(1), *signing(1)[2:]]),
            "shown twice": (app(result(1)), [{"shown": "Request 1"}, *signing(1)]),
            "signed and rejected": (app(refused(1)), [*signing(1), *rejecting(1)]),
            "rejected for the app only": (app(refused(1)), signing(1)),
            "not signed": (app(result(1)), rejecting(1)),
            "another signature": (app(result(1, "0xcd")), signing(1)),
            "signed without an approval": (app(result(1)), [signing(1)[0], signing(1)[2]]),
            "never shown": (app(result(1)), signing(1)[1:]),
            "two outcomes": (app(result(1)) + [refused(1)], signing(1)),
            "no outcome": (app(), signing(1)),
            "an error": (app(refused(1, "-32000")), signing(1)),
            "expired": (app({"request": 1, "outcome": "It was not answered before it expired."}), signing(1)),
            "a late answer": (app(result(1)) + [{"late": 1}], signing(1)),
            "an unread answer": ([*app(result(1))[:-1], {"unread": 1}], signing(1)),
            "a session that ended": (app(result(1)) + [{"ended": "6000"}], signing(1)),
            "a request that was withdrawn": (app(result(1)), [*signing(1), {"withdrawn": False}]),
            "another request": (app(result(1), result(2)), [*signing(1), *signing(2)]),
        }
        for name, (lines, wallet) in bad.items():
            with self.subTest(name):
                self.assertNotEqual(self.faults(lines, *wallet), [])

    def test_a_wallet_that_was_killed_forgets_nothing(self):
        again = [*signing(1), RUN, *signing(1)]
        self.assertNotEqual(self.faults(app(result(1)), *again, kills=1), [])
        others = [{"shown": "Request 1"}, *signing(2), RUN, *signing(1)]
        self.assertNotEqual(self.faults(app(result(1), result(2)), *others, count=2, kills=1), [])

    def test_a_wallet_with_open_requests_is_not_done(self):
        self.assertNotEqual(Verdict(app(result(1)), [RUN, *signing(1), {"pending": 1}], 1, 0).faults, [])


class Frames:
    """Takes frames instead of a connection."""

    def __init__(self):
        self.frames = []

    def write(self, frame):
        self.frames.append(frame)

    async def drain(self):
        pass


class ProxyTests(unittest.IsolatedAsyncioTestCase):
    async def passed(self, count, **faults):
        """What comes of so many messages that are sent together."""
        writer = Frames()
        direction = Direction(Faults(random.Random(1), longest=0.2, **faults), writer)
        task = asyncio.create_task(direction.run())
        for frame in range(count):
            direction.add(frame)
        while direction.waiting:
            await asyncio.sleep(0.01)
        task.cancel()
        return writer.frames, direction.faults.counts

    async def test_it_loses_and_repeats(self):
        frames, counts = await self.passed(1000, drop=0.3, repeat=0.1)
        self.assertTrue(600 < len(set(frames)) < 800, len(set(frames)))
        self.assertEqual(len(set(frames)), 1000 - counts["dropped"])
        self.assertEqual(len(frames), 1000 - counts["dropped"] + counts["repeated"])

    async def test_a_message_is_overtaken_by_fifty_others_at_most(self):
        frames, counts = await self.passed(1000, drop=0, repeat=0, delay=0.5)
        self.assertEqual(sorted(frames), list(range(1000)))
        self.assertGreater(counts["reordered"], 100)
        for place, frame in enumerate(frames):
            self.assertLessEqual(sum(1 for other in frames[:place] if other > frame), 50)

    async def test_it_reads_frames_of_all_sizes(self):
        reader = asyncio.StreamReader()
        small, middle = b"\x81\x02hi", b"\x82\x7e\x01\x00" + bytes(256)
        masked = b"\x81\xff" + (70_000).to_bytes(8, "big") + bytes(4) + bytes(70_000)
        reader.feed_data(small + middle + masked + close_frame(4010))
        self.assertEqual(
            [await read_frame(reader) for _ in range(4)],
            [(small, 1), (middle, 2), (masked, 1), (b"\x88\x02\x0f\xaa", 8)])

    def test_connections_end_in_every_way(self):
        faults = Faults(random.Random(1))
        self.assertEqual({faults.next_end() for _ in ENDS}, set(ENDS))
        self.assertTrue({1001, 1013, 3000, 4008, 4010} <= set(CODES))
