"""WalletConnect without any code of ours: keys, envelopes, sign-ins and a client of relays."""

import base64
import hashlib
import json
import os
import secrets
import socket
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Message, Ping, Request, TextMessage

PATIENCE = 60


class Agreement:
    """One half of a key agreement."""

    def __init__(self, secret=None):
        self.secret = secret or os.urandom(32)
        self.key = X25519PrivateKey.from_private_bytes(self.secret)
        self.public = self.key.public_key().public_bytes_raw()

    def shared(self, peer):
        """The key that both sides compute."""
        secret = self.key.exchange(X25519PublicKey.from_public_bytes(peer))
        return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=None).derive(secret)


def topic(key):
    """The topic of a key."""
    return hashlib.sha256(key).hexdigest()


def seal(key, message, sender=None):
    """An envelope of type 0, or of type 1 with the public key of its sender, as a relay transports it."""
    nonce = os.urandom(12)
    sealed = ChaCha20Poly1305(key).encrypt(nonce, message.encode(), None)
    head = b"\x01" + sender if sender else b"\x00"
    return base64.b64encode(head + nonce + sealed).decode()


def kind(text):
    """The type of an envelope."""
    return base64.b64decode(text)[0]


def open_sealed(key, text):
    """The message of an envelope of type 0."""
    data = base64.b64decode(text, validate=True)
    assert data[0] == 0, data[0]
    return ChaCha20Poly1305(key).decrypt(data[1:13], data[13:], None).decode()


def open_agreed(own, text):
    """The message of an envelope of type 1, whose sender it names."""
    data = base64.b64decode(text, validate=True)
    assert data[0] == 1, data[0]
    return ChaCha20Poly1305(own.shared(data[1:33])).decrypt(data[33:45], data[45:], None).decode()


def seal_plain(message):
    """An envelope of type 2, as a link transports it."""
    return base64.urlsafe_b64encode(b"\x02" + message.encode()).decode().rstrip("=")


def open_plain(text):
    """The message of an envelope of type 2."""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    assert data[0] == 2, data[0]
    return data[1:].decode()


# Sign-ins


def capability(methods, chains):
    """A ReCap (ERC-5573) for methods of Ethereum."""
    abilities = {f"request/{method}": [{"chains": chains}] for method in sorted(methods)}
    text = json.dumps({"att": {"eip155": abilities}}, separators=(",", ":"))
    return "urn:recap:" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def sentence(methods):
    """What such a ReCap says."""
    names = ", ".join(f"'{method}'" for method in sorted(methods))
    return (
        "I further authorize the stated URI to perform the following actions on my behalf: "
        f"(1) 'request': {names} for 'eip155'.")


def sign_in_text(payload, address, chain, methods):
    """The text that a user signs (EIP-4361)."""
    said = [text for text in (payload.get("statement"), sentence(methods) if methods else None) if text]
    lines = [f"{payload['domain']} wants you to sign in with your Ethereum account:", address, ""]
    lines += [" ".join(said)] if said else []
    lines += ["", f"URI: {payload['aud']}", "Version: 1", f"Chain ID: {chain}", f"Nonce: {payload['nonce']}",
              f"Issued At: {payload['iat']}"]
    if "resources" in payload:
        lines += ["Resources:"] + [f"- {resource}" for resource in payload["resources"]]
    return "\n".join(lines)


# Relays


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def base58(data):
    """Base58 of Bitcoin."""
    digits, number = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", int.from_bytes(data, "big")
    text = ""
    while number:
        number, rest = divmod(number, 58)
        text = digits[rest] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def token(audience):
    """The JSON Web Token of a new client."""
    key = Ed25519PrivateKey.generate()
    issuer = "did:key:z" + base58(b"\xed\x01" + key.public_key().public_bytes_raw())
    now = int(time.time())
    parts = [
        {"alg": "EdDSA", "typ": "JWT"},
        {"iss": issuer, "sub": secrets.token_hex(32), "aud": audience, "iat": now, "exp": now + 3600}]
    text = ".".join(base64url(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    return f"{text}.{base64url(key.sign(text.encode()))}"


class RelayClient:
    """A client of a relay on this machine."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.connection = WSConnection(ConnectionType.CLIENT)
        self.text = ""
        self.frames = []
        self.messages = []
        self.last = int(time.time() * 1000) * 1_000_000
        target = f"/?auth={token(f'ws://127.0.0.1:{port}')}&ua=independent"
        self._send(Request(host=f"127.0.0.1:{port}", target=target))
        self._read(lambda: self.is_open)

    is_open = False

    def close(self):
        self.socket.close()

    def _send(self, event):
        self.socket.sendall(self.connection.send(event))

    def _read(self, is_done):
        end = time.monotonic() + PATIENCE
        while not is_done():
            if time.monotonic() > end:
                raise AssertionError("the relay does not answer")
            data = self.socket.recv(65536)
            if not data:
                raise AssertionError("the relay has closed the connection")
            self.connection.receive_data(data)
            for event in self.connection.events():
                if isinstance(event, AcceptConnection):
                    self.is_open = True
                elif isinstance(event, Ping):
                    self._send(event.response())
                elif isinstance(event, CloseConnection):
                    raise AssertionError(f"the relay has closed the connection: {event.code}")
                elif isinstance(event, TextMessage):
                    self.text += event.data
                    if event.message_finished:
                        self._take(json.loads(self.text))
                        self.text = ""

    def _take(self, frame):
        if frame.get("method") == "irn_subscription":
            self.messages.append(frame["params"]["data"])
            answer = {"id": frame["id"], "jsonrpc": "2.0", "result": True}
            self._send(Message(data=json.dumps(answer, separators=(",", ":"))))
        else:
            self.frames.append(frame)

    def call(self, method, **params):
        """Calls a method of the relay."""
        self.last += 1
        request = {"id": self.last, "jsonrpc": "2.0", "method": method, "params": params}
        self._send(Message(data=json.dumps(request, separators=(",", ":"))))
        self._read(lambda: any(frame["id"] == request["id"] for frame in self.frames))
        answer = next(frame for frame in self.frames if frame["id"] == request["id"])
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["result"]

    def subscribe(self, *topics):
        for name in topics:
            self.call("irn_subscribe", topic=name)

    def publish(self, name, message, tag, ttl=300):
        self.call("irn_publish", topic=name, message=message, ttl=ttl, tag=tag, prompt=False)

    def wait(self, name):
        """The next message of a topic."""
        def found():
            return next((item for item in self.messages if item["topic"] == name), None)

        self._read(found)
        item = found()
        self.messages.remove(item)
        return item["message"]


class Side:
    """One side of a conversation: JSON-RPC in envelopes of type 0."""

    def __init__(self, relay):
        self.relay = relay
        self.last = int(time.time() * 1000) * 1000

    def request(self, key, method, params, tag):
        """Sends a request, and returns its id."""
        self.last += 1
        message = json.dumps({"id": self.last, "jsonrpc": "2.0", "method": method, "params": params})
        self.relay.publish(topic(key), seal(key, message), tag)
        return self.last

    def answer(self, key, number, result, tag):
        message = json.dumps({"id": number, "jsonrpc": "2.0", "result": result})
        self.relay.publish(topic(key), seal(key, message), tag)

    def wait(self, key, is_wanted):
        """The next message on the topic of a key that is wanted; others are dropped."""
        while True:
            message = json.loads(open_sealed(key, self.relay.wait(topic(key))))
            if is_wanted(message):
                return message

    def wait_request(self, key, method):
        return self.wait(key, lambda message: message.get("method") == method)

    def wait_answer(self, key, number):
        return self.wait(key, lambda message: "method" not in message and message["id"] == number)
