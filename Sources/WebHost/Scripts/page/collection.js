// @ts-check

/**
 * Gives a payment's data-collection form the three objects by which it can say that it has ended: the one of WebKit's
 * hosts, the one of Android's, and the one of React Native's. A form uses the first that it finds.
 *
 * Nothing is answered. The host takes one end of a form and no second, so a form may well use all three.
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
     * A message that says that the form has failed says so however long its explanation is, which nobody reads.
     *
     * @param {string} text
     */
    function shorten(text) {
        try {
            if (parse(text)?.type === "IC_ERROR") wire.send("F", stringify({ type: "IC_ERROR" }), receiver);
        } catch {
            // Not JSON: nothing that a form could say.
        }
    }

    /** @param {unknown} message An object, or its JSON text. */
    function post(message) {
        /** @type {unknown} */
        let made;
        try {
            made = typeof message === "string" ? message : stringify(message);
        } catch {
            // BigInt, cycles: not JSON, and a form waits for no answer.
            return;
        }
        // What parts messages can stand in none that means anything.
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
