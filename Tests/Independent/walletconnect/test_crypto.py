"""Independent cryptography opens what our app and our wallet send, and makes what they accept."""

import json
import unittest
import urllib.parse

from eth_account import Account
from eth_account.messages import encode_defunct

from independent import (
    Agreement, RelayClient, Side, capability, kind, open_agreed, open_plain, open_sealed, seal, seal_plain,
    sign_in_text, topic)
from scene import Scene

ACCOUNT = Account.from_key("0x" + "11" * 32)
HELLO = "0x48656c6c6f"
TEXTS = ["{}", '{"id":1}', "ü" * 1000, "a" * 100_000]
METADATA = {"name": "Independent", "description": "", "url": "https://independent.example", "icons": []}


class Traffic(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = Scene()
        cls.addClassCleanup(cls.scene.stop)
        cls.peer = cls.scene.peer

    def setUp(self):
        self.relay = RelayClient(self.scene.relay)
        self.addCleanup(self.relay.close)
        self.side = Side(self.relay)


class EnvelopeTests(Traffic):
    def test_type_0(self):
        key = Agreement().secret
        for text in TEXTS:
            made = self.peer.call("seal", type=0, key=key.hex(), text=text)["answer"]
            self.assertEqual(open_sealed(key, made), text)
            for envelope in (seal(key, text), seal(key, text).rstrip("=")):
                opened = self.peer.call("open", type=0, key=key.hex(), text=envelope)
                self.assertEqual(opened.get("answer"), text)

    def test_type_1(self):
        own, other = Agreement(), Agreement()
        for text in TEXTS:
            made = self.peer.call("seal", type=1, own=other.secret.hex(), peer=own.public.hex(), text=text)["answer"]
            self.assertEqual(open_agreed(own, made), text)
            envelope = seal(own.shared(other.public), text, own.public)
            self.assertEqual(
                self.peer.call("open", type=1, own=other.secret.hex(), text=envelope).get("answer"), text)

    def test_type_2(self):
        for text in TEXTS:
            self.assertEqual(open_plain(self.peer.call("seal", type=2, text=text)["answer"]), text)
            self.assertEqual(self.peer.call("open", type=2, text=seal_plain(text)).get("answer"), text)

    def test_shared_keys(self):
        for _ in range(20):
            own, other = Agreement(), Agreement()
            shared = self.peer.call("agree", own=own.secret.hex(), peer=other.public.hex())["answer"]
            self.assertEqual(shared, other.shared(own.public).hex())

    def test_changed_envelopes_do_not_open(self):
        key = Agreement().secret
        good = seal(key, "{}")
        for bad in (good[:-4], "B" + good[1:], seal(Agreement().secret, "{}"), "", seal_plain("{}")):
            self.assertIn("failed", self.peer.call("open", type=0, key=key.hex(), text=bad))


class AppTests(Traffic):
    """We play the wallet of our app."""

    def link(self, number):
        link = self.peer.wait(id=number, link=...)["link"]
        head, _, query = link.partition("?")
        fields = urllib.parse.parse_qs(query)
        key = bytes.fromhex(fields["symKey"][0])
        self.assertEqual(head, f"wc:{topic(key)}@2")
        self.relay.subscribe(topic(key))
        return key

    def serve(self, key, session):
        """Answers a request of the app on its session."""
        number = self.peer.send("request", session=session, method="personal_sign", params=[HELLO, ACCOUNT.address])
        request = self.side.wait_request(key, "wc_sessionRequest")
        self.assertEqual(request["params"]["chainId"], "eip155:1")
        self.assertEqual(request["params"]["request"]["params"], [HELLO, ACCOUNT.address])
        self.side.answer(key, request["id"], "0xab", 1109)
        self.assertEqual(self.peer.wait(id=number), {"id": number, "result": "0xab"})

    def test_a_proposal(self):
        number = self.peer.send("connect")
        pairing = self.link(number)
        request = self.side.wait_request(pairing, "wc_sessionPropose")
        params = request["params"]
        # Apps of today require nothing.
        self.assertEqual(params["requiredNamespaces"], {})
        self.assertEqual(params["optionalNamespaces"]["eip155"]["methods"], ["personal_sign"])
        own = Agreement()
        key = own.shared(bytes.fromhex(params["proposer"]["publicKey"]))
        self.relay.subscribe(topic(key))
        self.side.answer(
            pairing, request["id"], {"relay": {"protocol": "irn"}, "responderPublicKey": own.public.hex()}, 1101)
        namespaces = {"eip155": {
            "accounts": [f"eip155:1:{ACCOUNT.address}"], "methods": ["personal_sign"], "events": []}}
        settlement = self.side.request(key, "wc_sessionSettle", {
            "relay": {"protocol": "irn"}, "controller": {"publicKey": own.public.hex(), "metadata": METADATA},
            "namespaces": namespaces, "expiry": self.side.last // 1_000_000 + 604_800}, 1102)
        self.assertEqual(self.side.wait_answer(key, settlement)["result"], True)
        session = self.peer.wait(id=number)
        self.assertEqual(session["session"], topic(key))
        self.assertEqual(session["peer"], "Independent")
        self.serve(key, topic(key))

    def test_a_sign_in(self):
        number = self.peer.send("authenticate", nonce="0123456789abcdef", methods=["personal_sign"])
        pairing = self.link(number)
        request = self.side.wait_request(pairing, "wc_sessionAuthenticate")
        payload, requester = request["params"]["authPayload"], bytes.fromhex(
            request["params"]["requester"]["publicKey"])
        self.assertEqual(payload["resources"], [capability(["personal_sign"], ["eip155:1"])])
        text = sign_in_text(payload, ACCOUNT.address, 1, ["personal_sign"])
        signature = "0x" + bytes(ACCOUNT.sign_message(encode_defunct(text=text)).signature).hex()
        members = {name: payload[name] for name in ("domain", "aud", "version", "nonce", "iat", "resources")}
        answer = {"h": {"t": "caip122"}, "p": {"iss": f"did:pkh:eip155:1:{ACCOUNT.address}", **members},
                  "s": {"t": "eip191", "s": signature}}
        envelope, own = Agreement(), Agreement()
        message = json.dumps({"id": request["id"], "jsonrpc": "2.0", "result": {
            "responder": {"publicKey": own.public.hex(), "metadata": METADATA}, "cacaos": [answer]}})
        key = own.shared(requester)
        self.relay.subscribe(topic(key))
        self.relay.publish(topic(requester), seal(envelope.shared(requester), message, envelope.public), 1117)
        self.assertEqual(self.peer.wait(id=number, signed=...)["signed"], [f"eip155:1:{ACCOUNT.address}"])
        self.assertEqual(self.peer.wait(id=number, session=...)["session"], topic(key))
        self.serve(key, topic(key))


class WalletTests(Traffic):
    """We play the app of our wallet."""

    def pair(self):
        key = Agreement().secret
        self.relay.subscribe(topic(key))
        link = f"wc:{topic(key)}@2?relay-protocol=irn&symKey={key.hex()}"
        self.assertEqual(self.peer.call("pair", link=link).get("result"), True)
        return key

    def ask(self, key):
        """Lets the wallet sign on a session."""
        number = self.side.request(key, "wc_sessionRequest", {
            "chainId": "eip155:1", "request": {"method": "personal_sign", "params": [HELLO]}}, 1108)
        answer = self.side.wait_answer(key, number)
        return Account.recover_message(encode_defunct(hexstr=HELLO), signature=answer["result"]).lower()

    def test_a_proposal(self):
        self.peer.call("policy", approves=True)
        pairing, own = self.pair(), Agreement()
        number = self.side.request(pairing, "wc_sessionPropose", {
            "relays": [{"protocol": "irn"}], "proposer": {"publicKey": own.public.hex(), "metadata": METADATA},
            "requiredNamespaces": {}, "optionalNamespaces": {"eip155": {
                "chains": ["eip155:1"], "methods": ["personal_sign", "eth_sign"], "events": []}}}, 1100)
        answer = self.side.wait_answer(pairing, number)["result"]
        key = own.shared(bytes.fromhex(answer["responderPublicKey"]))
        self.relay.subscribe(topic(key))
        settlement = self.side.wait_request(key, "wc_sessionSettle")
        self.assertEqual(settlement["params"]["controller"]["publicKey"], answer["responderPublicKey"])
        namespace = settlement["params"]["namespaces"]["eip155"]
        self.assertEqual(namespace["methods"], ["personal_sign"])
        self.side.answer(key, settlement["id"], True, 1103)
        self.assertEqual(f"eip155:1:{self.ask(key)}", namespace["accounts"][0])

    def test_a_sign_in(self):
        self.peer.call("policy", approves=True)
        pairing, own = self.pair(), Agreement()
        self.relay.subscribe(topic(own.public))
        payload = {
            "type": "caip122", "chains": ["eip155:10", "eip155:137"], "domain": "independent.example",
            "aud": "https://independent.example/x", "version": "1", "nonce": "fedcba9876543210",
            "iat": "2027-01-15T08:00:00.000Z", "statement": "Good morning.",
            "resources": ["https://independent.example/terms", capability(["eth_sign", "personal_sign"], ["eip155:10"])]}
        number = self.side.request(pairing, "wc_sessionAuthenticate", {
            "requester": {"publicKey": own.public.hex(), "metadata": METADATA}, "authPayload": payload}, 1116)
        envelope = self.relay.wait(topic(own.public))
        self.assertEqual(kind(envelope), 1)
        answer = json.loads(open_agreed(own, envelope))
        self.assertEqual(answer["id"], number)
        (signed,) = answer["result"]["cacaos"]
        chain, address = signed["p"]["iss"].removeprefix("did:pkh:eip155:").split(":")
        self.assertEqual(chain, "10")
        for name in ("domain", "aud", "version", "nonce", "iat", "statement"):
            self.assertEqual(signed["p"][name], payload[name])
        # The wallet grants only what it can do.
        resources = [payload["resources"][0], capability(["personal_sign"], ["eip155:10"])]
        self.assertEqual(signed["p"]["resources"], resources)
        text = sign_in_text({**payload, "resources": resources}, address, 10, ["personal_sign"])
        self.assertEqual(self.peer.wait(event="sign-in")["texts"], [text])
        signer = Account.recover_message(encode_defunct(text=text), signature=signed["s"]["s"])
        self.assertEqual(signer.lower(), address)
        key = own.shared(bytes.fromhex(answer["result"]["responder"]["publicKey"]))
        self.relay.subscribe(topic(key))
        ping = self.side.request(key, "wc_sessionPing", {}, 1114)
        self.assertEqual(self.side.wait_answer(key, ping)["result"], True)

    def test_a_rejected_sign_in(self):
        self.peer.call("policy", approves=False)
        pairing, own = self.pair(), Agreement()
        self.relay.subscribe(topic(own.public))
        self.side.request(pairing, "wc_sessionAuthenticate", {
            "requester": {"publicKey": own.public.hex(), "metadata": METADATA}, "authPayload": {
                "chains": ["eip155:1"], "domain": "independent.example", "aud": "https://independent.example",
                "nonce": "0123456789abcdef", "iat": "2027-01-15T08:00:00Z"}}, 1116)
        answer = json.loads(open_agreed(own, self.relay.wait(topic(own.public))))
        self.assertEqual(answer["error"]["code"], 5000)
        self.assertIn("0123456789abcdef", self.peer.wait(event="sign-in")["texts"][0])

    def test_a_wallet_without_sign_in(self):
        self.peer.call("policy", approves=True, signsIn=False)
        self.addCleanup(lambda: self.peer.call("policy", approves=True))
        pairing, own = self.pair(), Agreement()
        number = self.side.request(pairing, "wc_sessionAuthenticate", {
            "requester": {"publicKey": own.public.hex(), "metadata": METADATA}, "authPayload": {
                "chains": ["eip155:1"], "domain": "independent.example", "aud": "https://independent.example",
                "nonce": "0123456789abcdef", "iat": "2027-01-15T08:00:00Z"}}, 1116)
        self.assertEqual(self.side.wait_answer(pairing, number)["error"]["code"], 10001)


def load_tests(loader, _, __):
    suite = unittest.TestSuite()
    for case in (EnvelopeTests, AppTests, WalletTests):
        suite.addTests(loader.loadTestsFromTestCase(case))
    return suite
