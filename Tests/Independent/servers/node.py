"""A node of a regression test network, as far as ElectrumX asks one, and what a test lets happen on its chain."""

import json

from aiohttp import web

from chain import Chain
from verifiers import BitcoinVerifier, CashVerifier
from mempool import Mempool, Refusal
from transactions import Input, Output, Transaction, to_display, from_display

UNKNOWN_METHOD, BAD_PARAMETERS, NOT_FOUND, OUT_OF_RANGE = -32601, -32602, -5, -8
# Enough for thirty coins of the node's own that are mature.
FIRST_BLOCKS = 130


class Node:
    """The chain and the mempool of one ledger."""

    def __init__(self, is_bitcoin):
        self.is_bitcoin = is_bitcoin
        self.chain = Chain(BitcoinVerifier() if is_bitcoin else CashVerifier(), witness=is_bitcoin)
        self.mempool = Mempool(self.chain)
        # Satoshis per 1000 (virtual) bytes, by the number of blocks until which they are enough.
        self.rates = {1: 5000, 3: 3000, 144: 1000}
        self.mine(FIRST_BLOCKS)

    def close(self):
        self.chain.verifier.close()

    # What tests let happen.

    def mine(self, count=1, leaving=()):
        """Mines blocks; the first contains all that waits, but for what `leaving` names and what depends on it."""
        left = set().union(*(self.mempool.descendants(txid) for txid in leaving if txid in self.mempool.entries))
        for _ in range(count):
            order = [txid for txid in self.mempool.sorted() if txid not in left]
            entries = [self.mempool.entries[txid] for txid in order]
            self.chain.extend([each.transaction for each in entries], sum(each.fee for each in entries))
            for txid in order:
                self.forget(txid)
        self.compare()

    def fill(self, scripts, count, value, blocks):
        """Pays `value` satoshis in each of `count` transactions to one script after the other, in `blocks` blocks."""
        fee, left = 1000, count
        while left:
            # As much as fits into a transaction that is relayed.
            part = min(left, 2000)
            txid = self.mempool.split(part, value + fee)
            self.mine()
            each_block = -(-count // blocks)
            for index in range(part):
                output = Output(value, scripts[(count - left + index) % len(scripts)])
                self.mempool.add(Transaction([Input((txid, index))], [output]).bytes(), is_own=True)
                if len(self.mempool.entries) >= each_block:
                    self.mine()
            left -= part
        self.mine()

    def forget(self, txid):
        """Takes a transaction that was mined out of the mempool; its children stay."""
        entry = self.mempool.entries.pop(txid)
        for each in entry.transaction.inputs:
            self.mempool.spenders.pop(each.outpoint, None)

    def compare(self):
        """Fails if the validation of Bitcoin Core is of another opinion about the best chain."""
        if self.is_bitcoin and self.chain.verifier.tip != self.chain.tip.hash:
            raise AssertionError("Bitcoin Core does not accept a block of the test's node")

    def reorganise(self, depth, length, drops=(), confirms=False):
        """Replaces the newest `depth` blocks by `length` others, which must be more.

        What was in the old blocks waits again, but for what `drops` names, which is as if it had never been. With
        `confirms`, the first new block contains what waits.
        """
        if not 0 < depth < length or depth > self.chain.height:
            raise ValueError("a longer chain wins, and it must begin after the first block")
        old = [self.chain.disconnect() for _ in range(depth)]
        waiting = [self.mempool.entries[txid].transaction for txid in self.mempool.sorted()]
        self.mempool.entries, self.mempool.spenders = {}, {}
        for transaction in [each for block in reversed(old) for each in block.transactions[1:]] + waiting:
            if transaction.txid in drops:
                continue
            try:
                self.mempool.add(transaction.bytes(), is_own=True)
            except Refusal:
                # It depends on what is gone.
                continue
        if not confirms:
            for _ in range(length):
                self.chain.extend([], 0)
            self.compare()
        else:
            self.mine(length)

    # What ElectrumX asks.

    def answer(self, method, params):
        handler = getattr(self, "rpc_" + method, None)
        if handler is None or method == "estimatesmartfee" and not self.is_bitcoin:
            raise Refusal("Method not found", UNKNOWN_METHOD)
        try:
            return handler(*params)
        except (TypeError, ValueError) as error:
            raise Refusal(f"{error}", BAD_PARAMETERS) from error

    def rpc_getblockcount(self):
        return self.chain.height

    def rpc_getblockhash(self, height):
        if not 0 <= height <= self.chain.height:
            raise Refusal("Block height out of range", OUT_OF_RANGE)
        return to_display(self.chain.blocks[height].hash)

    def rpc_getblock(self, block_hash, verbosity=1):
        block = self.chain.block(from_display(block_hash))
        if block is None:
            raise Refusal("Block not found", NOT_FOUND)
        if not verbosity:
            return block.bytes().hex()
        txids = [to_display(each.txid) for each in block.transactions]
        return {"hash": block_hash, "height": block.height, "tx": txids}

    def rpc_getrawmempool(self):
        return [to_display(txid) for txid in self.mempool.entries]

    def rpc_getrawtransaction(self, txid, verbose=0):
        entry = self.mempool.entries.get(from_display(txid))
        found = (entry.transaction, None) if entry else self.chain.transaction(from_display(txid))
        if found is None:
            raise Refusal("No such mempool or blockchain transaction. Use gettransaction for wallet transactions.",
                          NOT_FOUND)
        transaction, block = found
        if not verbose:
            return transaction.bytes().hex()
        answer = {"txid": txid, "hex": transaction.bytes().hex()}
        if block:
            answer |= {"blockhash": to_display(block.hash), "confirmations": self.chain.height - block.height + 1,
                       "time": block.time, "blocktime": block.time}
        return answer

    def rpc_sendrawtransaction(self, data, _most_rate=None):
        return to_display(self.mempool.add(bytes.fromhex(data)))

    def rpc_gettxspendingprevout(self, outpoints, _options=None):
        answers = []
        for each in outpoints:
            outpoint = (from_display(each["txid"]), each["vout"])
            spender = self.mempool.spenders.get(outpoint) or self.chain.spenders.get(outpoint)
            answers.append({**each, "spendingtxid": to_display(spender)} if spender else each)
        return answers

    def rate(self, blocks):
        fitting = [rate for least, rate in sorted(self.rates.items()) if least <= blocks]
        return fitting[-1] / 10**8 if fitting else -1

    def rpc_estimatesmartfee(self, blocks, _mode=None):
        rate = self.rate(blocks)
        return {"blocks": blocks, "feerate": rate} if rate >= 0 else {"blocks": blocks, "errors": ["no data"]}

    def rpc_estimatefee(self, blocks=1):
        return self.rate(blocks)

    def rpc_getnetworkinfo(self):
        return {
            "version": 310000 if self.is_bitcoin else 28000000, "subversion": "/Practice:1.0/", "warnings": "",
            "relayfee": self.mempool.least_rate / 10**8, "incrementalfee": self.mempool.least_rate / 10**8,
        }

    def rpc_getmempoolinfo(self):
        least = self.mempool.least_rate / 10**8
        return {"size": len(self.mempool.entries), "mempoolminfee": least, "minrelaytxfee": least,
                "incrementalrelayfee": least}

    def rpc_getindexinfo(self):
        state = {"synced": True, "best_block_height": self.chain.height}
        return {"txindex": state, "txospenderindex": state}

    def rpc_getblockchaininfo(self):
        return {"chain": "regtest", "blocks": self.chain.height, "headers": self.chain.height,
                "bestblockhash": to_display(self.chain.tip.hash), "initialblockdownload": False}

    # The server of both.

    def one(self, question):
        answer = {"id": question.get("id"), "result": None, "error": None}
        try:
            answer["result"] = self.answer(question["method"], question.get("params") or [])
        except Refusal as refusal:
            answer["error"] = {"code": refusal.code, "message": str(refusal)}
        return answer

    async def serve(self, request):
        question = json.loads(await request.read())
        answer = [self.one(each) for each in question] if isinstance(question, list) else self.one(question)
        # ElectrumX does not expect a charset.
        return web.Response(body=json.dumps(answer).encode(), content_type="application/json")

    def history_of_tokens(self, script):
        """The transactions that pay tokens to a locking script or spend them, with their heights; 0 if they wait."""
        found = set()
        for outpoint in self.chain.tokens.get(script, ()):
            for txid in (outpoint[0], self.chain.spenders.get(outpoint), self.mempool.spenders.get(outpoint)):
                if txid and (txid in self.chain.places or txid in self.mempool.entries):
                    found.add(txid)
        return {txid: self.chain.places.get(txid, (0, 0)) for txid in found}

    def unspent_tokens(self, script):
        """The outpoints of a locking script with unspent tokens, with their outputs and heights."""
        found = []
        for outpoint in self.chain.tokens.get(script, ()):
            output, coin = self.mempool.output(outpoint)
            if output is not None and outpoint not in self.mempool.spenders:
                found.append((outpoint, output, coin.height if coin else 0))
        return found

    def pay(self, outputs):
        """Pays satoshis to locking scripts with one transaction of the node's own, and returns its txid."""
        return self.mempool.fund([Output(value, script) for script, value in outputs])
