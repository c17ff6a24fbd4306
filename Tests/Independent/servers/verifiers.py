"""The verification of inputs and blocks, by libraries that the wallet does not use.

Bitcoin: the validation of Bitcoin Core itself (libbitcoinkernel, in the package py-bitcoinkernel), which also
verifies every block. Bitcoin Cash: the script interpreter of bitcoinX, with the signatures of the package ecdsa, and
with what Bitcoin Cash has added since: Schnorr signatures, tokens in the signed bytes, and SIGHASH_UTXOS.
"""

import tempfile

import pbk
from bitcoinx import InterpreterError, InterpreterLimits, MinerPolicy, Script, SigHash, Tx, TxOutput
from bitcoinx.errors import InvalidSignature
from bitcoinx.interpreter import STANDARD_SCRIPT_VERIFY_FLAGS, TxInputContext
from bitcoinx.packing import pack_le_int32, pack_le_int64, pack_le_uint32, pack_varbytes
from pbk.script import PrecomputedTransactionData

from cash import ECDSA, Schnorr, Token
from transactions import sha256d

# Half of the order of the curve: larger numbers in signatures are not relayed (BIP-146).
HALF = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0

# What nodes say about a script that ends with false, and about such a number.
FALSE = (
    "mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack "
    "element)")
HIGH = "mempool-script-verify-flag-failed (Non-canonical signature: S value is unnecessarily high)"


class InvalidSpend(Exception):
    """An input must not spend its output."""


class BitcoinVerifier:
    """Bitcoin Core's rules for scripts and blocks."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="kernel-")
        options = pbk.ContextOptions()
        options.set_chainparams(pbk.ChainParameters(pbk.ChainType.REGTEST))
        self.context = pbk.Context(options)
        settings = pbk.ChainstateManagerOptions(self.context, self.folder.name, self.folder.name + "/blocks")
        settings.update_block_tree_db_in_memory(True)
        settings.update_chainstate_db_in_memory(True)
        settings.set_worker_threads_num(0)
        self.manager = pbk.ChainstateManager(settings)

    def check(self, transaction, spent):
        """Verifies the inputs of `transaction`, which spend the outputs `spent`, or raises `InvalidSpend`."""
        subject = pbk.Transaction(transaction.bytes())
        outputs = [pbk.TransactionOutput(pbk.ScriptPubkey(each.script), each.value) for each in spent]
        shared = PrecomputedTransactionData(subject, outputs)
        for place, output in enumerate(spent):
            script = pbk.ScriptPubkey(output.script)
            if not script.verify(output.value, subject, shared, place, pbk.ScriptVerificationFlags.ALL):
                raise InvalidSpend(f"{FALSE}, input {place}")
        for place, each in enumerate(transaction.inputs):
            pushes = [each.script[1:1 + each.script[0]]] if each.script and each.script[0] < 76 else []
            if any(is_high(item) for item in pushes + each.witness):
                raise InvalidSpend(f"{HIGH}, input {place}")

    def connect(self, block):
        """Processes a block as Bitcoin Core does when it receives one."""
        self.process(block.bytes())

    def process(self, data):
        """Processes the bytes of a block."""
        self.manager.process_block(pbk.Block(data))

    def close(self):
        self.manager = self.context = None
        self.folder.cleanup()

    @property
    def tip(self):
        """The hash of the newest block of the best chain."""
        chain = self.manager.get_active_chain()
        return bytes(chain.block_tree_entries[chain.height].block_hash)


def is_high(item):
    """Whether `item` is a DER signature whose S is above half of the order."""
    if not 9 <= len(item) <= 73 or item[0] != 0x30 or item[1] != len(item) - 3:
        return False
    size = item[3]
    if 5 + size >= len(item):
        return False
    return int.from_bytes(item[6 + size:-1], "big") > HALF


class CashTransaction(Tx):
    """A transaction whose signed bytes contain what Bitcoin Cash has added (CHIP-2022-02-CashTokens)."""

    spent = []

    def _forkid_signature_hash(self, input_index, value, script_code, sighash):
        each, kind = self.inputs[input_index], sighash & 0x1F
        everybody = bool(sighash & 0x80)
        signs_all = kind not in (SigHash.SINGLE, SigHash.NONE)
        parts = [pack_le_int32(self.version), bytes(32) if everybody else self._hash_prevouts()]
        if sighash & 0x20:
            parts.append(sha256d(b"".join(output.bytes() for output in self.spent)))
        parts.append(self._hash_sequence() if signs_all and not everybody else bytes(32))
        parts.append(each.prevout_bytes())
        parts.append(Token.split(self.spent[input_index].script)[0])
        parts += [pack_varbytes(bytes(script_code)), pack_le_int64(value), pack_le_uint32(each.sequence)]
        if signs_all:
            parts.append(self._hash_outputs())
        elif kind == SigHash.SINGLE and input_index < len(self.outputs):
            parts.append(sha256d(self.outputs[input_index].to_bytes()))
        else:
            parts.append(bytes(32))
        return sha256d(b"".join(parts + [pack_le_uint32(self.locktime), pack_le_uint32(sighash)]))


class CashContext(TxInputContext):
    """An input of Bitcoin Cash, where a signature of 65 bytes is one of Schnorr (2019-05-15-schnorr)."""

    def check_sig(self, sig_bytes, pubkey_bytes, script_code):
        if not sig_bytes:
            return False
        sighash = SigHash.from_sig_bytes(sig_bytes)
        digest = self.tx.signature_hash(self.input_index, self.utxo.value, script_code, sighash)
        scheme = Schnorr if len(sig_bytes) == 65 else ECDSA
        return scheme.verify(digest, sig_bytes[:-1], pubkey_bytes)


class CashLimits(InterpreterLimits):
    """What Bitcoin Cash demands of signatures."""

    MAX_OPS_PER_SCRIPT_BEFORE_GENESIS = 10_000

    def validate_signature(self, sig_bytes):
        if not sig_bytes:
            return
        kind = sig_bytes[-1]
        if kind & 0x1F not in (1, 2, 3) or not kind & 0x40 or kind & 0xA0 == 0xA0:
            raise InvalidSignature("undefined signature hash type")
        if len(sig_bytes) == 65:
            return
        # The type with SIGHASH_UTXOS is not known to the library.
        super().validate_signature(sig_bytes[:-1] + bytes([kind & ~0x20]))


class CashVerifier:
    """The rules of Bitcoin Cash for scripts."""

    tip = None

    limits = CashLimits(
        MinerPolicy(10_000, 8, 10**6, 10_000, 20), is_genesis_enabled=False, is_consensus=False,
        base_flags=STANDARD_SCRIPT_VERIFY_FLAGS)

    def check(self, transaction, spent):
        """Verifies the inputs of `transaction`, which spend the outputs `spent`, or raises `InvalidSpend`."""
        subject = CashTransaction.from_bytes(transaction.plain())
        subject.spent = spent
        for place, output in enumerate(spent):
            script = Script(Token.split(output.script)[1])
            context = CashContext(subject, place, TxOutput(output.value, script))
            try:
                is_good = context.verify_input(self.limits, False)
            except (InterpreterError, ValueError) as error:
                raise InvalidSpend(f"mandatory-script-verify-flag-failed ({error})") from error
            if not is_good:
                raise InvalidSpend(FALSE)

    def connect(self, block):
        """Accepts every block: its transactions were verified when they were added, and there is no other miner."""

    def close(self):
        """Does nothing: it holds nothing."""
