// @ts-check
// The objects of a payment's form, with a wire that the test controls; FormDialectTests tests the wallet's side.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installCollection } from "../../Sources/Bridge/WebHost/Scripts/page/collection.js";

/** A page with the three objects, and what they sent. */
function makePage() {
    /** @type {string[]} */
    const sent = [];
    /** @type {any} */
    const window = { JSON, Reflect, String };
    /** @type {import("../../Sources/Bridge/WebHost/Scripts/page/wire.js").Wire} */
    const wire = {
        send: (tag, body, receiver) => {
            if (body.length > 4096) receiver.refuse("tooLarge");
            else sent.push(tag + body);
        },
        listen: () => {},
        carriesAttachments: () => false,
        onReplaced: () => {},
        room: () => 1,
    };
    installCollection(window, wire);
    const post = window.webkit.messageHandlers.payDataCollectionComplete.postMessage;
    return { window, sent, posts: [post, window.AndroidWallet.onDataCollectionComplete, window.ReactNativeWebView.postMessage] };
}

test("an object and its text are sent as the same text, by any of the three objects", () => {
    const { sent, posts } = makePage();
    for (const post of posts) {
        post({ type: "IC_COMPLETE", success: true });
        post('{"type":"IC_COMPLETE","success":true}');
    }
    assert.deepEqual(new Set(sent), new Set(['F{"type":"IC_COMPLETE","success":true}']));
    assert.equal(sent.length, 6);
});

test("a value without JSON text is not sent, and throws nothing", () => {
    const { sent, posts } = makePage();
    /** @type {any} */
    const cycle = {};
    cycle.self = cycle;
    for (const message of [undefined, 7n, Symbol("x"), () => 1, cycle, '{"type":"IC_COMPLETE"}\x1eF2:{}']) {
        for (const post of posts) post(message);
    }
    assert.deepEqual(sent, []);
});

test("a failure is sent however long its explanation is, and nothing else that is too long", () => {
    const { sent, posts } = makePage();
    const long = "x".repeat(1 << 20);
    for (const post of posts) {
        post({ type: "IC_ERROR", error: long });
        post(JSON.stringify({ type: "IC_ERROR", error: long }));
        post({ type: "IC_COMPLETE", detail: long });
        post(long);
    }
    assert.deepEqual(sent, Array(6).fill('F{"type":"IC_ERROR"}'));
});

test("a page that replaces JSON afterwards changes nothing", () => {
    const { window, sent, posts } = makePage();
    window.JSON = { stringify: () => "{}" };
    posts[0]({ type: "IC_ERROR" });
    assert.deepEqual(sent, ['F{"type":"IC_ERROR"}']);
});
