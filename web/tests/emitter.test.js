// @ts-check
// The provider's events: the methods of Node.js's emitter, and what a page that listens late gets.

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { makeEmitter } from "../../Sources/Bridge/WebHost/Scripts/page/emitter.js";
import { installEthereum } from "../../Sources/Bridge/WebHost/Scripts/page/ethereum.js";
import { makeWindow, makeWire } from "./window.js";

/** A page with the provider. */
function open() {
    const wire = makeWire();
    /** @type {any} */
    const window = makeWindow();
    installEthereum(window, wire, { name: "Wallet", icon: "data:,", rdns: "org.example.wallet" });
    return { wire, window, provider: window.ethereum };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * What a script makes of an emitter: the same for ours and for Node.js's.
 *
 * @param {any} emitter
 */
function use(emitter) {
    /** @type {unknown[]} */
    const calls = [];
    const event = Symbol("event");
    const named = (/** @type {string} */ name) => (/** @type {unknown[]} */ ...values) => calls.push([name, ...values]);
    const twice = named("twice");
    const gone = named("gone");
    const results = [
        emitter.setMaxListeners(0) === emitter, emitter.getMaxListeners(),
        emitter.on("a", twice) === emitter, emitter.addListener("a", twice) === emitter,
        emitter.prependListener("a", named("first")) === emitter,
        emitter.prependOnceListener("a", named("once, first")) === emitter,
        emitter.once("a", () => {
            calls.push("once");
            // It is removed already, so this does not end in a loop.
            emitter.emit("a", "inner");
        }) === emitter,
        emitter.on("a", gone).off("a", gone) === emitter,
        emitter.on(event, named("symbol")) === emitter,
        emitter.listenerCount("a"), emitter.listenerCount("a", twice), emitter.listeners("a").length,
        emitter.emit("a", 1, 2), emitter.emit("a"), emitter.emit("none"), emitter.emit(event),
        emitter.eventNames(), emitter.rawListeners("a").length,
        emitter.removeAllListeners("a") === emitter, emitter.listenerCount("a"), emitter.eventNames(),
        emitter.listeners("a"), emitter.rawListeners("none"),
    ];
    let thrown;
    try { emitter.emit("error", new Error("nobody listens")); } catch (error) { thrown = /** @type {Error} */ (error).message; }
    emitter.on("error", named("error"));
    emitter.emit("error", 5);
    let refused;
    try { emitter.on("a", "no function"); } catch (error) { refused = error instanceof TypeError; }
    return { calls: calls.map(String), results: results.map((result) => JSON.stringify(result, (_key, value) =>
        typeof value === "symbol" ? "symbol" : value)), thrown, refused };
}

test("the emitter does what Node.js's does", () => {
    const own = makeEmitter(Map, Array, (error) => { throw error; }).methods;
    assert.deepEqual(use(own), use(new EventEmitter()));
});

test("a listener that throws stops no other, and the page's own error is reported", () => {
    const { wire, window, provider } = open();
    const error = new Error("of the page");
    /** @type {unknown[]} */
    const heard = [];
    provider.on("message", () => { throw error; });
    provider.on("message", (/** @type {unknown} */ data) => heard.push(data));
    wire.hear({ event: "message", data: 7 });
    assert.deepEqual(heard, [7]);
    assert.equal(window.reported[0], error);
});

test("a page that listens late gets connect once, and never before the wallet said so", async () => {
    const { wire, provider } = open();
    /** @type {unknown[]} */
    const heard = [];
    const listen = (/** @type {string} */ name) => (/** @type {unknown} */ info) => heard.push([name, info]);
    provider.on("connect", listen("early"));
    await turn();
    assert.deepEqual(heard, []);
    wire.hear({ event: "connect", data: { chainId: "0x1" } });
    assert.deepEqual(heard, [["early", { chainId: "0x1" }]]);
    wire.hear({ event: "chainChanged", data: "0x89" });
    heard.length = 0;
    const removed = listen("removed");
    provider.on("connect", listen("late")).once("connect", listen("once")).on("connect", removed);
    provider.removeListener("connect", removed);
    assert.deepEqual(heard, []);
    await turn();
    assert.deepEqual(heard, [["late", { chainId: "0x89" }], ["once", { chainId: "0x89" }]]);
    assert.equal(provider.listenerCount("connect"), 2);
    provider.on("chainChanged", listen("other events are not repeated"));
    wire.hear({ event: "disconnect", data: { code: 4900, message: "No network." } });
    provider.on("connect", listen("not connected"));
    await turn();
    assert.equal(heard.length, 2);
});

test("the provider is connected from the first script on, until the connection ends", async () => {
    const { wire, provider } = open();
    assert.equal(provider.isConnected(), true);
    const promise = provider.request({ method: "eth_chainId" });
    wire.sent[0].receiver.refuse("gone");
    await assert.rejects(promise);
    assert.equal(provider.isConnected(), false);
    wire.hear({ event: "connect", data: { chainId: "0x1" } });
    assert.equal(provider.isConnected(), true);
});

test("Walletbeat's check of EIP-1193: connect arrives after eth_requestAccounts for a listener of that moment", async () => {
    const { wire, provider } = open();
    wire.hear({ event: "connect", data: { chainId: "0x1" } });
    await turn();
    // The form of the check: a promise of the event, then the request, then a limit of half a second.
    const event = new Promise((resolve, reject) => {
        const alarm = setTimeout(() => reject(new Error("no connect event within 500 ms")), 500);
        provider.on("connect", function heard(/** @type {unknown} */ info) {
            clearTimeout(alarm);
            provider.removeListener("connect", heard);
            resolve(info);
        });
    });
    const accounts = provider.request({ method: "eth_requestAccounts" });
    wire.sent[0].receiver.answer('{"result":["0xab"]}');
    assert.deepEqual(await accounts, ["0xab"]);
    assert.deepEqual(await event, { chainId: "0x1" });
    assert.equal(provider.listenerCount("connect"), 0);
});
