// @ts-check

/**
 * Gives a payment's data-collection form the three objects through which it can report its completion: WebKit's,
 * Android's and React Native's. A form uses the first that it finds.
 *
 * There is no response. The host accepts only one completion message, so a form may use all three.
 *
 * @param {any} window
 * @param {import("./wire.js").Wire} wire
 */
export function installCollection(window, wire) {
    const { parse, stringify } = window.JSON;
    const { apply } = window.Reflect;
    const { indexOf } = window.String.prototype;
    const receiver = { answer() {}, refuse() {} };

    /**
     * A failure message is passed on however long its explanation is, because the explanation is not read.
     *
     * @param {string} text
     */
    function shorten(text) {
        try {
            if (parse(text)?.type === "IC_ERROR") wire.send("F", stringify({ type: "IC_ERROR" }), receiver);
        } catch {
            // Not JSON: not a message of a form.
        }
    }

    /** @param {unknown} message An object, or its JSON text. */
    function post(message) {
        /** @type {unknown} */
        let made;
        try {
            made = typeof message === "string" ? message : stringify(message);
        } catch {
            // BigInt, cycles: not JSON, and a form does not wait for a response.
            return;
        }
        // No meaningful message contains the separator of messages.
        if (typeof made !== "string" || apply(indexOf, made, ["\x1e"]) >= 0) return;
        const text = made;
        wire.send("F", text, {
            answer() {},
            refuse(/** @type {string} */ reason) {
                if (reason === "tooLarge") shorten(text);
            },
        });
    }

    window.webkit = { messageHandlers: { payDataCollectionComplete: { postMessage: post } } };
    window.AndroidWallet = { onDataCollectionComplete: post };
    window.ReactNativeWebView = { postMessage: post };
}
