// @ts-check

/**
 * Gives the page the wallet API of Bitcoin.com Link.
 *
 * There are three entry points: `_bitcoinWalletApi.messageHandler(text)`, `_bitcoinWalletApi.sendMessageHandler`
 * (called directly, or its `postMessage`), and `webkit.messageHandlers.sendMessageHandler.postMessage(objectOrText)`.
 * Responses are passed to the current `_bitcoinWalletApi.receiveMessage`, never before the call that sent the message
 * has returned: Link's own library stores its resolver only then. It also reassigns the object and its properties, so
 * nothing here is frozen.
 *
 * @param {any} window
 * @param {import("./wire.js").Wire} wire
 */
export function installLink(window, wire) {
    const { CustomEvent, console } = window;
    const { apply } = window.Reflect;
    const { parse, stringify } = window.JSON;
    const { dispatchEvent } = window.EventTarget.prototype;
    const uncurry = window.Function.prototype.bind.bind(window.Function.prototype.call);
    const indexOf = uncurry(window.String.prototype.indexOf);
    const slice = uncurry(window.String.prototype.slice);
    const warn = console.warn.bind(console);
    const enqueue = window.queueMicrotask.bind(window);
    const report = window.reportError.bind(window);

    /** @param {unknown} message */
    function post(message) {
        let text;
        try {
            text = typeof message === "string" ? message : stringify(message);
        } catch {
            // BigInt, cycles: not JSON, but a caller may wait for an error.
            return refuseLater(message, "malformed");
        }
        if (typeof text !== "string") text = "null";
        const control = indexOf(text, "\x1e");
        // A message must not contain the separator; NUL is not valid in JSON either, so such a message is still
        // refused.
        const body = control < 0 ? text : `${slice(text, 0, control)}\0`;
        wire.send("L", body, new Receiver(body));
        return undefined;
    }

    /**
     * A class, because an object with a function of its own for each message would take twice the memory; with a private
     * member, because the page can change what an assignment to another one does.
     */
    class Receiver {
        #body;

        /** @param {string} body */
        constructor(body) {
            this.#body = body;
        }

        /** @param {string} text */
        answer(text) {
            answer(text);
        }

        /** @param {string} reason */
        refuse(reason) {
            // The receiver of all responses belongs to the new document now.
            if (reason !== "replaced") refuse(this.#body, reason);
        }
    }

    /** @param {string} text */
    function answer(text) {
        const message = parse(text);
        // What the page has made of the object, including its getters, affects only this response.
        try {
            const api = window._bitcoinWalletApi;
            const receive = api === undefined || api === null ? undefined : api.receiveMessage;
            const isReplaced = api !== undefined && api !== null && api !== original && receive === undefined;
            if (typeof receive === "function") apply(receive, api, [message]);
            else if (api === undefined || isReplaced) announce(message);
            else warn(`The wallet's answer to ${message.command} has no receiver: receiveMessage is not a function.`);
        } catch (error) {
            report(error);
        }
    }

    /** @param {unknown} message @param {string} reason */
    function refuseLater(message, reason) {
        enqueue(() => refuse(message, reason));
    }

    /** @param {any} message The message or its text. @param {string} reason */
    function refuse(message, reason) {
        let parts;
        try {
            parts = typeof message === "string" ? parse(message) : message;
            parts = { messageId: parts.messageId, command: parts.command };
        } catch {
            parts = {};
        }
        if (typeof parts.messageId !== "string") {
            warn(`A message without a usable messageId was dropped: ${reason}`);
            return;
        }
        const error = { ...errors[reason], data: { reason } };
        const command = typeof parts.command === "string" ? slice(parts.command, 0, 128) : "";
        // Part of a long ID may be the ID of another message, which the page would consider answered.
        const messageId = parts.messageId.length > 128 ? null : parts.messageId;
        answer(stringify({ messageId, command, error }));
    }

    /**
     * The default receiver, for pages without Link's library.
     *
     * @param {unknown} message
     */
    function announce(message) {
        apply(dispatchEvent, window, [new CustomEvent("drawbridge:message", { detail: message })]);
    }

    const sendMessageHandler = Object.assign((/** @type {unknown} */ message) => post(message), { postMessage: post });
    const original = {
        /** @param {string} text */
        messageHandler(text) {
            post(text);
        },
        sendMessageHandler,
        receiveMessage: announce,
    };
    window._bitcoinWalletApi = original;
    if (window.webkit === undefined) window.webkit = {};
    if (window.webkit.messageHandlers === undefined) window.webkit.messageHandlers = {};
    window.webkit.messageHandlers.sendMessageHandler = { postMessage: post };
}

/** The errors of the page script for messages that do not reach the wallet. */
const errors = /** @type {Record<string, { type: string, description: string }>} */ ({
    tooMany: {
        type: "CONNECTION_DENIED",
        description: "Too many requests of this page are waiting for their answers already.",
    },
    tooLarge: { type: "MALFORMED_INPUT", description: "The message is larger than the wallet accepts." },
    malformed: { type: "MALFORMED_INPUT", description: "The message is not JSON text." },
    opaque: { type: "CONNECTION_DENIED", description: "A page with an opaque origin cannot use the wallet." },
    gone: { type: "CONNECTION_DENIED", description: "The wallet is not connected to this page." },
});
