// @ts-check
// The golden messages of Tests/Data/Golden, with the page's side of them; WalletTests has the wallet's side. The text of a
// message is its compact JSON, which JSON.stringify writes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installCollection } from "../../Sources/WebHost/Scripts/page/collection.js";
import { installEthereum } from "../../Sources/WebHost/Scripts/page/ethereum.js";
import { installLink } from "../../Sources/WebHost/Scripts/page/link.js";
import { exchanges, golden, makeWindow, makeWire, plain } from "./window.js";

/** A page with Link's objects, and what `receiveMessage` got. */
function openLink() {
    const wire = makeWire();
    /** @type {any} */
    const window = makeWindow();
    /** @type {unknown[]} */
    const received = [];
    installLink(window, wire);
    window._bitcoinWalletApi.receiveMessage = (/** @type {unknown} */ message) => received.push(message);
    return { wire, window, received };
}

/** A page with the provider, and the events that its listeners got. */
function openEthereum() {
    const wire = makeWire();
    /** @type {any} */
    const window = makeWindow();
    installEthereum(window, wire, { name: "Wallet", icon: "data:,", rdns: "org.example.wallet" });
    /** @type {unknown[]} */
    const received = [];
    for (const event of ["connect", "disconnect", "chainChanged", "accountsChanged", "message"]) {
        window.ethereum.on(event, (/** @type {unknown} */ data) => {
            received.push({ event, data: data instanceof Error ? plain(data) : data });
        });
    }
    return { wire, provider: window.ethereum, received };
}

for (const { method, name, request, reply } of exchanges("link")) {
    test(`Link: ${method}: ${name}`, () => {
        const { wire, window, received } = openLink();
        window._bitcoinWalletApi.messageHandler(JSON.stringify(request));
        window._bitcoinWalletApi.sendMessageHandler(request);
        window.webkit.messageHandlers.sendMessageHandler.postMessage(request);
        assert.equal(wire.sent.length, 3);
        for (const { tag, body, receiver } of wire.sent) {
            assert.equal(tag, "L");
            assert.equal(body, JSON.stringify(request));
            if (reply !== undefined) receiver.answer(JSON.stringify(reply));
        }
        assert.deepEqual(received, reply === undefined ? [] : [reply, reply, reply]);
    });
}

for (const { method, name, request, reply, events = [] } of exchanges("ethereum")) {
    test(`Ethereum: ${method}: ${name}`, async () => {
        const { wire, provider, received } = openEthereum();
        if (request !== undefined) {
            const promise = provider.request(request);
            assert.deepEqual([wire.sent[0].tag, wire.sent[0].body], ["E", JSON.stringify(request)]);
            wire.sent[0].receiver.answer(JSON.stringify(reply));
            if (reply.error === undefined) {
                assert.deepEqual(await promise, reply.result);
            } else {
                await assert.rejects(promise, (/** @type {any} */ error) => {
                    assert.deepEqual(plain(error), reply.error);
                    return error instanceof Error;
                });
            }
        }
        for (const event of events) wire.hear(event);
        assert.deepEqual(received, events);
    });
}

test("Ethereum: events", () => {
    const { wire, received } = openEthereum();
    const events = golden("events").map(({ event }) => event);
    for (const event of events) wire.hear(event);
    assert.deepEqual(received, events);
});

for (const { reason, link, ethereum } of golden("errors")) {
    test(`Errors: ${reason} reaches the page`, async () => {
        const page = openLink();
        page.window._bitcoinWalletApi.messageHandler('{"messageId":"m","command":"c"}');
        const reply = { messageId: "m", command: "c", error: link };
        page.wire.sent[0].receiver.answer(JSON.stringify(reply));
        assert.deepEqual(page.received, [reply]);
        const { wire, provider } = openEthereum();
        const promise = provider.request({ method: "m" });
        wire.sent[0].receiver.answer(JSON.stringify({ error: ethereum }));
        assert.deepEqual(await promise.then(() => assert.fail("it succeeded"), plain), ethereum);
    });
}

/**
 * How a page gets the errors that its own script makes of a request that does not reach the wallet, by their names.
 *
 * @type {Record<string, (provider: any) => unknown>}
 */
const mistakes = {
    "The argument is not an object.": (provider) => provider.request(7),
    "The method is not a string.": (provider) => provider.request({ method: 5 }),
    "The params are neither an array nor an object.": (provider) => provider.request({ method: "m", params: 5 }),
    "The params have no JSON text.": (provider) => provider.request({ method: "m", params: [1n] }),
    "The method needs a callback.": async (provider) => provider.send({ method: "eth_chainId" }),
};

for (const { name, reason, link, ethereum } of golden("page-errors")) {
    test(`Errors of the page script: ${name}`, async () => {
        if (reason === undefined) {
            const { wire, provider } = openEthereum();
            const failed = await Promise.resolve(mistakes[name](provider)).then(() => assert.fail("it succeeded"), plain);
            assert.deepEqual(JSON.parse(JSON.stringify(failed)), ethereum);
            assert.deepEqual(wire.sent, []);
            return;
        }
        const page = openLink();
        page.window._bitcoinWalletApi.messageHandler('{"messageId":"m","command":"c"}');
        page.wire.sent[0].receiver.refuse(reason);
        assert.deepEqual(page.received, link === null ? [] : [{ messageId: "m", command: "c", error: link }]);
        const { wire, provider } = openEthereum();
        const promise = provider.request({ method: "m" });
        wire.sent[0].receiver.refuse(reason);
        assert.deepEqual(await promise.then(() => assert.fail("it succeeded"), plain), ethereum);
    });
}

test("every error of the page script is a golden one", () => {
    const named = golden("page-errors").filter(({ reason }) => reason === undefined).map(({ name }) => name);
    assert.deepEqual(named.sort(), Object.keys(mistakes).sort());
});

for (const { method, name, request } of exchanges("form")) {
    test(`Form: ${method}: ${name}`, () => {
        const wire = makeWire();
        /** @type {any} */
        const window = makeWindow();
        installCollection(window, wire);
        window.webkit.messageHandlers.payDataCollectionComplete.postMessage(request);
        window.AndroidWallet.onDataCollectionComplete(JSON.stringify(request));
        window.ReactNativeWebView.postMessage(JSON.stringify(request));
        assert.deepEqual(wire.sent.map(({ tag, body }) => [tag, body]), Array(3).fill(["F", JSON.stringify(request)]));
    });
}
