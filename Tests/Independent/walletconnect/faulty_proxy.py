"""A proxy of WebSockets that loses, repeats, delays and reorders messages, and ends connections in every way."""

import asyncio
import itertools
import struct
from dataclasses import dataclass, field

# How a connection ends: without a word, on either side, or with a close code of the protocol or of relays.
CODES = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 3000, 3001, 4000, 4008, 4010)
ENDS = ("cut", "cut by the client", "silence", "refused", *CODES)
# Kinds of frames: a close frame, a ping and a pong are no messages.
CONTROL = CLOSE = 8


@dataclass
class Faults:
    """How often something goes wrong, and how long it takes; a seed makes a run repeatable as far as time allows."""

    random: object
    drop: float = 0.3
    repeat: float = 0.1
    delay: float = 0.1
    longest: float = 1.0
    window: int = 50
    # Seconds until a connection ends, on average.
    lifetime: float = 20.0
    silence: float = 40.0
    counts: dict = field(default_factory=dict)

    def __post_init__(self):
        ends = list(ENDS)
        self.random.shuffle(ends)
        self._ends = itertools.cycle(ends)

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def next_end(self):
        """The next way to end a connection: each of them in turn."""
        return next(self._ends)


@dataclass(eq=False)
class Waiting:
    """A message, when it is passed on, and how many later ones were passed on before it."""

    time: float
    number: int
    frame: bytes
    overtaken: int = 0


class Direction:
    """The messages of one direction of a connection: each has a time at which it is passed on."""

    def __init__(self, faults, writer):
        self.faults = faults
        self.writer = writer
        self.waiting = []
        self.last = 0
        self.changed = asyncio.Event()

    def add(self, frame):
        faults, now = self.faults, asyncio.get_running_loop().time()
        self.last += 1
        faults.count("messages")
        if faults.random.random() < faults.drop:
            faults.count("dropped")
            return
        copies = 1
        if faults.random.random() < faults.repeat:
            faults.count("repeated")
            copies = 2
        for _ in range(copies):
            chance, time = faults.random.random(), now
            if chance < faults.delay:
                faults.count("delayed")
                time += faults.random.uniform(0, faults.longest)
            elif chance < 0.5:
                time += faults.random.uniform(0, 0.03)
            self.waiting.append(Waiting(time, self.last, frame))
        self.changed.set()

    def add_control(self, frame):
        """A ping, a pong or a close frame, which is not a message."""
        self.writer.write(frame)

    def _next(self):
        """The message that is passed on next, and its time: at once if so many others have overtaken it."""
        late = [item for item in self.waiting if item.overtaken >= self.faults.window]
        if late:
            return min(late, key=lambda item: item.number), 0
        first = min(self.waiting, key=lambda item: item.time)
        return first, first.time

    async def run(self):
        loop = asyncio.get_running_loop()
        while True:
            if not self.waiting:
                self.changed.clear()
                await self.changed.wait()
                continue
            item, time = self._next()
            pause = time - loop.time()
            if pause > 0:
                self.changed.clear()
                try:
                    await asyncio.wait_for(self.changed.wait(), pause)
                except asyncio.TimeoutError:
                    pass
                continue
            self.waiting.remove(item)
            if any(other.number < item.number for other in self.waiting):
                self.faults.count("reordered")
            for other in self.waiting:
                other.overtaken += other.number < item.number
            self.writer.write(item.frame)
            await self.writer.drain()


async def read_frame(reader):
    """A frame as it is, and its kind."""
    head = await reader.readexactly(2)
    length = head[1] & 127
    if length == 126:
        head += await reader.readexactly(2)
        length = struct.unpack("!H", head[2:])[0]
    elif length == 127:
        head += await reader.readexactly(8)
        length = struct.unpack("!Q", head[2:])[0]
    mask = 4 if head[1] & 128 else 0
    return head + await reader.readexactly(length + mask), head[0] & 15


def close_frame(code, reason=b""):
    """A close frame of a server."""
    payload = struct.pack("!H", code) + reason
    return bytes([128 | CLOSE, len(payload)]) + payload


class FaultyProxy:
    """Listens on a port, and passes connections on to a server; each of them ends after some time."""

    def __init__(self, port, target, faults):
        self.port = port
        self.target = target
        self.faults = faults
        self.server = None
        self.connections = set()

    async def start(self):
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def stop(self):
        """Ends all connections."""
        if self.server:
            self.server.close()
        for connection in self.connections:
            connection.cancel()
        await asyncio.gather(*self.connections, return_exceptions=True)

    async def _serve(self, reader, writer):
        connection = asyncio.current_task()
        self.connections.add(connection)
        try:
            await self._connect(reader, writer)
        except asyncio.CancelledError:
            # The server would report it.
            pass
        finally:
            self.connections.discard(connection)

    async def _connect(self, reader, writer):
        faults, upstream = self.faults, None
        try:
            end = faults.next_end()
            request = await reader.readuntil(b"\r\n\r\n")
            if end == "refused":
                faults.count("refused")
                writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            back, upstream = await asyncio.open_connection("127.0.0.1", self.target)
            upstream.write(request)
            response = await back.readuntil(b"\r\n\r\n")
            writer.write(response)
            if b" 101 " in response.split(b"\r\n", 1)[0]:
                await self._pass(reader, writer, back, upstream, end)
            else:
                faults.count("refused by the relay")
                await self._copy(back, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            faults.count("lost")
        finally:
            writer.close()
            if upstream is not None:
                upstream.transport.abort()

    async def _copy(self, reader, writer):
        writer.write(await reader.read(65536))
        await writer.drain()

    async def _pass(self, reader, writer, back, upstream, end):
        there, here = Direction(self.faults, upstream), Direction(self.faults, writer)
        tasks = [
            asyncio.create_task(each) for each in (
                self._read(reader, there), self._read(back, here), there.run(), here.run())]
        lifetime = self.faults.random.expovariate(1 / self.faults.lifetime)
        done, _ = await asyncio.wait(tasks, timeout=lifetime, return_when=asyncio.FIRST_COMPLETED)
        try:
            if not done and end == "silence":
                # Both sides believe that the connection is there.
                for task in tasks:
                    task.cancel()
                self.faults.count("silence")
                await asyncio.sleep(self.faults.random.uniform(0, self.faults.silence))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if done:
            return
        if end == "cut":
            self.faults.count("cut")
            writer.transport.abort()
        elif end == "cut by the client":
            self.faults.count("cut by the client")
            upstream.transport.abort()
            await asyncio.sleep(0.05)
        elif end in CODES:
            self.faults.count(f"closed with {end}")
            writer.write(close_frame(end, b"InvalidJwt" if end == 3000 else b""))
            await writer.drain()
            # The client closes in its turn.
            try:
                await asyncio.wait_for(reader.read(4096), 2)
            except asyncio.TimeoutError:
                pass

    async def _read(self, reader, direction):
        while True:
            frame, kind = await read_frame(reader)
            if kind >= CONTROL:
                direction.add_control(frame)
                if kind == CLOSE:
                    await asyncio.sleep(0.05)
                    return
            else:
                direction.add(frame)
