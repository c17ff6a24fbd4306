"""A wallet that nobody here wrote, pyWalletConnect, pairs with our app through our relay behind a proxy with TLS."""

import os
import threading
import time
import unittest

import pywalletconnect.client_v2irn
from eth_account import Account
from eth_account.messages import encode_defunct
from pywalletconnect.client import WCClient
from pywalletconnect.client_v2irn import WCv2Client
from pywalletconnect.tls_socket import TLSsocket

from scene import PATIENCE, Scene, until

HELLO = "0x48656c6c6f"
ACCOUNT = Account.from_key("0x" + "11" * 32)


def use_one_thread_at_a_time(socket):
    """Puts a lock around the methods of the library's TLS socket.

    The library reads in one thread and writes in another one. With OpenSSL, a read during a write can return an end of
    file that did not happen, and the library then closes the connection.
    """
    def locked(method):
        def call(self, *arguments):
            with lock:
                return method(self, *arguments)
        return call

    lock = threading.RLock()
    for name in ("send", "receive", "close"):
        setattr(socket, name, locked(getattr(socket, name)))


use_one_thread_at_a_time(TLSsocket)


class PeerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = Scene()
        cls.addClassCleanup(cls.scene.stop)
        # The library connects with TLS only, and trusts what the environment names.
        os.environ["SSL_CERT_FILE"] = str(cls.scene.certificate)
        WCv2Client.host_relay = f"localhost:{cls.scene.other.port}"
        WCClient.set_project_id("0" * 32)
        # The library stops waiting for the relay after 8 seconds, which a busy machine may need.
        pywalletconnect.client_v2irn.CYCLES_TIMEOUT = int(PATIENCE / pywalletconnect.client_v2irn.UNIT_WAITING_TIME)
        WCClient.set_origin("https://wallet.example")

    version = "v2"

    def offer(self):
        """A wallet that has our link, the proposal, and the number of our command."""
        number = self.scene.peer.send("connect", version=self.version)
        link = self.scene.peer.wait(id=number, link=...)["link"]
        wallet = WCClient.from_wc_uri(self.link(link))
        self.addCleanup(lambda: wallet.websock.close() if hasattr(wallet, "websock") else None)
        proposal = wallet.open_session()
        return wallet, proposal, number

    def link(self, link):
        """The link as the library is to see it."""
        return link

    def connect(self):
        """A wallet with a session, and the name of the session."""
        wallet, (proposal, chains, app), number = self.offer()
        self.assertEqual(app["name"], "Peer")
        self.assertIn("1", [str(chain).split(":")[-1] for chain in (chains if isinstance(chains, list) else [chains])])
        wallet.reply_session_request(proposal, 1, ACCOUNT.address)
        session = self.scene.peer.wait(id=number)
        self.assertIn("session", session, session)
        self.assertEqual(session["accounts"], [f"eip155:1:{ACCOUNT.address}"])
        return wallet, session["session"]

    def message(self, wallet, method=None):
        """The next message that the wallet gets."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            number, name, params = wallet.get_message()
            if name == "wc_sessionRequest":
                name, params = params["request"]["method"], params["request"]["params"]
            if number is not None and (method is None or name == method):
                return number, params
            time.sleep(0.02)
        raise AssertionError(f"no {method}")

    def sign(self, wallet, number, params):
        signed = ACCOUNT.sign_message(encode_defunct(hexstr=params[0]))
        wallet.reply(number, "0x" + bytes(signed.signature).hex())

    def check(self, answer):
        self.assertIn("result", answer, answer)
        signer = Account.recover_message(encode_defunct(hexstr=HELLO), signature=answer["result"])
        self.assertEqual(signer, ACCOUNT.address)

    def ask(self, session):
        """Begins a request for a signature."""
        return self.scene.peer.send(
            "request", session=session, method="personal_sign", params=[HELLO, ACCOUNT.address])

    def test_it_approves_and_signs(self):
        wallet, session = self.connect()
        for _ in range(3):
            number = self.ask(session)
            self.sign(wallet, *self.message(wallet, "personal_sign"))
            self.check(self.scene.peer.wait(id=number))

    def test_it_rejects_a_proposal(self):
        wallet, (proposal, _, _), number = self.offer()
        wallet.reject_session_request(proposal)
        outcome = self.scene.peer.wait(id=number)
        self.assertNotIn("session", outcome, outcome)
        self.assertTrue(outcome.get("code") or outcome.get("failed"), outcome)

    def test_it_rejects_a_request(self):
        wallet, session = self.connect()
        number = self.ask(session)
        request, _ = self.message(wallet, "personal_sign")
        wallet.reject(request)
        self.assertIn("code", self.scene.peer.wait(id=number))
        # The session stays open.
        number = self.ask(session)
        self.sign(wallet, *self.message(wallet, "personal_sign"))
        self.check(self.scene.peer.wait(id=number))

    def test_a_request_waits_while_its_socket_is_cut(self):
        wallet, session = self.connect()
        for _ in range(2):
            # A proxy that has not read everything resets the connection, and the library does not connect again after that.
            time.sleep(0.5)
            self.scene.other.stop()
            number = self.ask(session)
            # Our relay has it now, for which nobody is connected.
            time.sleep(0.5)
            self.assertIsNone(self.scene.peer.take(id=number))
            self.scene.other.start()
            self.sign(wallet, *self.message(wallet, "personal_sign"))
            self.check(self.scene.peer.wait(id=number))

    def test_an_answer_waits_while_our_socket_is_cut(self):
        wallet, session = self.connect()
        number = self.ask(session)
        request = self.message(wallet, "personal_sign")
        self.scene.own.stop()
        self.sign(wallet, *request)
        time.sleep(0.5)
        self.assertIsNone(self.scene.peer.take(id=number))
        self.scene.own.start()
        self.check(self.scene.peer.wait(id=number))


class PeerTestsOfVersion2(PeerTests):
    def test_it_answers_a_ping(self):
        wallet, session = self.connect()
        number = self.scene.peer.send("ping", session=session)

        def answer():
            wallet.get_message()
            return self.scene.peer.take(id=number)

        self.assertEqual(until(answer), {"id": number, "result": True})

    def test_it_deletes_the_session(self):
        wallet, session = self.connect()
        wallet.close()
        self.assertEqual(self.scene.peer.wait(event="ended", session=session)["session"], session)
        self.assertIn("failed", self.scene.peer.wait(id=self.ask(session)))

    def test_our_end_of_the_session_reaches_it(self):
        wallet, session = self.connect()
        self.assertEqual(self.scene.peer.call("disconnect", session=session)["result"], True)
        self.message(wallet, "wc_sessionDelete")


class PeerTestsOfVersion1(PeerTests):
    version = "v1"

    # It ends a session of version 1 without a message, so only our end can be tested.

    def test_our_end_of_the_session_reaches_it(self):
        wallet, session = self.connect()
        self.assertEqual(self.scene.peer.call("disconnect", session=session)["result"], True)
        _, params = self.message(wallet, "wc_sessionUpdate")
        self.assertEqual(params[0]["approved"], False)

    def link(self, link):
        """With the bridge behind the proxy that the test cuts for the wallet."""
        return link.replace(f"%3A{self.scene.own.port}", f"%3A{self.scene.other.port}")


def load_tests(loader, _, __):
    """Not the tests that both versions share on their own."""
    suite = unittest.TestSuite()
    for case in (PeerTestsOfVersion2, PeerTestsOfVersion1):
        suite.addTests(loader.loadTestsFromTestCase(case))
    return suite
