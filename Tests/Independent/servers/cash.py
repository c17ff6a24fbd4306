"""What Bitcoin Cash has added to Bitcoin: Schnorr signatures of its own form, and tokens (CHIP-2022-02-CashTokens)."""

import hashlib
from collections import Counter
from dataclasses import dataclass

from ecdsa import BadSignatureError, SECP256k1, VerifyingKey
from ecdsa.ellipticcurve import INFINITY, Point
from ecdsa.errors import MalformedPointError
from ecdsa.numbertheory import jacobi
from ecdsa.util import sigdecode_der

from transactions import Malformed, Reader, compact, counted

CURVE, ORDER = SECP256k1.curve, SECP256k1.order
GENERATOR = SECP256k1.generator
FIELD = CURVE.p()


class ECDSA:
    """Signatures in DER."""

    @staticmethod
    def verify(digest, signature, key):
        try:
            return VerifyingKey.from_string(key, SECP256k1).verify_digest(signature, digest, sigdecode_der)
        except (BadSignatureError, MalformedPointError, ValueError):
            return False


class Schnorr:
    """Signatures of 64 bytes: the first coordinate of R, and s (2019-05-15-schnorr)."""

    @staticmethod
    def verify(digest, signature, key):
        point = Schnorr.point(key)
        r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
        if point is None or r >= FIELD or s >= ORDER:
            return False
        small = b"\x02" if point.y() % 2 == 0 else b"\x03"
        e = int.from_bytes(
            hashlib.sha256(signature[:32] + small + point.x().to_bytes(32, "big") + digest).digest(), "big") % ORDER
        found = GENERATOR * s + point * (ORDER - e)
        if found == INFINITY:
            return False
        return found.x() == r and jacobi(found.y(), FIELD) == 1

    @staticmethod
    def point(key):
        """The point of a public key in SEC 1 form; `None` if it is not one."""
        x = int.from_bytes(key[1:33], "big")
        square = (pow(x, 3, FIELD) + 7) % FIELD
        if x >= FIELD or len(key) < 33:
            return None
        if len(key) == 33 and key[0] in (2, 3):
            y = pow(square, (FIELD + 1) // 4, FIELD)
            if y * y % FIELD != square:
                return None
            return Point(CURVE, x, y if y % 2 == key[0] % 2 else FIELD - y)
        y = int.from_bytes(key[33:], "big")
        if len(key) == 65 and key[0] == 4 and y < FIELD and y * y % FIELD == square:
            return Point(CURVE, x, y)
        return None


@dataclass(frozen=True)
class Token:
    """What an output holds beside satoshis."""

    category: bytes
    amount: int = 0
    # 0 for immutable, 1 for mutable, 2 for minting; `None` without an NFT.
    capability: int | None = None
    commitment: bytes = b""

    PREFIX = 0xEF

    def bytes(self):
        flags = (self.capability or 0) | (0x20 if self.capability is not None else 0)
        flags |= (0x10 if self.amount else 0) | (0x40 if self.commitment else 0)
        parts = [bytes([self.PREFIX]), self.category, bytes([flags])]
        parts += [counted(self.commitment)] if self.commitment else []
        parts += [compact(self.amount)] if self.amount else []
        return b"".join(parts)

    @staticmethod
    def split(script):
        """The bytes of the token in front of the locking script, and the locking script."""
        if not script.startswith(bytes([Token.PREFIX])):
            return b"", script
        try:
            rest = Token.parse(script)[1]
        except Malformed:
            # Such an output cannot be spent.
            return b"", script
        return script[:len(script) - len(rest)], rest

    @staticmethod
    def parse(script):
        """The token in front of a locking script, or `None`, and the locking script."""
        if not script.startswith(bytes([Token.PREFIX])):
            return None, script
        reader = Reader(script)
        reader.bytes(1)
        category, flags = reader.bytes(32), reader.number(1)
        has_commitment, has_nft, has_amount = flags & 0x40, flags & 0x20, flags & 0x10
        capability = flags & 0x0F
        if flags & 0x80 or capability > 2 or not has_nft and (capability or has_commitment) or not flags & 0x30:
            raise Malformed("bad-txns-token-bad-bitfield")
        commitment = reader.counted() if has_commitment else b""
        if has_commitment and not commitment:
            raise Malformed("bad-txns-token-commitment-size")
        amount = reader.compact() if has_amount else 0
        if has_amount and not 0 < amount < 1 << 63:
            raise Malformed("bad-txns-token-amount")
        rest = reader.bytes(reader.end - reader.stream.tell())
        token = Token(category, amount, capability if has_nft else None, commitment)
        if token.bytes() + rest != script:
            raise Malformed("bad-txns-token-non-minimal")
        return token, rest


def check_tokens(transaction, spent):
    """Demands that no token comes from nowhere: returns the reason for a rejection, or `None`."""
    try:
        inputs = [Token.parse(output.script)[0] for output in spent]
        outputs = [Token.parse(output.script)[0] for output in transaction.outputs]
    except Malformed as error:
        return str(error)
    if any(token and len(token.commitment) > 40 for token in outputs):
        return "bad-txns-token-commitment-oversized"
    # A category is named after a transaction whose first output is spent.
    new = {each.outpoint[0] for each in transaction.inputs if each.outpoint[1] == 0}
    amounts, immutable, mutable, minting = Counter(), Counter(), Counter(), set()
    for token in filter(None, inputs):
        amounts[token.category] += token.amount
        if token.capability == 0:
            immutable[token.category, token.commitment] += 1
        elif token.capability == 1:
            mutable[token.category] += 1
        elif token.capability == 2:
            minting.add(token.category)
    known, given = {token.category for token in filter(None, inputs)}, Counter()
    for token in filter(None, outputs):
        given[token.category] += token.amount
        if token.category in new and token.category not in known:
            continue
        if token.category not in known:
            return "bad-txns-token-invalid-category"
        if token.capability is None or token.category in minting:
            continue
        if token.capability == 0 and immutable[token.category, token.commitment]:
            immutable[token.category, token.commitment] -= 1
        elif token.capability < 2 and mutable[token.category]:
            mutable[token.category] -= 1
        else:
            return "bad-txns-token-nft-ex-nihilo"
    for category, amount in given.items():
        is_new = category in new and category not in known
        if amount >= 1 << 63 or not is_new and amount > amounts[category]:
            return "bad-txns-token-in-belowout"
    return None
