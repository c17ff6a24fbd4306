"""A chain of one's own: a JSON-RPC front on py-evm, an EVM that shares no line with the wallet.

    evm.py [CHAIN]

Prints "http://127.0.0.1:PORT" and serves until its input ends. A transaction is mined as it comes, or all that wait with
`test_mine` after `test_hold`, which gives their names. The front itself looks for what py-evm does not: a transaction of another chain is
refused, and eth-account must recover the same sender. `test_fund` gives coins to an address. Pages that speak to the
chain through the wallet lie beside this file, and are served at their names.
"""

import json
import sys
import threading
from pathlib import Path
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import rlp
from eth import constants
from eth._utils.address import generate_contract_address
from eth.chains.base import MiningChain
from eth.consensus import ConsensusApplier, NoProofConsensus
from eth.db.atomic import AtomicDB
from eth.exceptions import Revert
from eth.vm.forks import LondonVM
from eth.vm.spoof import SpoofTransaction
from eth_account import Account
from eth_keys import keys
from eth_utils import ValidationError, to_checksum_address

RICH = keys.PrivateKey(b"\x01" * 32)
GWEI = 10**9
FOLDER = Path(__file__).parent
PAGES = {
    "/chain.html": ("chain.html", "text/html; charset=utf-8"),
    "/chain.js": ("chain.js", "text/javascript"),
    "/stuck.html": ("stuck.html", "text/html; charset=utf-8"),
    "/token.hex": ("token.hex", "text/plain"),
}


class Swallowed(Exception):
    """What came is lost, and no request is answered."""


class Refusal(Exception):
    """What the node rejects with: a code, a sentence, and perhaps data."""

    def __init__(self, message, code=-32000, data=None):
        super().__init__(message)
        self.code, self.data = code, data


def quantity(number):
    return hex(number)


def text(data):
    return "0x" + bytes(data).hex()


def raw(value):
    return bytes.fromhex(value[2:])


class Node:
    """The chain, and the methods by which it is asked."""

    fork = LondonVM
    genesis = {
        "difficulty": 1, "gas_limit": 30_000_000, "timestamp": 1_700_000_000, "coinbase": constants.ZERO_ADDRESS,
        "nonce": constants.GENESIS_NONCE, "mix_hash": constants.GENESIS_MIX_HASH, "extra_data": b"",
    }

    def __init__(self, chain_id, contracts=None):
        self.chain_id = chain_id
        forks = ConsensusApplier(NoProofConsensus).amend_vm_configuration(((0, self.fork),))
        kind = MiningChain.configure("Practice", vm_configuration=forks, chain_id=chain_id)
        state = {
            RICH.public_key.to_canonical_address(): {"balance": 10**30, "nonce": 0, "code": b"", "storage": {}}
        }
        for address, code in (contracts or {}).items():
            state[raw(address)] = {"balance": 0, "nonce": 1, "code": code, "storage": {}}
        self.chain = kind.from_genesis(AtomicDB(), self.genesis, state)
        self.waiting = []
        self.holds = False
        self.lost = 0
        self.races = False
        self.swallows = False
        self.swallowed = []
        self.lock = threading.Lock()

    def ask(self, method, params):
        handler = getattr(self, method, None) if method.startswith(("debug_", "eth_", "net_", "test_", "trace_", "web3_")) else None
        if handler is None:
            raise Refusal("the method does not exist", -32601)
        with self.lock:
            return handler(*params)

    # What is known of the chain.

    def eth_chainId(self):
        return quantity(self.chain_id)

    def net_version(self):
        return str(self.chain_id)

    def head(self):
        return self.chain.get_canonical_head()

    def state(self):
        return self.chain.get_vm(self.head()).state

    def eth_blockNumber(self):
        return quantity(self.head().block_number)

    def eth_getBalance(self, address, _block="latest"):
        return quantity(self.state().get_balance(raw(address)))

    def eth_getCode(self, address, _block="latest"):
        return text(self.state().get_code(raw(address)))

    def eth_getTransactionCount(self, address, block="latest"):
        count = self.state().get_nonce(raw(address))
        if block == "pending":
            nonces = {each.nonce for each in self.waiting if each.sender == raw(address)}
            while count in nonces:
                count += 1
        return quantity(count)

    def eth_gasPrice(self):
        return quantity(self.head().base_fee_per_gas + GWEI)

    def eth_maxPriorityFeePerGas(self):
        return quantity(GWEI)

    def eth_feeHistory(self, _count, _newest, percentiles):
        fee = quantity(self.head().base_fee_per_gas)
        tips = [quantity(GWEI * (index + 1)) for index in range(len(percentiles))]
        return {
            "oldestBlock": self.eth_blockNumber(), "baseFeePerGas": [fee, fee], "gasUsedRatio": [0.5],
            "reward": [tips],
        }

    def eth_getBlockByNumber(self, block, _full=False):
        number = self.head().block_number if block in ("latest", "pending") else int(block, 16)
        header = self.chain.get_canonical_block_header_by_number(number)
        return {
            "number": quantity(number), "hash": text(header.hash), "timestamp": quantity(header.timestamp),
            "gasLimit": quantity(header.gas_limit), "baseFeePerGas": quantity(header.base_fee_per_gas),
        }

    # Calls.

    def spoofed(self, call):
        sender = raw(call.get("from", text(constants.ZERO_ADDRESS)))
        vm = self.chain.get_vm()
        unsigned = vm.create_unsigned_transaction(
            nonce=self.state().get_nonce(sender), gas_price=0, gas=int(call.get("gas", "0x1c9c380"), 16),
            to=raw(call["to"]) if call.get("to") else b"", value=int(call.get("value", "0x0"), 16),
            data=raw(call.get("data") or call.get("input") or "0x"))
        if unsigned.value > self.state().get_balance(sender):
            raise Refusal("insufficient funds for transfer")
        return SpoofTransaction(unsigned, from_=sender)

    def executed(self, call):
        with self.chain.get_vm(self.head()).in_costless_state() as state:
            computation = state.apply_transaction(self.spoofed(call))
        if computation.is_error:
            error = computation.error
            if isinstance(error, Revert):
                raise Refusal("execution reverted", 3, text(error.args[0] if error.args else b""))
            raise Refusal(f"{type(error).__name__}")
        return computation

    def eth_call(self, call, _block="latest"):
        return text(self.executed(call).output)

    def eth_estimateGas(self, call, _block="latest"):
        self.executed(call)
        return quantity(self.chain.estimate_gas(self.spoofed({**call, "gas": "0x1c9c380"})))

    # Transactions.

    def eth_sendRawTransaction(self, data):
        try:
            transaction = self.chain.get_vm().get_transaction_builder().decode(raw(data))
        except (ValidationError, rlp.DecodingError, ValueError, IndexError) as error:
            raise Refusal("cannot be decoded") from error
        found = transaction.chain_id
        if found != self.chain_id:
            raise Refusal(f"invalid chain id for signer: have {found} want {self.chain_id}")
        if Account.recover_transaction(data) != to_checksum_address(transaction.sender):
            raise Refusal("eth-account recovers another sender")
        if any(each.hash == transaction.hash for each in self.waiting):
            raise Refusal("already known")
        if self.swallows:
            self.swallows = False
            self.swallowed.append(text(transaction.hash))
            raise Swallowed
        if self.races:
            self.races = False
            self.test_mine()
        self.admit(transaction)
        if not self.holds:
            self.test_mine()
        if self.lost:
            self.lost -= 1
            raise ConnectionAbortedError
        return text(transaction.hash)

    def admit(self, transaction):
        """Takes a transaction in line, in the place of one with its number where it pays a tenth more."""
        state = self.state()
        if transaction.nonce < state.get_nonce(transaction.sender):
            raise Refusal("nonce too low")
        price = price_of(transaction)
        if state.get_balance(transaction.sender) < transaction.value + transaction.gas * price:
            raise Refusal("insufficient funds for gas * price + value")
        for each in self.waiting:
            if (each.sender, each.nonce) == (transaction.sender, transaction.nonce):
                if price * 10 < price_of(each) * 11 or tip_of(transaction) * 10 < tip_of(each) * 11:
                    raise Refusal("replacement transaction underpriced")
                self.waiting.remove(each)
                break
        self.waiting.append(transaction)

    def test_mine(self):
        """Puts all that can be mined in blocks, and gives their names."""
        left, mined = [], []
        for transaction in sorted(self.waiting, key=lambda each: each.nonce):
            if transaction.nonce != self.state().get_nonce(transaction.sender):
                left.append(transaction)
                continue
            try:
                self.chain.apply_transaction(transaction)
            except ValidationError as error:
                raise Refusal(f"{error}") from error
            self.chain.mine_block()
            mined.append(text(transaction.hash))
        self.waiting = left
        return mined

    def test_hold(self, holds):
        """Lets transactions wait for `test_mine`, or not any more."""
        self.holds = holds

    def test_lose(self, count):
        """Takes the next transactions and breaks the connection off instead of answering."""
        self.lost = count

    def test_race(self):
        """Mines what waits when the next transaction comes, before it is looked at."""
        self.races = True

    def test_swallow(self):
        """Loses the next transaction, and does not answer its sender."""
        self.swallows = True

    def test_swallowed(self):
        """The names of the transactions that were lost so."""
        return self.swallowed

    def test_waiting(self):
        """The names of the transactions that wait."""
        return [text(each.hash) for each in self.waiting]

    def test_forget(self):
        """Forgets what waits, as nodes do with what pays too little, or when they restart."""
        self.waiting = []

    def test_fund(self, address, amount):
        vm = self.chain.get_vm()
        unsigned = vm.create_unsigned_transaction(
            nonce=self.state().get_nonce(RICH.public_key.to_canonical_address()),
            gas_price=self.head().base_fee_per_gas * 2, gas=21_000, to=raw(address), value=int(amount, 16), data=b"")
        self.admit(unsigned.as_signed_transaction(RICH, chain_id=self.chain_id))
        self.test_mine()

    def found(self, name):
        try:
            number, index = self.chain.get_canonical_transaction_index(raw(name))
        except Exception:  # py-evm has several kinds of not found
            return None
        block = self.chain.get_canonical_block_by_number(number)
        return block, index, block.transactions[index]

    def eth_getTransactionByHash(self, name):
        for each in self.waiting:
            if text(each.hash) == name:
                return {"hash": name, "blockNumber": None, "nonce": quantity(each.nonce)}
        found = self.found(name)
        if found is None:
            return None
        block, _, transaction = found
        return {
            "hash": name, "blockNumber": quantity(block.number), "blockHash": text(block.hash),
            "from": to_checksum_address(transaction.sender), "nonce": quantity(transaction.nonce),
            "to": to_checksum_address(transaction.to) if transaction.to else None, "value": quantity(transaction.value),
            "input": text(transaction.data),
        }

    def eth_getTransactionReceipt(self, name):
        found = self.found(name)
        if found is None:
            return None
        block, index, transaction = found
        receipts = block.get_receipts(self.chain.chaindb)
        receipt = receipts[index]
        created = None
        if not transaction.to:
            created = to_checksum_address(generate_contract_address(transaction.sender, transaction.nonce))
        return {
            "transactionHash": name, "blockNumber": quantity(block.number), "blockHash": text(block.hash),
            "status": quantity(receipt.state_root[0] if receipt.state_root else 0), "contractAddress": created,
            "gasUsed": quantity(receipt.gas_used - (receipts[index - 1].gas_used if index else 0)),
            "effectiveGasPrice": quantity(min(
                price_of(transaction), (block.header.base_fee_per_gas or 0) + tip_of(transaction))),
            "from": to_checksum_address(transaction.sender), "logs": [
                {"address": to_checksum_address(log.address), "data": text(log.data),
                 "topics": [text(topic.to_bytes(32, "big")) for topic in log.topics]} for log in receipt.logs],
        }


def price_of(transaction):
    return getattr(transaction, "max_fee_per_gas", None) or transaction.gas_price


def tip_of(transaction):
    return getattr(transaction, "max_priority_fee_per_gas", None) or transaction.gas_price


def handler(node):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        @staticmethod
        def answer(question):
            answer = {"jsonrpc": "2.0", "id": question.get("id")}
            try:
                answer["result"] = node.ask(question["method"], question.get("params") or [])
            except Refusal as refusal:
                answer["error"] = {"code": refusal.code, "message": str(refusal)}
                if refusal.data is not None:
                    answer["error"]["data"] = refusal.data
            except (TypeError, ValueError, KeyError, ValidationError) as error:
                answer["error"] = {"code": -32602, "message": f"{type(error).__name__}: {error}"}
            return answer

        def do_POST(self):
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            try:
                is_batch = isinstance(question, list)
                answer = [self.answer(each) for each in question] if is_batch else self.answer(question)
            except ConnectionAbortedError:
                self.close_connection = True
                return
            except Swallowed:
                threading.Event().wait(600)
                return
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            page = PAGES.get(self.path)
            body = (FOLDER / page[0]).read_bytes() if page else b""
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", page[1] if page else "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


def main(kind=Node):
    node = kind(int(sys.argv[1]) if len(sys.argv) > 1 else 1337)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(node))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
