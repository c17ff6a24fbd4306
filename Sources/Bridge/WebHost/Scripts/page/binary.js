// @ts-check

import { InvokeError } from "./invoke-error.js";
import { makeLoss } from "./loss.js";

/**
 * Converts between binary values and Base64 (RFC 4648, section 4).
 *
 * Only the elements of arrays are used: everything else comes from prototypes, which the page can change.
 *
 * @param {any} window
 */
export function makeBinary(window) {
    const { ArrayBuffer, DataView, Object, Uint8Array, TextDecoder, TextEncoder } = window;
    const { isArray } = window.Array;
    const uncurry = window.Function.prototype.bind.bind(window.Function.prototype.call);
    const { getPrototypeOf, getOwnPropertyDescriptor } = Object;
    const objects = Object.prototype;
    const getter = (/** @type {object} */ prototype, /** @type {PropertyKey} */ name) =>
        uncurry(getOwnPropertyDescriptor(prototype, name).get);
    const typedArrays = getPrototypeOf(Uint8Array.prototype);
    const typed = {
        kind: getter(typedArrays, window.Symbol.toStringTag),
        buffer: getter(typedArrays, "buffer"),
        start: getter(typedArrays, "byteOffset"),
        size: getter(typedArrays, "byteLength"),
    };
    const view = {
        buffer: getter(DataView.prototype, "buffer"),
        start: getter(DataView.prototype, "byteOffset"),
        size: getter(DataView.prototype, "byteLength"),
    };
    const bufferSize = getter(ArrayBuffer.prototype, "byteLength");
    const isView = ArrayBuffer.isView;
    const loss = makeLoss(window);
    const decodeText = uncurry(TextDecoder.prototype.decode);
    const encodeText = uncurry(TextEncoder.prototype.encode);
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    const digits = encodeText(encoder, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    const values = new Uint8Array(256);
    for (let value = 0; value < 64; value += 1) values[digits[value]] = value;
    const padding = 0x3d;
    /** Binary values with fewer bytes are Base64 in the text, which takes less time than an attachment. */
    const attachedBytes = 4096;
    /** The beginning of the strings that stand for attachments: no page can know it. */
    let mark = "";
    const random = window.crypto.getRandomValues(new Uint8Array(16));
    for (let index = 0; index < 16; index += 1) mark += random[index] + "-";
    // WebKit's own functions are several times as fast (ECMAScript 2026); earlier versions lack them.
    const toBase64 = Uint8Array.prototype.toBase64 === undefined ? undefined : uncurry(Uint8Array.prototype.toBase64);
    const fromBase64 = Uint8Array.fromBase64 === undefined ? undefined : Uint8Array.fromBase64.bind(Uint8Array);

    /**
     * The bytes of an `ArrayBuffer`, a typed array or a `DataView`, and their number; nothing for any other value.
     *
     * @param {unknown} value
     * @returns {{ bytes: Uint8Array, size: number } | undefined}
     */
    function bytesOf(value) {
        if (typeof value !== "object" || value === null) return undefined;
        if (isView(value)) {
            const { buffer, start, size } = typed.kind(value) === undefined ? view : typed;
            return { bytes: new Uint8Array(buffer(value), start(value), size(value)), size: size(value) };
        }
        // Most values are primitives, which need no test that throws.
        const prototype = getPrototypeOf(value);
        if (prototype === objects || prototype === null || isArray(value)) return undefined;
        try {
            return { bytes: new Uint8Array(value), size: bufferSize(value) };
        } catch {
            return undefined;
        }
    }

    /** @param {Uint8Array} bytes @param {number} size */
    function base64(bytes, size) {
        if (toBase64 !== undefined) return toBase64(bytes);
        const whole = size - (size % 3);
        const text = new Uint8Array(((size + 2 - ((size + 2) % 3)) / 3) * 4);
        let end = 0;
        for (let index = 0; index < size; index += 3) {
            const second = index + 1 < size ? bytes[index + 1] : 0;
            const third = index + 2 < size ? bytes[index + 2] : 0;
            const group = (bytes[index] << 16) | (second << 8) | third;
            text[end] = digits[group >> 18];
            text[end + 1] = digits[(group >> 12) & 63];
            text[end + 2] = digits[(group >> 6) & 63];
            text[end + 3] = digits[group & 63];
            end += 4;
        }
        if (whole < size) text[end - 1] = padding;
        if (size - whole === 1) text[end - 2] = padding;
        return decodeText(decoder, text);
    }

    /** @param {string} text Base64, as `base64` writes it. @returns {ArrayBuffer} */
    function buffer(text) {
        if (fromBase64 !== undefined) return typed.buffer(fromBase64(text));
        const from = encodeText(encoder, text);
        const length = text.length;
        let size = (length / 4) * 3;
        if (length > 0 && from[length - 1] === padding) size -= from[length - 2] === padding ? 2 : 1;
        const bytes = new Uint8Array(size);
        let end = 0;
        for (let index = 0; index < length; index += 4) {
            const group = (values[from[index]] << 18) | (values[from[index + 1]] << 12)
                | (values[from[index + 2]] << 6) | values[from[index + 3]];
            // Bytes beyond the end are not stored.
            bytes[end] = group >> 16;
            bytes[end + 1] = (group >> 8) & 255;
            bytes[end + 2] = group & 255;
            end += 3;
        }
        return typed.buffer(bytes);
    }

    return {
        mark,

        /**
         * A function for `JSON.stringify`: it returns the value, or Base64 if it is binary, and throws an `InvokeError` for
         * a value that would become another one. With a list, a copy of each
         * large binary value is added to it instead, and `mark` and its index are returned.
         *
         * @param {Uint8Array[] | undefined} attachments
         * @returns {(key: string, value: unknown) => unknown}
         */
        replacer(attachments) {
            /** @this {any} @param {string} key @param {unknown} value @returns {unknown} */
            function replace(key, value) {
                const fault = loss.of(this, key, value);
                if (fault !== undefined) throw new InvokeError("invalidParameters", `${loss.name(this, key)} ${fault}`);
                const found = bytesOf(value);
                if (found === undefined) return value;
                if (attachments === undefined || found.size < attachedBytes) return base64(found.bytes, found.size);
                const { length } = attachments;
                attachments[length] = new Uint8Array(found.bytes);
                return mark + length;
            }
            return replace;
        },

        /**
         * Replaces the text at each of `paths` with an `ArrayBuffer`: the text is Base64, unless there are attachments.
         *
         * @param {unknown} value @param {Array<Array<string | number>>} paths @param {ArrayBuffer[] | undefined} attachments
         */
        restore(value, paths, attachments) {
            const root = { value };
            for (let index = 0; index < paths.length; index += 1) {
                const path = paths[index];
                /** @type {any} */
                let holder = root;
                /** @type {string | number} */
                let key = "value";
                for (let step = 0; step < path.length; step += 1) {
                    holder = holder[key];
                    key = path[step];
                }
                holder[key] = attachments === undefined ? buffer(holder[key]) : attachments[index];
            }
            return root.value;
        },
    };
}
