"""Which transactions a node takes before they are in a block: the rules of Bitcoin Core 31 and Bitcoin Cash Node 28.

The words of a rejection are those of these programs, because wallets look for them.
"""

from dataclasses import dataclass

from cash import Token, check_tokens
from chain import ANYONE, MATURITY
from verifiers import InvalidSpend
from transactions import FINAL, Input, Malformed, Output, Transaction, to_display

REJECTED, MISSING, ALREADY, UNREADABLE = -26, -25, -27, -22
# Numbers of lock times from here on are times.
TIMES_FROM = 500_000_000
MONEY = 21_000_000 * 10**8


class Refusal(Exception):
    """Why a transaction is not taken: a code of the node's RPC, and a sentence."""

    def __init__(self, message, code=REJECTED):
        super().__init__(message)
        self.code = code


@dataclass
class Entry:
    transaction: Transaction
    fee: int
    parents: set

    @property
    def rate(self):
        """Satoshis per 1000 (virtual) bytes."""
        return self.fee * 1000 // self.transaction.size

    @property
    def signals(self):
        """Whether it may be replaced (BIP-125)."""
        return any(each.sequence < FINAL - 1 for each in self.transaction.inputs)


class Mempool:
    """The transactions that wait, of which none spends the coins of another."""

    # Satoshis per 1000 (virtual) bytes.
    least_rate = 1000
    most_rate = 10_000_000
    # Unconfirmed transactions that depend on each other, on Bitcoin.
    longest_chain = 25

    def __init__(self, chain):
        self.chain = chain
        self.entries, self.spenders = {}, {}

    @property
    def is_bitcoin(self):
        return self.chain.witness

    def output(self, outpoint):
        """The unspent output of a block or of a waiting transaction, with its coin if it is of a block."""
        coin = self.chain.coins.get(outpoint)
        if coin is not None:
            return coin.output, coin
        entry = self.entries.get(outpoint[0])
        if entry is None or outpoint[1] >= len(entry.transaction.outputs):
            return None, None
        output = entry.transaction.outputs[outpoint[1]]
        return (None, None) if Token.split(output.script)[1].startswith(b"\x6a") else (output, None)

    def add(self, data, is_own=False):
        """Takes a transaction, or says why not; the node's own may be nonstandard."""
        try:
            transaction = Transaction.parse(data, self.is_bitcoin)
        except (Malformed, ValueError) as error:
            raise Refusal("TX decode failed. Make sure the tx has at least one input.", UNREADABLE) from error
        txid = transaction.txid
        if txid in self.entries:
            # A node only announces it again.
            return txid
        if any((txid, index) in self.chain.coins for index in range(len(transaction.outputs))):
            raise Refusal("Transaction outputs already in utxo set" if self.is_bitcoin else
                          "transaction already in block chain", ALREADY)
        entry = self.checked(transaction, is_own)
        for other in self.replaced(entry):
            self.remove(other)
        self.insert(txid, entry)
        return txid

    def insert(self, txid, entry):
        self.entries[txid] = entry
        self.chain.note_tokens(entry.transaction)
        for each in entry.transaction.inputs:
            self.spenders[each.outpoint] = txid

    def remove(self, txid):
        """Forgets a transaction and those that depend on it."""
        entry = self.entries.pop(txid, None)
        if entry is None:
            return
        for each in entry.transaction.inputs:
            if self.spenders.get(each.outpoint) == txid:
                del self.spenders[each.outpoint]
        for index in range(len(entry.transaction.outputs)):
            child = self.spenders.get((txid, index))
            if child is not None:
                self.remove(child)

    def checked(self, transaction, is_own):
        self.check_form(transaction)
        if not is_own:
            self.check_standard(transaction)
        spent, parents = [], set()
        for each in transaction.inputs:
            output, coin = self.output(each.outpoint)
            if output is None:
                raise Refusal("bad-txns-inputs-missingorspent", MISSING)
            if coin is None:
                parents.add(each.outpoint[0])
            elif coin.is_coinbase and self.chain.height + 1 - coin.height < MATURITY:
                raise Refusal("bad-txns-premature-spend-of-coinbase")
            spent.append(output)
        self.check_times(transaction)
        fee = sum(each.value for each in spent) - sum(each.value for each in transaction.outputs)
        if fee < 0:
            raise Refusal("bad-txns-in-belowout")
        entry = Entry(transaction, fee, parents)
        if not is_own:
            self.check_fee(entry)
        if self.is_bitcoin and len(self.ancestors(entry)) + 1 > self.longest_chain:
            raise Refusal(f"too-long-mempool-chain, too many unconfirmed ancestors [limit: {self.longest_chain}]")
        if not self.is_bitcoin:
            problem = check_tokens(transaction, spent)
            if problem:
                raise Refusal(problem)
        try:
            self.chain.verifier.check(transaction, spent)
        except InvalidSpend as error:
            raise Refusal(str(error)) from error
        return entry

    def ancestors(self, entry):
        found, queue = set(), list(entry.parents)
        while queue:
            txid = queue.pop()
            if txid not in found and txid in self.entries:
                found.add(txid)
                queue += self.entries[txid].parents
        return found

    def descendants(self, txid):
        found, queue = {txid}, [txid]
        while queue:
            txid = queue.pop()
            for index in range(len(self.entries[txid].transaction.outputs)):
                child = self.spenders.get((txid, index))
                if child is not None and child not in found:
                    found.add(child)
                    queue.append(child)
        return found

    @staticmethod
    def check_form(transaction):
        if not transaction.inputs:
            raise Refusal("bad-txns-vin-empty")
        if not transaction.outputs:
            raise Refusal("bad-txns-vout-empty")
        if transaction.is_coinbase:
            raise Refusal("coinbase")
        if len({each.outpoint for each in transaction.inputs}) != len(transaction.inputs):
            raise Refusal("bad-txns-inputs-duplicate")
        if any(each.value > MONEY for each in transaction.outputs) or (
                sum(each.value for each in transaction.outputs) > MONEY):
            raise Refusal("bad-txns-txouttotal-toolarge")

    def check_standard(self, transaction):
        if transaction.version not in ((1, 2, 3) if self.is_bitcoin else (1, 2)):
            raise Refusal("version")
        if transaction.weight > 400_000:
            raise Refusal("tx-size")
        if not self.is_bitcoin and len(transaction.plain()) < 65:
            raise Refusal("bad-txns-undersize")
        for output in transaction.outputs:
            script = Token.split(output.script)[1]
            least = self.dust(output, script)
            if least is None or not self.is_bitcoin and script[:1] == b"\x6a" and len(output.script) > 223:
                raise Refusal("scriptpubkey")
            if output.value < least:
                raise Refusal("dust")

    def dust(self, output, script):
        """The least value of a standard output; `None` if it is not standard."""
        if script[:1] == b"\x6a":
            return 0
        is_hash = len(script) == 23 and script[:2] == b"\xa9\x14" and script[-1:] == b"\x87"
        is_key_hash = len(script) == 25 and script[:3] == b"\x76\xa9\x14" and script[-2:] == b"\x88\xac"
        if not self.is_bitcoin:
            is_long_hash = len(script) == 35 and script[:2] == b"\xaa\x20" and script[-1:] == b"\x87"
            return 3 * (len(output.bytes()) + 148) if is_hash or is_key_hash or is_long_hash else None
        if is_hash or is_key_hash:
            return 3 * (len(output.bytes()) + 148)
        is_program = 4 <= len(script) <= 42 and script[1] == len(script) - 2
        has_version = is_program and (script[0] == 0 or 0x51 <= script[0] <= 0x60)
        if has_version and not (script[0] == 0 and len(script) not in (22, 34)):
            return 3 * (len(output.bytes()) + 67)
        return None

    def check_times(self, transaction):
        """Demands that the next block may contain it (BIP-113 and BIP-68)."""
        height, median = self.chain.height + 1, self.chain.median_time
        now = height if transaction.locktime < TIMES_FROM else median
        if transaction.locktime >= now and transaction.locktime:
            if any(each.sequence != FINAL for each in transaction.inputs):
                raise Refusal("non-final" if self.is_bitcoin else "bad-txns-nonfinal")
        if transaction.version < 2:
            return
        for each in transaction.inputs:
            if each.sequence & 1 << 31:
                continue
            coin = self.output(each.outpoint)[1]
            wanted = each.sequence & 0xFFFF
            if each.sequence & 1 << 22:
                is_old = median >= (coin.time if coin else median) + wanted * 512
            else:
                is_old = height >= (coin.height if coin else height) + wanted
            if not is_old:
                raise Refusal("non-BIP68-final")

    def check_fee(self, entry):
        size = entry.transaction.size
        least = -(-self.least_rate * size // 1000)
        if entry.fee < least:
            amounts = f", {entry.fee} < {least}" if self.is_bitcoin else ""
            raise Refusal(f"min relay fee not met{amounts}")
        if entry.fee * 1000 > self.most_rate * size:
            raise Refusal("Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)"
                          if self.is_bitcoin else "absurdly-high-fee", MISSING)

    def replaced(self, entry):
        """The transactions in whose place this one comes (BIP-125)."""
        direct = {self.spenders[each.outpoint] for each in entry.transaction.inputs if each.outpoint in self.spenders}
        if not direct:
            return set()
        if not self.is_bitcoin or not all(self.may_be_replaced(txid) for txid in direct):
            raise Refusal("txn-mempool-conflict")
        txid = to_display(entry.transaction.txid)
        if direct & self.ancestors(entry):
            raise Refusal(f"bad-txns-spends-conflicting-tx, {txid} spends conflicting transaction")
        known = {parent for other in direct for parent in self.entries[other].parents}
        if not entry.parents <= known:
            raise Refusal(f"replacement-adds-unconfirmed, replacement {txid} adds unconfirmed input")
        worse = [other for other in direct if self.entries[other].rate >= entry.rate]
        if worse:
            raise Refusal(f"insufficient fee, rejecting replacement {txid}; new feerate {money(entry.rate)} BTC/kvB <= "
                          f"old feerate {money(self.entries[worse[0]].rate)} BTC/kvB")
        gone = set().union(*(self.descendants(other) for other in direct))
        if len(gone) > 100:
            raise Refusal(f"too many potential replacements, rejecting replacement {txid}")
        paid = sum(self.entries[other].fee for other in gone)
        if entry.fee < paid:
            raise Refusal(f"insufficient fee, rejecting replacement {txid}, less fees than conflicting txs; "
                          f"{money(entry.fee)} < {money(paid)}")
        least = self.least_rate * entry.transaction.size // 1000
        if entry.fee - paid < least:
            raise Refusal(f"insufficient fee, rejecting replacement {txid}, not enough additional fees to relay; "
                          f"{money(entry.fee - paid)} < {money(least)}")
        return gone

    def may_be_replaced(self, txid):
        entry = self.entries[txid]
        return entry.signals or any(self.entries[other].signals for other in self.ancestors(entry))

    def sorted(self):
        """All transactions, parents first."""
        done, order = set(), []

        def put(txid):
            if txid not in done:
                done.add(txid)
                for parent in self.entries[txid].parents & self.entries.keys():
                    put(parent)
                order.append(txid)

        for txid in self.entries:
            put(txid)
        return order

    def genesis(self, value, script, token):
        """Pays an output with the token that `token` makes of a new category; returns the transaction and the category.
        """
        skipped = set()
        while True:
            found = self.chain.mature(set(self.spenders) | skipped)
            if found is None or found[0][1] == 0:
                break
            skipped.add(found[0])
        category = found[0][0] if found else bytes(32)
        return self.fund([Output(value, token(category).bytes() + script)], skipped), category

    def split(self, count, value):
        """Makes outputs of `value` satoshis that anyone can spend, and returns the txid of their transaction."""
        return self.fund([Output(value, ANYONE) for _ in range(count)])

    def fund(self, outputs, skipped=()):
        """Pays to `outputs` from the node's own coins but `skipped`, with a fee like others."""
        taken, inputs, value = set(self.spenders) | set(skipped), [], 0
        wanted = sum(each.value for each in outputs) + 1000 + 40 * len(outputs)
        while value < wanted:
            found = self.chain.mature(taken)
            if found is None:
                raise Refusal("the node has no coins left; mine more blocks")
            taken.add(found[0])
            inputs.append(found)
            value += found[1].output.value
        transaction = Transaction(
            [Input(outpoint) for outpoint, _ in inputs], [*outputs, Output(value - wanted, ANYONE)])
        txid = self.add(transaction.bytes(), is_own=True)
        self.chain.own_outputs.append((txid, len(outputs)))
        return txid


def money(satoshis):
    return f"{satoshis // 10**8}.{satoshis % 10**8:08d}"
