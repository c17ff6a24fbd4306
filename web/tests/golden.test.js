// @ts-check
// The conversations of Tests/Golden, with the page's side of them; WalletTests has the wallet's side.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installEthereum } from "../../Sources/WebHost/Scripts/page/ethereum.js";
import { installLink } from "../../Sources/WebHost/Scripts/page/link.js";
import { golden, makeWindow, makeWire, plain } from "./window.js";

for (const { about, request, answer } of golden("link")) {
    test(`Link: ${about}`, () => {
        const wire = makeWire();
        /** @type {any} */
        const window = makeWindow();
        installLink(window, wire);
        /** @type {unknown[]} */
        const heard = [];
        window._bitcoinWalletApi.receiveMessage = (/** @type {unknown} */ message) => heard.push(message);
        window._bitcoinWalletApi.messageHandler(JSON.stringify(request));
        window._bitcoinWalletApi.sendMessageHandler(request);
        window.webkit.messageHandlers.sendMessageHandler.postMessage(request);
        for (const { tag, body, receiver } of wire.sent) {
            assert.equal(tag, "L");
            assert.deepEqual(JSON.parse(body), request);
            receiver.answer(JSON.stringify(answer));
        }
        assert.deepEqual(heard, [answer, answer, answer]);
    });
}

for (const { about, request, answer } of golden("ethereum")) {
    test(`Ethereum: ${about}`, async () => {
        const wire = makeWire();
        /** @type {any} */
        const window = makeWindow();
        installEthereum(window, wire, { name: "Wallet", icon: "data:,", rdns: "org.example.wallet" });
        const promise = window.ethereum.request(request);
        assert.deepEqual([wire.sent[0].tag, JSON.parse(wire.sent[0].body)], ["E", request]);
        wire.sent[0].receiver.answer(JSON.stringify(answer));
        if (answer.error === undefined) return assert.deepEqual(await promise, answer.result);
        return assert.rejects(promise, (/** @type {any} */ error) => {
            assert.deepEqual(plain(error), answer.error);
            return error instanceof Error;
        });
    });
}

test("Ethereum: events", () => {
    const wire = makeWire();
    /** @type {any} */
    const window = makeWindow();
    installEthereum(window, wire, { name: "Wallet", icon: "data:,", rdns: "org.example.wallet" });
    /** @type {unknown[]} */
    const heard = [];
    for (const event of ["connect", "disconnect", "chainChanged", "accountsChanged", "message"]) {
        window.ethereum.on(event, (/** @type {unknown} */ data) => {
            heard.push({ event, data: data instanceof Error ? plain(data) : data });
        });
    }
    const events = golden("events").map(({ event }) => event);
    for (const event of events) wire.hear(event);
    assert.deepEqual(heard, events);
});
