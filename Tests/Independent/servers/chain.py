"""A chain of one's own: blocks with real proofs of work, the coins they leave, and reorganisations."""

from collections import deque
from dataclasses import dataclass

from cash import Token
from transactions import COINBASE, Input, Output, Transaction, genesis, merkle_root, mined, push, sha256d

# Anyone can spend such an output; the node's own coins are locked so.
ANYONE = b"\x51"
MATURITY = 100
HALVING = 150
# One second after another, from a moment that never changes, so that every run makes the same blocks.
FIRST_TIME = 1_700_000_000
SPACING = 600


@dataclass
class Coin:
    output: Output
    height: int
    time: int
    is_coinbase: bool = False


def number(value):
    """A script that pushes a positive number (BIP-34)."""
    return bytes([0x50 + value]) if value <= 16 else push(value.to_bytes(value.bit_length() // 8 + 1, "little"))


class Chain:
    """The blocks of one ledger. `verifier` checks them and their inputs."""

    def __init__(self, verifier, witness):
        self.verifier, self.witness = verifier, witness
        first = genesis()
        self.blocks = [first]
        self.known = {first.hash: first}
        self.coins, self.places, self.undo = {}, {}, [[]]
        # The transactions that spend outputs.
        self.spenders = {}
        # The outputs that ever carried a token, by their locking script without it.
        self.tokens = {}
        self.made = 0
        self.own_outputs = deque()

    @property
    def height(self):
        return len(self.blocks) - 1

    @property
    def tip(self):
        return self.blocks[-1]

    @property
    def median_time(self):
        """The median of the times of the last eleven blocks (BIP-113)."""
        times = sorted(each.time for each in self.blocks[-11:])
        return times[len(times) // 2]

    def block(self, txid):
        return self.known.get(txid)

    def transaction(self, txid):
        """A confirmed transaction and its block."""
        place = self.places.get(txid)
        if place is None:
            return None
        block = self.blocks[place[0]]
        return block.transactions[place[1]], block

    def extend(self, transactions, fees):
        """Mines one block with these transactions; parents come first."""
        height = self.height + 1
        self.made += 1
        script = number(height) + push(self.made.to_bytes(4, "little"))
        reward = (50 * 10**8 >> height // HALVING) + fees
        first = Transaction([Input(COINBASE, script)], [Output(reward, ANYONE)])
        if self.witness:
            self.commit(first, transactions)
        else:
            # Bitcoin Cash sorts the transactions of a block by their IDs.
            transactions = sorted(transactions, key=lambda each: each.txid[::-1])
        time = max(FIRST_TIME + SPACING * height, self.median_time + 1)
        block = mined(self.tip.hash, [first, *transactions], time, height)
        self.connect(block)
        return block

    @staticmethod
    def commit(first, transactions):
        """Commits to the witnesses in the first transaction of a block (BIP-141)."""
        hashes = [bytes(32)] + [sha256d(each.bytes()) for each in transactions]
        commitment = sha256d(merkle_root(hashes) + bytes(32))
        first.inputs[0].witness = [bytes(32)]
        first.outputs.append(Output(0, b"\x6a\x24\xaa\x21\xa9\xed" + commitment))

    def connect(self, block):
        self.verifier.connect(block)
        undo = []
        # First all outputs, because on Bitcoin Cash a child may stand before its parent.
        for place, transaction in enumerate(block.transactions):
            txid = transaction.txid
            self.places[txid] = (block.height, place)
            self.note_tokens(transaction)
            for index, output in enumerate(transaction.outputs):
                if not Token.split(output.script)[1].startswith(b"\x6a"):
                    self.coins[txid, index] = Coin(output, block.height, self.median_time, place == 0)
        for transaction in block.transactions[1:]:
            for each in transaction.inputs:
                undo.append((each.outpoint, self.coins.pop(each.outpoint)))
                self.spenders[each.outpoint] = transaction.txid
        self.blocks.append(block)
        self.known[block.hash] = block
        self.undo.append(undo)
        self.own_outputs.append((block.transactions[0].txid, 0))

    def note_tokens(self, transaction):
        for index, output in enumerate(transaction.outputs):
            token, script = Token.split(output.script)
            if token:
                self.tokens.setdefault(script, set()).add((transaction.txid, index))

    def disconnect(self):
        """Takes the newest block off the chain and returns it."""
        block = self.blocks.pop()
        for outpoint, coin in self.undo.pop():
            self.coins[outpoint] = coin
            del self.spenders[outpoint]
        for transaction in block.transactions:
            txid = transaction.txid
            del self.places[txid]
            for index in range(len(transaction.outputs)):
                self.coins.pop((txid, index), None)
        return block

    def mature(self, taken):
        """The next of the node's own coins that can be spent and that is not in `taken`."""
        for _ in range(len(self.own_outputs)):
            outpoint = self.own_outputs[0]
            coin = self.coins.get(outpoint)
            if coin is None:
                # Not confirmed, spent, or of a block that is not in the chain any more, but may come back.
                self.own_outputs.rotate(-1)
                continue
            is_ripe = not coin.is_coinbase or self.height + 1 - coin.height >= MATURITY
            if outpoint not in taken and is_ripe:
                return outpoint, coin
            self.own_outputs.rotate(-1)
        return None
