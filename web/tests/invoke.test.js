// @ts-check
// The object of `invoke` at its limits; the golden messages are in golden.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installInvoke } from "../../Sources/Bridge/WebHost/Scripts/page/invoke.js";
import { makeWindow, makeWire } from "./window.js";

/** A page whose wire has this number of free slots. */
function open(places = 1024) {
    const wire = makeWire();
    let room = places;
    const send = wire.send;
    Object.assign(wire, {
        room: () => room,
        send(/** @type {string} */ tag, /** @type {string} */ body, /** @type {any} */ receiver) {
            room -= 1;
            const free = (/** @type {string} */ name) => (/** @type {string} */ text) => {
                room += 1;
                receiver[name](text);
            };
            send(tag, body, { answer: free("answer"), refuse: free("refuse") });
        },
    });
    /** @type {any} */
    const window = makeWindow();
    installInvoke(window, wire, { name: "app" });
    return { wire, app: window.app, bodies: () => wire.sent.map(({ body }) => body) };
}

const codeOf = (/** @type {Promise<unknown>} */ promise) => promise.then(() => "ok", ({ code }) => code);
const reasonOf = (/** @type {Promise<unknown>} */ promise) => promise.then(() => "ok", (reason) => reason);

test("one slot is reserved for cancelling, as long as there is something to cancel", async () => {
    const { wire, app } = open(3);
    const first = [app.invoke("a"), app.invoke("b")];
    assert.equal(await codeOf(app.invoke("c")), "tooMany");
    wire.sent[0].receiver.answer('{"result":1}');
    assert.equal(await first[0], 1);
    const third = app.invoke("d");
    assert.equal(wire.sent.length, 3);
    for (const { receiver } of wire.sent.slice(1)) receiver.answer('{"result":2}');
    assert.deepEqual([await first[1], await third], [2, 2]);
    const narrow = open(1);
    const only = narrow.app.invoke("a");
    assert.equal(await codeOf(narrow.app.invoke("b")), "tooMany");
    narrow.wire.sent[0].receiver.answer('{"result":3}');
    assert.equal(await only, 3);
});

test("cancellations are sent one after another, and unnecessary ones are not sent", async () => {
    const { wire, app, bodies } = open();
    const controllers = [1, 2, 3, 4].map(() => new AbortController());
    const calls = controllers.map(({ signal }) => reasonOf(app.invoke("m", null, { signal })));
    controllers.forEach((controller, index) => controller.abort(index));
    assert.deepEqual(await Promise.all(calls), [0, 1, 2, 3]);
    assert.deepEqual(bodies().slice(4), ['{"cancel":1}']);
    // The second request is answered before it is cancelled.
    wire.sent[1].receiver.answer('{"result":null}');
    wire.sent[4].receiver.answer("{}");
    assert.deepEqual(bodies().slice(4), ['{"cancel":1}', '{"cancel":3}']);
    wire.sent[5].receiver.answer("{}");
    wire.sent[6].receiver.answer("{}");
    assert.deepEqual(bodies().slice(4), ['{"cancel":1}', '{"cancel":3}', '{"cancel":4}']);
});

test("a cancellation without a free slot is sent later, and not after the connection is closed", async () => {
    const { wire, app, bodies } = open();
    const controller = new AbortController();
    const call = reasonOf(app.invoke("m", null, { signal: controller.signal }));
    const other = app.invoke("n");
    controller.abort("enough");
    assert.equal(await call, "enough");
    wire.sent[2].receiver.refuse("tooMany");
    assert.equal(wire.sent.length, 3);
    wire.sent[1].receiver.answer('{"result":1}');
    assert.equal(await other, 1);
    assert.deepEqual(bodies().slice(2), ['{"cancel":1}', '{"cancel":1}']);
    wire.sent[3].receiver.refuse("gone");
    wire.sent[0].receiver.refuse("gone");
    assert.equal(wire.sent.length, 4);
});

test("an event that the page dispatches on a signal aborts nothing, and a signal is released at the end", async () => {
    const { wire, app, bodies } = open();
    const controller = new AbortController();
    const call = app.invoke("m", null, { signal: controller.signal });
    controller.signal.dispatchEvent(new Event("abort"));
    assert.deepEqual(bodies(), ['{"id":1,"method":"m","params":null}']);
    wire.sent[0].receiver.answer('{"result":7}');
    assert.equal(await call, 7);
    controller.abort();
    assert.equal(wire.sent.length, 1);
    const early = new AbortController();
    early.abort("early");
    assert.equal(await reasonOf(app.invoke("m", null, { signal: early.signal })), "early");
    assert.equal(wire.sent.length, 1);
});

test("progress goes to its own call until its end", async () => {
    const { wire, app } = open();
    /** @type {unknown[]} */
    const heard = [];
    const calls = ["a", "b"].map((name) =>
        app.invoke(name, null, { onProgress: (/** @type {unknown} */ data) => heard.push([name, data]) }));
    for (const [id, data] of [[2, "x"], [1, "y"], [3, "other"]]) wire.hear({ progress: id, data });
    wire.sent[0].receiver.answer('{"result":1}');
    wire.hear({ progress: 1, data: "late" });
    wire.sent[1].receiver.refuse("gone");
    wire.hear({ progress: 2, data: "late" });
    assert.equal(await calls[0], 1);
    assert.equal(await codeOf(calls[1]), "gone");
    assert.deepEqual(heard, [["b", "x"], ["a", "y"]]);
});

test("binary values of every kind are encoded, and values that only resemble them are not", () => {
    const { app, bodies } = open();
    const { buffer } = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7]);
    app.invoke("m", [
        buffer, new Uint8Array(buffer, 1, 2), new Uint16Array(buffer, 2, 1), new DataView(buffer, 7), new ArrayBuffer(0),
        { byteLength: 3, buffer: "no" }, new Date(0), Object.create(null), [], null,
    ]);
    assert.deepEqual(JSON.parse(bodies()[0]).params, [
        "AAECAwQFBgc=", "AQI=", "AgM=", "Bw==", "", { byteLength: 3, buffer: "no" }, "1970-01-01T00:00:00.000Z", {},
        [], null,
    ]);
});
