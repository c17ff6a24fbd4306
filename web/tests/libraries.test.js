// @ts-check
// How libraries interpret the wallet's responses: the exchanges of Tests/Data/Golden/libraries.json, checked by small
// clients that make the same checks as the libraries. WalletMethodsTests tests the wallet's side.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installEthereum } from "../../Sources/Bridge/WebHost/Scripts/page/ethereum.js";
import { followers, readers } from "./clients.js";
import { golden, makeWindow, makeWire, plain } from "./window.js";

/**
 * A page with the provider, on a wire.
 *
 * @param {(task: () => void) => void} [enqueue]
 */
function open(enqueue = queueMicrotask) {
    const wire = makeWire();
    /** @type {any} */
    const window = Object.assign(makeWindow(), { queueMicrotask: enqueue });
    installEthereum(window, wire, { name: "Wallet", icon: "data:,", rdns: "org.example.wallet" });
    return { wire, provider: window.ethereum };
}

for (const { about, steps } of golden("libraries").filter(({ client }) => client === undefined)) {
    test(`Libraries: ${about}`, async () => {
        for (const { request, answer, contains, seen } of steps) {
            const { wire, provider } = open();
            const promise = provider.request(request);
            // If only a part of the sentence matters, that part alone must be sufficient.
            const given = answer ?? { error: { code: -32603, message: `No. ${contains}`, data: { reason: "notSent" } } };
            wire.sent[0].receiver.answer(JSON.stringify(given));
            const failure = await promise.then(() => assert.fail("it succeeded"), plain);
            /** @type {Record<string, string>} */
            const made = {};
            for (const library of Object.keys(seen)) made[library] = readers[library](failure, request.method);
            assert.deepEqual(made, seen);
        }
    });
}

for (const { about, client, logs, steps } of golden("libraries").filter(({ client }) => client !== undefined)) {
    test(`Libraries: ${about}`, async () => {
        const { wire, provider } = open();
        const follower = /** @type {any} */ (followers)[client];
        const params = steps[0].request.params;
        const heard = follower(provider, params);
        for (const [index, { request, answer, event }] of steps.entries()) {
            if (event !== undefined) {
                wire.hear(event);
                continue;
            }
            const number = steps.slice(0, index).filter((/** @type {any} */ step) => step.request !== undefined).length;
            while (wire.sent.length <= number) await new Promise((resolve) => setTimeout(resolve));
            assert.deepEqual(JSON.parse(wire.sent[number].body), request);
            wire.sent[number].receiver.answer(JSON.stringify(answer));
            await new Promise((resolve) => setTimeout(resolve));
        }
        assert.equal((await heard).length, logs);
    });
}

test("sendAsync returns a promise if there is no callback", async () => {
    const { wire, provider } = open();
    const payloads = [{ id: 1, method: "eth_chainId" }, { id: 2, method: "eth_nothing" }];
    const [sent, all] = [provider.sendAsync(payloads[0]), provider.sendAsync(payloads)];
    const also = provider.send(payloads);
    const failure = { error: { code: -32601, message: "No.", data: { reason: "unknownMethod" } } };
    for (const { body, receiver } of wire.sent) {
        receiver.answer(JSON.stringify(JSON.parse(body).method === "eth_chainId" ? { result: "0x1" } : failure));
    }
    const one = { id: 1, jsonrpc: "2.0", result: "0x1" };
    const other = { id: 2, jsonrpc: "2.0", error: failure.error };
    assert.deepEqual(await sent, one);
    assert.deepEqual(await all, [one, other]);
    assert.deepEqual(await also, [one, other]);
});

test("an error of a callback of sendAsync is the page's, and no response is lost", async () => {
    /** @type {unknown[]} */
    const thrown = [];
    const { wire, provider } = open((/** @type {() => void} */ task) => queueMicrotask(() => {
        try {
            task();
        } catch (error) {
            thrown.push(/** @type {Error} */ (error).message);
        }
    }));
    provider.sendAsync({ id: 1, method: "eth_chainId" }, () => { throw new Error("the page's own"); });
    const heard = new Promise((resolve) => {
        const payload = [{ id: 2, method: "eth_chainId" }];
        provider.sendAsync(payload, (/** @type {unknown} */ _error, /** @type {any} */ all) => resolve(all));
    });
    for (const { receiver } of wire.sent) receiver.answer(JSON.stringify({ result: "0x1" }));
    assert.deepEqual(await heard, [{ id: 2, jsonrpc: "2.0", result: "0x1" }]);
    assert.deepEqual(thrown, ["the page's own"]);
});
