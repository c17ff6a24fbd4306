"""Transactions and blocks of Bitcoin and Bitcoin Cash as bytes, written from the protocol documentation."""

import hashlib
from dataclasses import dataclass, field
from io import BytesIO

COINBASE = (bytes(32), 0xFFFFFFFF)
FINAL = 0xFFFFFFFF
# The target of every block of a regression test network, in its compact form.
BITS = 0x207FFFFF
TARGET = 0x7FFFFF << 232


class Malformed(ValueError):
    """The bytes are not a transaction."""


def sha256d(data):
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()


def hash160(data):
    return hashlib.new("ripemd160", hashlib.sha256(data).digest()).digest()


def to_display(data):
    """A hash as it is displayed: the bytes in reverse, in hexadecimal."""
    return data[::-1].hex()


def from_display(text):
    data = bytes.fromhex(text)
    if len(data) != 32:
        raise ValueError("a hash has 64 hexadecimal digits")
    return data[::-1]


def compact(number):
    if number < 0xFD:
        return bytes([number])
    if number <= 0xFFFF:
        return b"\xfd" + number.to_bytes(2, "little")
    if number <= 0xFFFFFFFF:
        return b"\xfe" + number.to_bytes(4, "little")
    return b"\xff" + number.to_bytes(8, "little")


def counted(data):
    return compact(len(data)) + data


def push(data):
    """A script that pushes at most 75 bytes."""
    return bytes([len(data)]) + data


class Reader:
    def __init__(self, data):
        self.stream, self.end = BytesIO(data), len(data)

    def bytes(self, count):
        found = self.stream.read(count)
        if len(found) != count:
            raise Malformed("it ends too early")
        return found

    def number(self, size):
        return int.from_bytes(self.bytes(size), "little")

    def compact(self):
        first = self.number(1)
        return first if first < 0xFD else self.number(2 << (first - 0xFD))

    def counted(self):
        size = self.compact()
        if size > self.end:
            raise Malformed("it ends too early")
        return self.bytes(size)

    def many(self, read):
        count = self.compact()
        if count > self.end:
            raise Malformed("it ends too early")
        return [read() for _ in range(count)]

    @property
    def is_done(self):
        return self.stream.tell() == self.end


@dataclass
class Input:
    outpoint: tuple
    script: bytes = b""
    sequence: int = FINAL
    witness: list = field(default_factory=list)

    def bytes(self):
        txid, index = self.outpoint
        return txid + index.to_bytes(4, "little") + counted(self.script) + self.sequence.to_bytes(4, "little")


@dataclass
class Output:
    value: int
    # On Bitcoin Cash with the token in front of the locking script, if there is one.
    script: bytes

    def bytes(self):
        return self.value.to_bytes(8, "little") + counted(self.script)


@dataclass
class Transaction:
    inputs: list
    outputs: list
    version: int = 2
    locktime: int = 0

    @classmethod
    def parse(cls, data, witness):
        """Reads a transaction; with `witness`, also in the form of BIP-144."""
        reader = Reader(data)
        transaction = cls.read(reader, witness)
        if not reader.is_done:
            raise Malformed("something follows it")
        return transaction

    @classmethod
    def read(cls, reader, witness):
        version = reader.number(4)

        def one_input():
            outpoint = (reader.bytes(32), reader.number(4))
            return Input(outpoint, reader.counted(), reader.number(4))

        inputs = reader.many(one_input)
        has_witness = witness and not inputs
        if has_witness:
            if reader.number(1) != 1:
                raise Malformed("unknown flag")
            inputs = reader.many(one_input)
        outputs = reader.many(lambda: Output(reader.number(8), reader.counted()))
        if has_witness:
            for each in inputs:
                each.witness = reader.many(reader.counted)
            if not any(each.witness for each in inputs):
                raise Malformed("superfluous witness")
        return cls(inputs, outputs, version, reader.number(4))

    def plain(self):
        """Its bytes without witnesses."""
        return b"".join([
            self.version.to_bytes(4, "little"), compact(len(self.inputs)), *[each.bytes() for each in self.inputs],
            compact(len(self.outputs)), *[each.bytes() for each in self.outputs], self.locktime.to_bytes(4, "little")])

    def bytes(self):
        """Its bytes, with witnesses if it has any (BIP-144)."""
        plain = self.plain()
        if not any(each.witness for each in self.inputs):
            return plain
        witnesses = b"".join(
            compact(len(each.witness)) + b"".join(counted(item) for item in each.witness) for each in self.inputs)
        return plain[:4] + b"\x00\x01" + plain[4:-4] + witnesses + plain[-4:]

    @property
    def txid(self):
        return sha256d(self.plain())

    @property
    def is_coinbase(self):
        return len(self.inputs) == 1 and self.inputs[0].outpoint == COINBASE

    @property
    def weight(self):
        return 3 * len(self.plain()) + len(self.bytes())

    @property
    def size(self):
        """The size that fees are for: virtual bytes (BIP-141), or bytes if it has no witness."""
        return (self.weight + 3) // 4


@dataclass
class Block:
    header: bytes
    transactions: list
    height: int

    @property
    def hash(self):
        return sha256d(self.header)

    @property
    def previous(self):
        return self.header[4:36]

    @property
    def time(self):
        return int.from_bytes(self.header[68:72], "little")

    def bytes(self):
        return self.header + compact(len(self.transactions)) + b"".join(each.bytes() for each in self.transactions)


def merkle_root(hashes):
    while len(hashes) > 1:
        if len(hashes) % 2:
            hashes = hashes + hashes[-1:]
        hashes = [sha256d(hashes[place] + hashes[place + 1]) for place in range(0, len(hashes), 2)]
    return hashes[0]


def mined(previous, transactions, time, height, version=0x20000000):
    """A block with a proof of work."""
    root = merkle_root([each.txid for each in transactions])
    front = version.to_bytes(4, "little") + previous + root + time.to_bytes(4, "little") + BITS.to_bytes(4, "little")
    nonce = 0
    while int.from_bytes(sha256d(front + nonce.to_bytes(4, "little")), "little") > TARGET:
        nonce += 1
    return Block(front + nonce.to_bytes(4, "little"), transactions, height)


def genesis():
    """The first block of the regression test networks of both chains."""
    text = b"The Times 03/Jan/2009 Chancellor on brink of second bailout for banks"
    key = bytes.fromhex(
        "04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb6"
        "49f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f")
    script = push(b"\xff\xff\x00\x1d") + push(b"\x04") + push(text)
    first = Transaction([Input(COINBASE, script)], [Output(50 * 10**8, push(key) + b"\xac")], version=1)
    header = (
        (1).to_bytes(4, "little") + bytes(32) + first.txid + (1296688602).to_bytes(4, "little")
        + BITS.to_bytes(4, "little") + (2).to_bytes(4, "little"))
    return Block(header, [first], 0)
