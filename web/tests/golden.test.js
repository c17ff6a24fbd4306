// @ts-check
// The golden messages of Tests/Data/Golden, on the page's side; WalletMethodsTests tests the wallet's side. The text of
// a message is its compact JSON, which JSON.stringify writes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installCollection } from "../../Sources/Bridge/WebHost/Scripts/page/collection.js";
import { installEthereum } from "../../Sources/Bridge/WebHost/Scripts/page/ethereum.js";
import { installInvoke } from "../../Sources/Bridge/WebHost/Scripts/page/invoke.js";
import { installLink } from "../../Sources/Bridge/WebHost/Scripts/page/link.js";
import { exchanges, golden, makeWindow, makeWire, plain } from "./window.js";

/** A page with Link's objects, and the responses that `receiveMessage` got. */
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

/** A page with the object of `invoke`. */
function openInvoke() {
    const wire = makeWire();
    /** @type {any} */
    const window = makeWindow();
    installInvoke(window, wire, { name: "app" });
    return { wire, app: window.app };
}

/**
 * The value as the page gets it: with an `ArrayBuffer` instead of the Base64 at each of `paths`, such as `a.b`.
 *
 * @param {any} value @param {string[][]} paths
 */
function withBuffers(value, paths = []) {
    const copy = structuredClone({ value });
    for (const path of paths) {
        const [last, ...rest] = ["value", ...path].reverse();
        /** @type {any} */
        const holder = rest.reverse().reduce((/** @type {any} */ part, key) => part[key], copy);
        holder[last] = Uint8Array.from(atob(holder[last]), (byte) => byte.charCodeAt(0)).buffer;
    }
    return copy.value;
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

for (const { name, request, reply, events = [], cancels } of /** @type {any[]} */ (exchanges("invoke"))) {
    test(`invoke: ${name}`, async () => {
        const { wire, app } = openInvoke();
        /** @type {unknown[]} */
        const received = [];
        for (const { event } of events) if (event) app.on(event, (/** @type {unknown} */ data) => received.push(data));
        const controller = new AbortController();
        const onProgress = (/** @type {unknown} */ data) => received.push(data);
        const isCancellation = request !== undefined && "cancel" in request;
        const sent = isCancellation ? { id: request.cancel, method: "sleep" } : request;
        const promise = sent && app.invoke(sent.method, sent.params && withBuffers(sent.params, reply.buffers), {
            signal: controller.signal, onProgress,
        });
        if (sent) assert.deepEqual([wire.sent[0].tag, wire.sent[0].body], ["I", JSON.stringify(sent)]);
        for (const event of events) wire.hear(event);
        assert.deepEqual(received, events.map((/** @type {any} */ { data, buffers }) => withBuffers(data, buffers)));
        if (isCancellation || cancels) {
            controller.abort("enough");
            assert.deepEqual([wire.sent[1].tag, wire.sent[1].body], ["I", '{"cancel":1}']);
            if (isCancellation) wire.sent[1].receiver.answer(JSON.stringify(reply));
            else wire.sent[0].receiver.answer(JSON.stringify(reply));
            await assert.rejects(promise, (/** @type {unknown} */ reason) => reason === "enough");
        } else if (request !== undefined) {
            wire.sent[0].receiver.answer(JSON.stringify(reply));
            if (reply.error === undefined) {
                assert.deepEqual(await promise, withBuffers(reply.result, reply.buffers));
            } else {
                const { code, message, data, buffers } = reply.error;
                const failed = await promise.then(() => assert.fail("it succeeded"), (/** @type {unknown} */ e) => e);
                assert.ok(failed instanceof app.InvokeError && failed instanceof Error);
                assert.deepEqual(plain(failed), { code, message, data: withBuffers(data, buffers) });
            }
        }
    });
}

test("Ethereum: events", () => {
    const { wire, received } = openEthereum();
    const events = golden("events").map(({ event }) => event);
    for (const event of events) wire.hear(event);
    assert.deepEqual(received, events);
});

for (const { reason, link, ethereum, invoke } of golden("errors")) {
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
        const program = openInvoke();
        const called = program.app.invoke("m");
        program.wire.sent[0].receiver.answer(JSON.stringify({ error: invoke }));
        const failed = await called.then(() => assert.fail("it succeeded"), plain);
        assert.deepEqual(failed, { ...invoke, data: undefined });
    });
}

/**
 * The errors that the page script itself creates for requests that do not reach the wallet, by their names.
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

/**
 * The same for `invoke`.
 *
 * @type {Record<string, (app: any) => Promise<unknown>>}
 */
const invokeMistakes = {
    "The method of invoke is not a string.": (app) => app.invoke(7),
    "The parameters of invoke have no JSON text.": (app) => {
        const cycle = {};
        return app.invoke("m", Object.assign(cycle, { cycle }));
    },
    "The signal is not an AbortSignal.": (app) => app.invoke("m", null, { signal: {} }),
    "The progress listener is not a function.": (app) => app.invoke("m", null, { onProgress: 7 }),
};

for (const { name, reason, link, ethereum, invoke } of golden("page-errors")) {
    test(`Errors of the page script: ${name}`, async () => {
        if (invoke !== undefined) {
            const { wire, app } = openInvoke();
            const promise = reason === undefined ? invokeMistakes[name](app) : app.invoke("m");
            if (reason !== undefined) wire.sent[0].receiver.refuse(reason);
            const failed = await promise.then(() => assert.fail("it succeeded"), plain);
            assert.deepEqual(failed, { ...invoke, data: undefined });
            if (reason === undefined) return assert.deepEqual(wire.sent, []);
        }
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
    assert.deepEqual(named.sort(), [...Object.keys(mistakes), ...Object.keys(invokeMistakes)].sort());
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
