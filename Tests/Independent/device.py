"""A device with keys of Ethereum that signs by QR codes (ERC-4527), with libraries that share no line with the wallet.

    device.py export FOLDER            draws the pairing code in FOLDER, and says its text and the first addresses
    device.py twin FOLDER              the same with other keys, which claim the fingerprint and the paths of the device
    device.py sign FOLDER IMAGE...   reads a request in images of the wallet's window, signs it, draws the answer in
                                       FOLDER, and says what a device would show, as JSON

With `--wrong WHAT` in front of them, the answer is that of a broken or hostile device; see `WRONG`.
"""

import json
import sys
import uuid
import zlib
from pathlib import Path

import cbor2
import rlp
import segno
import zxingcpp
from bip_utils import Bip32Slip10Secp256k1, Bip39SeedGenerator
from eth_account import Account
from eth_account.messages import encode_defunct, encode_typed_data
from eth_keys import keys
from eth_utils import keccak, to_checksum_address
from PIL import Image

import qr_signer

PHRASE = "vessel ladder alter error federal sibling chat ability sun glass valve picture"
TWIN = "legal winner thank year wave sausage worth useful legal winner thank yellow"
ROOT = "m/44'/60'/0'"
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
# A right answer in a large image takes long to read.
WRONG = ("id", "key", "data", "high", "chain", "type", "large")

Account.enable_unaudited_hdwallet_features()


def master(phrase=PHRASE):
    return Bip32Slip10Secp256k1.FromSeed(Bip39SeedGenerator(phrase).Generate())


def fingerprint():
    return int.from_bytes(master().PublicKey().FingerPrint().ToBytes(), "big")


def key(path, phrase=PHRASE):
    """The private key at the end of a path."""
    return keys.PrivateKey(bytes(Account.from_mnemonic(phrase, account_path=path).key))


def keypath(path, source=None):
    components = []
    for step in path.split("/")[1:]:
        components += [int(step.rstrip("'")), step.endswith("'")]
    return cbor2.CBORTag(304, {1: components} | ({2: source} if source is not None else {}))


def text(kind, value):
    """The text of a resource in one part."""
    data = cbor2.dumps(value)
    data += zlib.crc32(data).to_bytes(4, "big")
    return f"ur:{kind}/" + "".join(qr_signer.WORDS[byte][0] + qr_signer.WORDS[byte][3] for byte in data)


def draw(resource, path, scale=6):
    segno.make(resource.upper(), error="l").save(str(path), scale=scale, border=4)
    return str(path)


def export(folder, phrase=PHRASE):
    node = master(phrase).DerivePath(ROOT)
    children = {1: [0, False, [], False]}
    resource = text("crypto-hdkey", {
        3: node.PublicKey().RawCompressed().ToBytes(),
        4: node.ChainCode().ToBytes(),
        5: cbor2.CBORTag(305, {1: 60, 2: 0}),
        6: keypath(ROOT, fingerprint()),
        7: cbor2.CBORTag(304, children),
        8: int.from_bytes(node.ParentFingerPrint().ToBytes(), "big"),
        9: "Practice device",
        10: "account.standard",
    })
    addresses = [key(f"{ROOT}/0/{number}", phrase).public_key.to_checksum_address() for number in range(12)]
    return {"text": resource, "image": draw(resource, Path(folder) / "export.png"), "addresses": addresses}


def texts(images):
    """The wallet's codes in images, each once."""
    found = []
    for image in images:
        for code in zxingcpp.read_barcodes(Image.open(image).convert("L"), formats=zxingcpp.BarcodeFormat.QRCode):
            if code.text.upper().startswith("UR:ETH-SIGN-REQUEST/") and code.text not in found:
                found.append(code.text)
    return found


def transaction(kind, data):
    """What a device shows of a transaction, and its hash to sign."""
    fields = rlp.decode(data if kind == 1 else data[1:])
    number = lambda field: int.from_bytes(field, "big")
    assert kind == 1 or data[0] == 2, "a type that this device knows"
    to, value = (fields[3], fields[4]) if kind == 1 else (fields[5], fields[6])
    chain = number(fields[6]) if kind == 1 else number(fields[0])
    assert len(fields) == 9 and (kind == 4 or fields[7:] == [b"", b""]), "an unsigned transaction"
    return {"to": to_checksum_address(to), "value": number(value), "chain": chain}, keccak(data)


def answer(request, wrong):
    """What the device shows, and its answer."""
    identifier, data, kind = request[1], request[2], request.get(3, 1)
    assert isinstance(identifier, uuid.UUID) or identifier.tag == 37
    identifier = identifier.bytes if isinstance(identifier, uuid.UUID) else identifier.value
    components = request[5].value[1]
    assert request[5].tag == 304 and request[5].value[2] == fingerprint(), "a key of this device"
    steps = [f"{index}{chr(39) if hard else ''}" for index, hard in zip(components[::2], components[1::2])]
    path = "/".join(["m", *steps])
    secret = key(path)
    assert request[6] == secret.public_key.to_canonical_address(), "the address that the wallet shows"
    shown = {"kind": kind, "path": path, "origin": request.get(7)}
    if kind in (1, 4):
        details, digest = transaction(kind, data)
        assert details["chain"] == request[4], "one chain"
        shown |= details
    elif kind == 2:
        message = json.loads(data)
        signable = encode_typed_data(full_message=message)
        digest = keccak(b"\x19" + signable.version + signable.header + signable.body)
        shown |= {"message": message["message"]}
    else:
        signable = encode_defunct(primitive=data)
        digest = keccak(b"\x19" + signable.version + signable.header + signable.body)
        shown |= {"message": data.decode()}
    if wrong == "key":
        secret = key(f"{ROOT}/0/11")
    if wrong == "data":
        digest = keccak(digest)
    signature = secret.sign_msg_hash(digest)
    r, s, parity = signature.r, signature.s, signature.v
    if wrong == "high":
        s, parity = ORDER - s, 1 - parity
    v = {1: 35 + 2 * request.get(4, 1) + parity, 4: parity}.get(kind, 27 + parity)
    if wrong == "chain":
        v += 2
    if wrong == "id":
        identifier = bytes(16)
    size = max(1, (v.bit_length() + 7) // 8)
    value = {
        1: cbor2.CBORTag(37, identifier),
        2: r.to_bytes(32, "big") + s.to_bytes(32, "big") + v.to_bytes(size, "big"),
        3: "Practice device",
    }
    return shown, text("crypto-psbt" if wrong == "type" else "eth-signature", value)


def sign(folder, images, wrong=None):
    codes = texts(images)
    found = qr_signer.resource(codes) if codes else None
    if found is None:
        return {"missing": len(codes)}
    kind, request = found
    assert kind == "eth-sign-request"
    shown, resource = answer(request, wrong)
    name = f"answer-{wrong or 'right'}-{len(list(Path(folder).glob('answer-*')))}.png"
    return shown | {"codes": len(codes), "text": resource, "image": draw(resource, Path(folder) / name, 65 if wrong == "large" else 6)}


if __name__ == "__main__":
    arguments = sys.argv[1:]
    wrong = None
    if arguments[0] == "--wrong":
        wrong, arguments = arguments[1], arguments[2:]
        assert wrong in WRONG
    if arguments[0] == "export":
        print(json.dumps(export(arguments[1])))
    elif arguments[0] == "twin":
        print(json.dumps(export(arguments[1], TWIN)))
    else:
        print(json.dumps(sign(arguments[1], arguments[2:], wrong)))
