"""A node of Ethereum with traces, `eth_simulateV1`, logs, and the contracts that wallets use.

    ethereum.py [CHAIN]

Prints "http://127.0.0.1:PORT" and serves until its input ends, like `evm.py`, whose chain this is, by the rules of
Prague. `test_contracts` says where the contracts are: Multicall3 and the registry of names where they always are, a
resolver, a token (ERC-20), a collection (ERC-721), items (ERC-1155), and a token that lies, of `trap.py`. `test_name`
registers a name. `test_delegate` lets an account of the test phrase or another one delegate itself, and `test_call_by` any
account call a contract. `test_snapshot` and `test_revert` go back. `test_without` takes methods
away.
"""

import json
import sys
from pathlib import Path

import rlp

sys.path.insert(0, str(Path(__file__).parents[1]))

from eth import constants  # noqa: E402
from eth.db.schema import SchemaV1  # noqa: E402
from eth.exceptions import Revert  # noqa: E402
from eth.vm.forks import PragueVM  # noqa: E402
from eth.vm.spoof import SpoofTransaction  # noqa: E402
from eth_abi import encode  # noqa: E402
from eth_account import Account  # noqa: E402
from eth_utils import keccak, to_checksum_address  # noqa: E402

import evm  # noqa: E402
import trap  # noqa: E402
from evm import GWEI, RICH, Refusal, quantity, raw, text  # noqa: E402

FOLDER = Path(__file__).parent / "contracts"
MULTICALL = "0xcA11bde05977b3631167028862bE2a173976CA11"
REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e"
RESOLVER = "0x1111111111111111111111111111111111111111"
COLLECTION = "0x2222222222222222222222222222222222222222"
ITEMS = "0x3333333333333333333333333333333333333333"
TRAP = "0x4444444444444444444444444444444444444444"
PLACES = {
    "multicall": MULTICALL, "registry": REGISTRY, "resolver": RESOLVER, "collection": COLLECTION, "items": ITEMS,
}
# The phrase of the wallet's demo keys, which every developer knows.
PHRASE = "test test test test test test test test test test test junk"
# Of the token, which has six decimals.
SUPPLY = 10**15
TRANSFER = text(keccak(text="Transfer(address,address,uint256)"))
# The gas of a call that does not say how much it has.
ENOUGH = "0x1000000"
# The address in whose name transfers of ether are told as logs.
ETHER = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"


def code_of(name):
    return raw((FOLDER / f"{name}.hex").read_text().strip())


def name_hash(name):
    node = bytes(32)
    for label in reversed(name.split(".") if name else []):
        node = keccak(node + keccak(text=label))
    return node


def call_data(signature, *values):
    kinds = signature[signature.index("(") + 1:-1].split(",")
    return text(keccak(text=signature)[:4] + encode(kinds, values))


def padded(address):
    return text(bytes(12) + address)


class FullNode(evm.Node):
    fork = PragueVM
    genesis = {
        "difficulty": 0, "gas_limit": 30_000_000, "timestamp": 1_700_000_000, "coinbase": constants.ZERO_ADDRESS,
        "nonce": bytes(8), "mix_hash": bytes(32), "extra_data": b"", "base_fee_per_gas": GWEI,
    }

    def __init__(self, chain_id):
        super().__init__(
            chain_id, {TRAP: trap.code(), **{address: code_of(name) for name, address in PLACES.items()}})
        self.removed = set()
        self.snapshots = []
        # The token has a constructor, so it is deployed.
        code = raw((FOLDER.parents[1] / "token.hex").read_text().strip())
        deployed = self.own(None, code + encode(["uint256"], [SUPPLY]))
        self.token = self.eth_getTransactionReceipt(deployed)["contractAddress"]

    def ask(self, method, params):
        if method in self.removed:
            raise Refusal("the method does not exist", -32601)
        return super().ask(method, params)

    # What tests let happen.

    def own(self, address, data, value=0):
        """A transaction of the rich account, mined."""
        unsigned = self.chain.get_vm().create_unsigned_transaction(
            nonce=self.state().get_nonce(RICH.public_key.to_canonical_address()),
            gas_price=self.head().base_fee_per_gas * 2, gas=3_000_000, to=raw(address) if address else b"",
            value=value, data=data)
        signed = unsigned.as_signed_transaction(RICH, chain_id=self.chain_id)
        self.admit(signed)
        self.test_mine()
        name = text(signed.hash)
        if self.eth_getTransactionReceipt(name)["status"] != "0x1":
            raise Refusal("the contract has rejected the call")
        return name

    def test_contracts(self):
        return {**PLACES, "token": self.token, "trap": TRAP}

    def test_call(self, address, signature, *values):
        """Calls a function of a contract from the rich account, and returns the name of the transaction."""
        values = [raw(each) if isinstance(each, str) and each.startswith("0x") and len(each) != 42 else each
                  for each in values]
        return self.own(address, raw(call_data(signature, *values)))

    def test_call_by(self, key, address, signature, *values):
        """Calls a function of a contract from the account with this private key."""
        owner = Account.from_key(key)
        signed = owner.sign_transaction({
            "type": 2, "chainId": self.chain_id, "nonce": self.state().get_nonce(raw(owner.address)), "to": address,
            "value": 0, "gas": 200_000, "maxFeePerGas": self.head().base_fee_per_gas * 2 + GWEI,
            "maxPriorityFeePerGas": GWEI, "data": call_data(signature, *values)})
        return self.eth_sendRawTransaction(text(signed.raw_transaction))

    def test_token(self, address, amount):
        """Gives units of the token to an address."""
        return self.own(self.token, raw(call_data("transfer(address,uint256)", address, amount)))

    def test_name(self, name, address, reverse=True):
        """Lets a name stand for an address, and the address for the name."""
        node = name_hash(name)
        self.own(REGISTRY, raw(call_data("setRecord(bytes32,address,address)", node, address, RESOLVER)))
        self.own(RESOLVER, raw(call_data("setAddr(bytes32,address)", node, address)))
        if reverse:
            self.test_reverse(address, name)

    def test_reverse(self, address, name):
        """Lets an address claim a name, which may be a lie."""
        node = name_hash(address[2:].lower() + ".addr.reverse")
        self.own(REGISTRY, raw(call_data("setRecord(bytes32,address,address)", node, address, RESOLVER)))
        self.own(RESOLVER, raw(call_data("setName(bytes32,string)", node, name)))

    def test_delegate(self, index, contract, phrase=PHRASE):
        """Lets the account of a phrase with this index delegate itself to a contract (EIP-7702)."""
        Account.enable_unaudited_hdwallet_features()
        owner = Account.from_mnemonic(phrase, account_path=f"m/44'/60'/0'/0/{index}")
        authorization = owner.sign_authorization({
            "chainId": self.chain_id, "address": contract, "nonce": self.state().get_nonce(raw(owner.address))})
        rich = Account.from_key(RICH.to_bytes())
        signed = rich.sign_transaction({
            "type": 4, "chainId": self.chain_id, "nonce": self.state().get_nonce(raw(rich.address)),
            "to": owner.address, "value": 0, "gas": 200_000, "maxFeePerGas": self.head().base_fee_per_gas * 2 + GWEI,
            "maxPriorityFeePerGas": GWEI, "authorizationList": [authorization]})
        self.eth_sendRawTransaction(text(signed.raw_transaction))

    def test_fund_path(self, path, amount):
        """Gives coins to the account of the test phrase at a key path, and returns its address."""
        Account.enable_unaudited_hdwallet_features()
        address = Account.from_mnemonic(PHRASE, account_path=path).address
        self.own(address, b"", int(amount, 16))
        return address

    def test_without(self, methods):
        """Takes methods away, as nodes do that do not have them."""
        self.removed = set(methods)

    def test_blocks(self, count):
        """Mines empty blocks."""
        for _ in range(count):
            self.chain.mine_block()

    def test_snapshot(self):
        self.snapshots.append((self.head(), list(self.waiting)))
        return quantity(len(self.snapshots) - 1)

    def test_revert(self, number):
        """Goes back to a snapshot: the blocks since then were never mined."""
        head, self.waiting = self.snapshots[int(number, 16)]
        chaindb = self.chain.chaindb
        for height in range(head.block_number + 1, self.head().block_number + 1):
            header = self.chain.get_canonical_block_header_by_number(height)
            for transaction in self.chain.get_block_by_header(header).transactions:
                del chaindb.db[SchemaV1.make_transaction_hash_to_block_lookup_key(transaction.hash)]
        chaindb.db[SchemaV1.make_canonical_head_hash_lookup_key()] = head.hash
        self.chain.header = self.chain.create_header_from_parent(head)

    # What is known of the chain.

    def web3_clientVersion(self):
        return "Practice/1.0"

    def eth_syncing(self):
        return False

    def header_of(self, block):
        if isinstance(block, dict):
            block = block.get("blockHash") or block.get("blockNumber")
        if block in ("latest", "pending", "safe", "finalized"):
            return self.head()
        if block == "earliest":
            return self.chain.get_canonical_block_header_by_number(0)
        if len(block) == 66:
            return self.chain.get_block_header_by_hash(raw(block))
        number = int(block, 16)
        if number > self.head().block_number:
            return None
        return self.chain.get_canonical_block_header_by_number(number)

    def state_at(self, block):
        header = self.header_of(block)
        if header is None:
            raise Refusal("header not found")
        return self.chain.get_vm(header).state

    def eth_getBalance(self, address, block="latest"):
        return quantity(self.state_at(block).get_balance(raw(address)))

    def eth_getCode(self, address, block="latest"):
        return text(self.state_at(block).get_code(raw(address)))

    def eth_getStorageAt(self, address, slot, block="latest"):
        return text(self.state_at(block).get_storage(raw(address), int(slot, 16)).to_bytes(32, "big"))

    def eth_getBlockByNumber(self, block, full=False):
        header = self.header_of(block)
        return self.shown(header, full) if header else None

    def eth_getBlockByHash(self, name, full=False):
        return self.eth_getBlockByNumber(name, full)

    def shown(self, header, full):
        block = self.chain.get_block_by_header(header)
        names = [text(each.hash) for each in block.transactions]
        return {
            "number": quantity(header.block_number), "hash": text(header.hash), "parentHash": text(header.parent_hash),
            "timestamp": quantity(header.timestamp), "gasLimit": quantity(header.gas_limit),
            "gasUsed": quantity(header.gas_used), "baseFeePerGas": quantity(header.base_fee_per_gas),
            "miner": to_checksum_address(header.coinbase), "logsBloom": text(header.bloom.to_bytes(256, "big")),
            "stateRoot": text(header.state_root), "transactionsRoot": text(header.transaction_root),
            "receiptsRoot": text(header.receipt_root), "extraData": text(header.extra_data), "difficulty": "0x0",
            "size": quantity(len(rlp.encode(block.header))), "uncles": [],
            "transactions": [self.eth_getTransactionByHash(each) for each in names] if full else names,
        }

    def eth_feeHistory(self, count, newest, percentiles=()):
        count = int(count, 16) if isinstance(count, str) else count
        last = self.header_of(newest).block_number
        first = max(0, last - min(count, 1024) + 1)
        headers = [self.chain.get_canonical_block_header_by_number(number) for number in range(first, last + 1)]
        history = {
            "oldestBlock": quantity(first),
            "baseFeePerGas": [quantity(each.base_fee_per_gas) for each in headers]
            + [quantity(self.chain.header.base_fee_per_gas or GWEI)],
            "gasUsedRatio": [each.gas_used / each.gas_limit for each in headers],
        }
        if percentiles:
            history["reward"] = [[quantity(GWEI * (place + 1)) for place in range(len(percentiles))] for _ in headers]
        return history

    def eth_getLogs(self, wanted):
        if "blockHash" in wanted:
            first = last = self.header_of(wanted["blockHash"]).block_number
        else:
            first, last = (self.header_of(wanted.get(key, "latest")) for key in ("fromBlock", "toBlock"))
            last = (last or self.head()).block_number
            if first is None:
                return []
            first = first.block_number
        addresses = wanted.get("address")
        addresses = [addresses] if isinstance(addresses, str) else addresses
        addresses = {each.lower() for each in addresses} if addresses else None
        topics = [[each] if isinstance(each, str) else each for each in wanted.get("topics") or []]
        found = []
        for number in range(first, last + 1):
            found += [log for log in self.logs_of(number) if (
                (addresses is None or log["address"].lower() in addresses) and len(log["topics"]) >= len(topics)
                and all(not wish or topic in [each.lower() for each in wish]
                        for wish, topic in zip(topics, log["topics"])))]
        return found

    def logs_of(self, number):
        header = self.chain.get_canonical_block_header_by_number(number)
        block, place, logs = self.chain.get_block_by_header(header), 0, []
        for index, receipt in enumerate(block.get_receipts(self.chain.chaindb)):
            for log in receipt.logs:
                logs.append({
                    "address": to_checksum_address(log.address), "data": text(log.data),
                    "topics": [text(topic.to_bytes(32, "big")) for topic in log.topics], "removed": False,
                    "blockNumber": quantity(number), "blockHash": text(header.hash), "logIndex": quantity(place),
                    "transactionHash": text(block.transactions[index].hash), "transactionIndex": quantity(index)})
                place += 1
        return logs

    # Trials.

    def tried(self, state, call, earlier=None):
        """Executes a call on `state`, which keeps its effects; returns the computation."""
        sender = raw(call.get("from", text(constants.ZERO_ADDRESS)))
        value = int(call.get("value") or "0x0", 16)
        if value > state.get_balance(sender):
            raise Refusal("insufficient funds for transfer")
        unsigned = self.chain.get_vm().create_unsigned_transaction(
            nonce=state.get_nonce(sender), gas_price=0, gas=int(call.get("gas") or ENOUGH, 16),
            to=raw(call["to"]) if call.get("to") else b"", value=value,
            data=raw(call.get("input") or call.get("data") or "0x"))
        return state.apply_transaction(SpoofTransaction(unsigned, from_=sender))

    def override(self, state, changes):
        for address, change in (changes or {}).items():
            account = raw(address)
            if "balance" in change:
                state.set_balance(account, int(change["balance"], 16))
            if "nonce" in change:
                state.set_nonce(account, int(change["nonce"], 16))
            if "code" in change:
                state.set_code(account, raw(change["code"]))
            for slot, value in {**change.get("state", {}), **change.get("stateDiff", {})}.items():
                state.set_storage(account, int(slot, 16), int(value, 16))

    def executed(self, call):
        with self.chain.get_vm(self.head()).in_costless_state() as state:
            computation = self.tried(state, call)
        if computation.is_error:
            raise self.failure(computation)
        return computation

    def eth_call(self, call, block="latest", changes=None):
        with self.chain.get_vm(self.header_of(block)).in_costless_state() as state:
            self.override(state, changes)
            computation = self.tried(state, call)
        if computation.is_error:
            raise self.failure(computation)
        return text(computation.output)

    @staticmethod
    def failure(computation):
        error = computation.error
        if isinstance(error, Revert):
            return Refusal("execution reverted", 3, text(error.args[0] if error.args else b""))
        return Refusal(f"{type(error).__name__}")

    def eth_simulateV1(self, wish, block="latest"):
        """Executes blocks of calls one after the other, each on what the earlier ones left."""
        header = self.header_of(block)
        answers = []
        # The state is thrown away. Its context would go back to a snapshot, which locked changes do not allow.
        state = self.chain.get_vm(header).in_costless_state().__enter__()
        for place, part in enumerate(wish["blockStateCalls"]):
            self.override(state, part.get("stateOverrides"))
            number = quantity(header.block_number + 1 + place)
            calls = [self.simulated(state, call, number, wish.get("traceTransfers")) for call in part.get("calls", [])]
            answers.append({
                "number": number, "hash": text(keccak(text=number)), "parentHash": text(header.hash),
                "timestamp": quantity(header.timestamp + 12 * (place + 1)), "gasLimit": quantity(header.gas_limit),
                "gasUsed": quantity(sum(int(each["gasUsed"], 16) for each in calls)),
                "baseFeePerGas": "0x0", "miner": text(constants.ZERO_ADDRESS), "transactions": [], "calls": calls,
            })
        return answers

    @staticmethod
    def spent(call, computation):
        """The gas of a whole transaction: also what it costs before its code runs."""
        spent = int(call.get("gas") or ENOUGH, 16) - computation.get_gas_remaining()
        return spent - min(computation.get_gas_refund(), spent // 5)

    def simulated(self, state, call, number, tells_transfers):
        # What an earlier call has touched costs this one as much as in a transaction of its own.
        state.lock_changes()
        computation = self.tried(state, call)
        answer = {
            "returnData": text(computation.output), "gasUsed": quantity(self.spent(call, computation)),
            "status": "0x0" if computation.is_error else "0x1", "logs": [],
        }
        if computation.is_error:
            refusal = self.failure(computation)
            answer["error"] = {"code": refusal.code, "message": str(refusal), "data": refusal.data or "0x"}
            return answer
        logs = list(self.transfers(computation)) if tells_transfers else []
        logs += [(text(address), [text(topic.to_bytes(32, "big")) for topic in topics], text(data))
                 for address, topics, data in computation.get_log_entries()]
        answer["logs"] = [
            {"address": address, "topics": topics, "data": data, "blockNumber": number, "logIndex": quantity(index),
             "transactionHash": text(bytes(32)), "transactionIndex": "0x0", "blockHash": text(bytes(32)),
             "removed": False}
            for index, (address, topics, data) in enumerate(logs)]
        return answer

    def transfers(self, computation):
        """The transfers of ether of a call and those within it, as logs."""
        message = computation.msg
        if computation.is_error:
            return
        if message.value and message.should_transfer_value:
            receiver = message.storage_address
            yield ETHER, [TRANSFER, padded(message.sender), padded(receiver)], text(message.value.to_bytes(32, "big"))
        for child in computation.children:
            yield from self.transfers(child)

    def debug_traceCall(self, call, block="latest", options=None):
        """The tree of calls, as `callTracer` of Geth gives it; there are no other tracers."""
        options = options or {}
        if options.get("tracer") != "callTracer":
            raise Refusal("unknown tracer", -32602)
        settings = options.get("tracerConfig") or {}
        with self.chain.get_vm(self.header_of(block)).in_costless_state() as state:
            self.override(state, options.get("stateOverrides"))
            computation = self.tried(state, call)
        return self.frame(computation, settings, None)

    def traced(self, number):
        """The transactions of a block with their computations, executed again."""
        header = self.chain.get_canonical_block_header_by_number(number)
        block, parent = self.chain.get_block_by_header(header), self.chain.get_block_header_by_hash(header.parent_hash)
        state = self.chain.get_vm(parent).in_costless_state().__enter__()
        for transaction in block.transactions:
            state.lock_changes()
            yield transaction, state.apply_transaction(transaction)

    def traces(self, number):
        header = self.chain.get_canonical_block_header_by_number(number)
        for transaction, computation in self.traced(number):
            for place, frame in self.places(self.frame(computation, {}, None), []):
                yield self.trace(place, frame, {
                    "blockNumber": number, "blockHash": text(header.hash), "transactionHash": text(transaction.hash)})

    def places(self, frame, place):
        yield place, frame
        for index, child in enumerate(frame.get("calls", [])):
            yield from self.places(child, place + [index])

    @staticmethod
    def trace(place, frame, where):
        action = {"from": frame["from"], "value": frame.get("value", "0x0"), "gas": frame["gas"]}
        if frame["type"] == "CREATE":
            trace = {"type": "create", "action": {**action, "init": frame["input"]}}
        else:
            action = {**action, "to": frame["to"], "callType": frame["type"].lower(), "input": frame["input"]}
            trace = {"type": "call", "action": action}
        if "error" in frame:
            trace["error"] = "Reverted"
        elif frame["type"] == "CREATE":
            trace["result"] = {"address": frame["to"], "gasUsed": frame["gasUsed"], "code": frame["output"]}
        else:
            trace["result"] = {"gasUsed": frame["gasUsed"], "output": frame["output"]}
        return {**trace, "traceAddress": place, "subtraces": len(frame.get("calls", [])), **where}

    def trace_filter(self, wanted):
        """The traces of blocks from or to addresses, as Erigon and Nethermind give them."""
        first, last = (self.header_of(wanted.get(key, "latest")) for key in ("fromBlock", "toBlock"))
        found = []
        for number in range(max(first.block_number, 1), (last or self.head()).block_number + 1):
            for trace in self.traces(number):
                ends = {"fromAddress": trace["action"]["from"],
                        "toAddress": trace["action"].get("to") or (trace.get("result") or {}).get("address")}
                if all(ends[side] and ends[side].lower() in [each.lower() for each in wanted[side]]
                       for side in ends if side in wanted):
                    found.append(trace)
        return found

    def trace_transaction(self, name):
        found = self.found(name)
        return [each for each in self.traces(found[0].number) if each["transactionHash"] == name] if found else None

    def frame(self, computation, settings, parent):
        message = computation.msg
        is_delegate = not message.should_transfer_value and message.code_address != message.storage_address
        kind = ("CREATE" if message.is_create else "DELEGATECALL" if is_delegate else
                "STATICCALL" if message.is_static else "CALL")
        frame = {
            "type": kind, "from": text(parent.msg.storage_address if parent else message.sender),
            "to": text(message.code_address if is_delegate else message.storage_address),
            "gas": quantity(message.gas), "gasUsed": quantity(computation.get_gas_used()), "input": text(message.data),
            "output": text(computation.output),
        }
        if kind in ("CALL", "CREATE"):
            frame["value"] = quantity(message.value)
        if computation.is_error:
            is_revert = isinstance(computation.error, Revert)
            frame["error"] = "execution reverted" if is_revert else f"{type(computation.error).__name__}"
            if is_revert and computation.error.args:
                frame["output"] = text(computation.error.args[0])
        if settings.get("withLog"):
            logs = [] if computation.is_error else computation._log_entries
            frame["logs"] = [
                {"address": text(address), "topics": [text(topic.to_bytes(32, "big")) for topic in topics],
                 "data": text(data), "position": "0x0", "index": quantity(index)}
                for index, address, topics, data in logs]
        if computation.children and not settings.get("onlyTopCall"):
            frame["calls"] = [self.frame(child, settings, computation) for child in computation.children]
        return frame


if __name__ == "__main__":
    evm.main(FullNode)
