// @ts-check
// The golden messages of test pages, on the page's side; HarnessTests tests the harness's side.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installHarness } from "../../Sources/Development/Harness/Scripts/harness.js";
import { exchanges, makeWindow, makeWire } from "./window.js";

/** A page with `test`, on a stopped clock, and with the replies of the golden messages. */
function openPage() {
    const wire = makeWire();
    // If two exchanges have the same request, the first is the usual one.
    const all = exchanges("harness").reverse();
    const replies = new Map(all.map(({ request, reply }) => [JSON.stringify(request), reply]));
    /** @type {Set<string>} */
    const sent = new Set();
    const console = { log() {}, info() {}, warn() {}, error() {} };
    /** @type {any} */
    const window = Object.assign(makeWindow(), { console, clearTimeout, performance: { now: () => 0 } });
    const { send } = wire;
    wire.send = (tag, body, receiver) => {
        send(tag, body, receiver);
        assert.equal(tag, "T");
        assert.ok(replies.has(body), `no golden message: ${body}`);
        sent.add(body);
        queueMicrotask(() => receiver.answer(JSON.stringify(replies.get(body))));
    };
    installHarness(window, wire, { timeout: 5000, filter: "" });
    return { window, sent, expected: new Set(replies.keys()) };
}

test("a page with tests sends the golden messages, and its tests get the golden replies", async () => {
    const { window, sent, expected } = openPage();
    const failures = exchanges("harness").map(({ reply }) => reply.error).filter((error) => error !== undefined);
    /** @type {string[]} */
    const messages = [];
    window.test("a test", async (/** @type {any} */ { wallet, chain }) => {
        window.console.log("hello", 7);
        await wallet.approve(2);
        await wallet.reject();
        for (const answer of ["approve", null]) await wallet.always(answer);
        await wallet.type("12.50");
        for (const command of ["hold", "release", "lock", "unlock", "disconnect"]) await wallet[command]();
        await wallet.setChain("0x89");
        assert.deepEqual(await wallet.questions(), []);
        await wallet.questions(1);
        await chain.mine(2);
        assert.equal(await chain.snapshot(), 0);
        const mistakes = [
            () => wallet.approve(0.5), () => wallet.reject(0), () => wallet.always("later"), () => wallet.type(7),
            () => wallet.setChain(), () => wallet.questions(-1), () => chain.advance(60),
        ];
        for (const mistake of mistakes) {
            await mistake().then(() => assert.fail("it succeeded"), (/** @type {Error} */ error) => messages.push(error.message));
        }
    });
    window.test.skip("a skipped test");
    window.test("a failing test", () => { throw "no"; });
    window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "no" }));
    window.dispatchEvent(new Event("load"));
    const isDone = () => [...sent].some((body) => JSON.parse(body).method === "done");
    for (let turn = 0; turn < 100 && !isDone(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([...sent].sort(), [...expected].sort());
    for (const message of messages) assert.ok(failures.includes(message), message);
    assert.equal(messages.length, 7);
});
