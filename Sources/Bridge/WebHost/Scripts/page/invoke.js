// @ts-check

import { makeBinary } from "./binary.js";
import { InvokeError } from "./invoke-error.js";

/**
 * Gives the page an object to call the methods of the program: `invoke`, and `on` and `off` for its events.
 *
 * Everything that is used later is saved from the window now, before a script of the page can change it.
 *
 * @param {any} window
 * @param {import("./wire.js").Wire} wire
 * @param {{ name: string }} options The name of the object.
 */
export function installInvoke(window, wire, options) {
    const { Map, Object, Promise, TypeError } = window;
    const { parse, stringify } = window.JSON;
    const { apply } = window.Reflect;
    const { getOwnPropertyDescriptor } = Object;
    const uncurry = window.Function.prototype.bind.bind(window.Function.prototype.call);
    const get = uncurry(Map.prototype.get);
    const set = uncurry(Map.prototype.set);
    const remove = uncurry(Map.prototype.delete);
    const forEach = uncurry(Map.prototype.forEach);
    const hasOwn = uncurry(Object.prototype.hasOwnProperty);
    const listenTo = uncurry(window.EventTarget.prototype.addEventListener);
    const unlisten = uncurry(window.EventTarget.prototype.removeEventListener);
    const isAborted = uncurry(getOwnPropertyDescriptor(window.AbortSignal.prototype, "aborted").get);
    const reasonOf = uncurry(getOwnPropertyDescriptor(window.AbortSignal.prototype, "reason").get);
    const report = window.reportError.bind(window);
    const binary = makeBinary(window);

    /** The number of the last request; numbers are unique, even across documents that replace each other. */
    let last = 0;
    /** The number of open requests. */
    let open = 0;
    /** The progress listeners of the open requests. @type {Map<number, (data: unknown) => void>} */
    const progress = new Map();
    /** The requests to cancel, in order. @type {Map<number, number>} */
    const cancellations = new Map();
    let isCancelling = false;
    /** @type {Map<string, Map<Listener, Listener>>} */
    const listeners = new Map();

    /** @typedef {(data: unknown) => void} Listener */

    /**
     * @param {string} method
     * @param {unknown} [params] Any value that JSON can represent, with `ArrayBuffer`s and typed arrays anywhere in it.
     * @param {{ signal?: AbortSignal | null, onProgress?: Listener }} [settings]
     * @returns {Promise<unknown>}
     */
    function invoke(method, params, settings) {
        return new Promise((/** @type {any} */ resolve, /** @type {any} */ reject) => {
            if (typeof method !== "string" || method === "") {
                throw new InvokeError("invalidParameters", "The method must be a non-empty string.");
            }
            const { signal: given, onProgress } = settings ?? {};
            const signal = given ?? undefined;
            if (onProgress !== undefined && typeof onProgress !== "function") {
                throw new InvokeError("invalidParameters", "“onProgress” must be a function.");
            }
            if (signal !== undefined && checkSignal(signal)) {
                reject(reasonOf(signal));
                return;
            }
            const attachments = wire.carriesAttachments() ? [] : undefined;
            const text = write(params, attachments);
            // The last slot is reserved for cancelling open requests.
            if (wire.room() <= (open > 0 ? 1 : 0)) throw refusal("tooMany");
            send(method, text, attachments, signal, onProgress, resolve, reject);
        });
    }

    /** @param {unknown} signal @returns {boolean} Whether it is aborted. */
    function checkSignal(signal) {
        try {
            return isAborted(signal);
        } catch {
            throw new InvokeError("invalidParameters", "“signal” must be an AbortSignal.");
        }
    }

    /**
     * @param {unknown} params @param {Uint8Array[] | undefined} attachments Gets the large binary values, if it is given.
     * @returns {string} The members of the message, or an empty string.
     */
    function write(params, attachments) {
        if (params === undefined) return "";
        let text;
        try {
            text = stringify(params, binary.replacer(attachments));
        } catch (error) {
            // Such as a cycle, or an error of the page's own `toJSON`.
            if (error instanceof InvokeError) throw error;
            const failure = new InvokeError("invalidParameters", "The parameters have no JSON text.");
            failure.cause = error;
            throw failure;
        }
        // What their `toJSON` returns.
        if (text === undefined) throw new InvokeError("invalidParameters", "The parameters have no JSON text.");
        const members = `,"params":${text}`;
        return attachments === undefined || attachments.length === 0
            ? members : `${members},"attachments":"${binary.mark}"`;
    }

    /**
     * @param {string} method @param {string} params @param {Uint8Array[] | undefined} attachments
     * @param {AbortSignal | undefined} signal
     * @param {Listener | undefined} onProgress @param {(value: unknown) => void} resolve
     * @param {(error: unknown) => void} reject
     */
    function send(method, params, attachments, signal, onProgress, resolve, reject) {
        const id = (last += 1);
        let isAnswered = false;

        function abort() {
            // An `abort` event that the page dispatches itself does not count.
            if (isAnswered || !isAborted(signal)) return;
            remove(progress, id);
            unlisten(signal, "abort", abort);
            reject(reasonOf(signal));
            set(cancellations, id, id);
            cancel();
        }
        function end() {
            isAnswered = true;
            open -= 1;
            remove(progress, id);
            remove(cancellations, id);
            if (signal !== undefined) unlisten(signal, "abort", abort);
            cancel();
        }
        open += 1;
        if (onProgress !== undefined) set(progress, id, onProgress);
        if (signal !== undefined) listenTo(signal, "abort", abort);
        wire.send("I", `{"id":${id},"method":${stringify(method)}${params}}`, {
            answer(text, attached) {
                end();
                const message = parse(text);
                if (hasOwn(message, "error")) {
                    const { code, message: sentence } = message.error;
                    reject(new InvokeError(code, sentence, valueOf(message.error, "data", attached)));
                } else {
                    resolve(valueOf(message, "result", attached));
                }
            },
            refuse(reason) {
                end();
                reject(refusal(reason));
            },
        }, attachments);
    }

    /** Cancels the requests one after another, so that cancelling takes at most one slot. */
    function cancel() {
        forEach(cancellations, (/** @type {number} */ id) => {
            if (isCancelling || wire.room() < 1) return;
            isCancelling = true;
            remove(cancellations, id);
            wire.send("I", `{"cancel":${id}}`, {
                answer() {
                    isCancelling = false;
                    cancel();
                },
                refuse(reason) {
                    isCancelling = false;
                    // The next response frees a slot.
                    if (reason === "tooMany") set(cancellations, id, id);
                },
            });
        });
    }

    /**
     * @param {any} message @param {string} name @param {ArrayBuffer[] | undefined} attachments
     * @returns {unknown} The member, with its binary values.
     */
    function valueOf(message, name, attachments) {
        if (!hasOwn(message, name)) return undefined;
        return hasOwn(message, "buffers") ? binary.restore(message[name], message.buffers, attachments) : message[name];
    }

    /** @param {string} reason */
    function refusal(reason) {
        return new InvokeError(reason, refusals[reason]);
    }

    /** @param {Listener} listener @param {unknown} data */
    function tell(listener, data) {
        // An error of one listener must not affect the others.
        try {
            apply(listener, undefined, [data]);
        } catch (error) {
            report(error);
        }
    }

    /**
     * @param {string} event @param {Listener} listener
     * @returns {() => void} Removes the listener.
     */
    function on(event, listener) {
        if (typeof listener !== "function") throw new TypeError("The listener must be a function.");
        const name = `${event}`;
        let own = get(listeners, name);
        if (own === undefined) {
            own = new Map();
            set(listeners, name, own);
        }
        set(own, listener, listener);
        return () => off(name, listener);
    }

    /** @param {string} event @param {Listener} listener */
    function off(event, listener) {
        const own = get(listeners, `${event}`);
        if (own !== undefined) remove(own, listener);
    }

    wire.listen("I", (text, attachments) => {
        const message = parse(text);
        const data = valueOf(message, "data", attachments);
        if (hasOwn(message, "progress")) {
            const listener = get(progress, message.progress);
            if (listener !== undefined) tell(listener, data);
            return;
        }
        const own = get(listeners, message.event);
        if (own !== undefined) forEach(own, (/** @type {Listener} */ listener) => tell(listener, data));
    });

    Object.defineProperty(window, options.name, {
        value: Object.freeze({ invoke, on, off, InvokeError }), writable: true, configurable: true, enumerable: true,
    });
}

/** Why a request did not reach the program. */
const refusals = /** @type {Record<string, string>} */ ({
    tooMany: "Too many requests of this page are waiting for their answers already.",
    tooLarge: "The request is larger than the program accepts.",
    malformed: "The request is not JSON text.",
    opaque: "A page with an opaque origin cannot call the program.",
    gone: "The program is not connected to this page.",
    replaced: "The document was replaced before the request was answered.",
});
