// @ts-check
// The conversations of Tests/Golden, with the page's side of them; WalletTests has the wallet's side.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { installEthereum } from "../page/ethereum.js";
import { installLink } from "../page/link.js";

/** @param {string} name @returns {any[]} */
function golden(name) {
    return JSON.parse(readFileSync(new URL(`../../Tests/Golden/${name}.json`, import.meta.url), "utf8"));
}

/** A window with what the page scripts take from one. */
function makeWindow() {
    const { CustomEvent, Event, EventTarget, Promise, Array, Number, Object, Map, JSON, Reflect, String } = globalThis;
    const { crypto, console, setTimeout, queueMicrotask } = globalThis;
    return Object.assign(new EventTarget(), {
        CustomEvent, Event, EventTarget, Promise, Array, Number, Object, Map, JSON, Reflect, String,
        crypto, console, setTimeout, queueMicrotask,
    });
}

/** A wire whose other end is the test: what was sent, and who waits for the answer. */
function makeWire() {
    /** @type {Array<{ tag: string, body: string, receiver: import("../page/wire.js").Receiver }>} */
    const sent = [];
    /** @type {(text: string) => void} */
    let hear = () => {};
    return {
        sent,
        hear: (/** @type {unknown} */ event) => hear(JSON.stringify(event)),
        send: (/** @type {string} */ tag, /** @type {string} */ body, /** @type {any} */ receiver) => {
            sent.push({ tag, body, receiver });
        },
        listen: (/** @type {string} */ _tag, /** @type {(text: string) => void} */ listener) => {
            hear = listener;
        },
        onReplaced: () => {},
    };
}

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

/** What an error of the provider says. */
function plain(/** @type {any} */ { code, message, data }) {
    return { code, message, data };
}
