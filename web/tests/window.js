// @ts-check
// The part of a window that the page scripts use, and a wire that the test controls.

import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../Tests/Data/Golden/", import.meta.url);

/**
 * The file of golden messages with this name.
 *
 * @param {string} name @returns {any[]}
 */
export function golden(name) {
    return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

/**
 * The golden messages of each method of a dialect: the sent ones, with the name of the method.
 *
 * @param {string} dialect
 * @returns {Array<{ method: string, name: string, request: any, reply: any, events?: any[] }>}
 */
export function exchanges(dialect) {
    /** @type {string[]} */
    const files = readdirSync(new URL(`${dialect}/`, folder)).sort();
    return files.flatMap((file) => {
        const method = file.replace(/\.json$/, "");
        return golden(`${dialect}/${method}`).map((exchange) => ({ method, ...exchange }));
    });
}

/** A window with the functions that the page scripts use. */
export function makeWindow() {
    const { CustomEvent, Event, EventTarget, Promise, Array, Number, Object, Map, JSON, Reflect, String } = globalThis;
    const { crypto, console, setTimeout, queueMicrotask, Date } = globalThis;
    const { AbortSignal, ArrayBuffer, DataView, Function, Symbol, TextDecoder, TextEncoder, TypeError, Uint8Array } =
        globalThis;
    /** @type {unknown[]} */
    const reported = [];
    return Object.assign(new EventTarget(), {
        reported, reportError: (/** @type {unknown} */ error) => void reported.push(error), CustomEvent, Event, EventTarget, Promise, Array, Number, Object, Map, JSON, Reflect, String,
        crypto, console, setTimeout, queueMicrotask, Date,
        AbortSignal, ArrayBuffer, DataView, Function, Symbol, TextDecoder, TextEncoder, TypeError, Uint8Array,
        navigator: {},
    });
}

/** A wire that the test controls: the sent messages, and their receivers. */
export function makeWire() {
    /** @type {Array<{ tag: string, body: string, receiver: import("../../Sources/Bridge/WebHost/Scripts/page/wire.js").Receiver }>} */
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
        carriesAttachments: () => false,
        onReplaced: () => {},
        room: () => 1024,
    };
}

/** The message of a provider's error. */
export function plain(/** @type {any} */ { code, message, data }) {
    return { code, message, data };
}
