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
    const { stringify } = window.JSON;
    const { apply } = window.Reflect;
    const { indexOf } = window.String.prototype;
    const receiver = { answer() {}, refuse() {} };

    /** @param {unknown} message An object, or its JSON text. */
    function post(message) {
        let text;
        try {
            text = typeof message === "string" ? message : stringify(message);
        } catch {
            // BigInt, cycles: not JSON, and a form waits for no answer.
            return;
        }
        // What parts messages can stand in none that means anything.
        if (typeof text !== "string" || apply(indexOf, text, ["\x1e"]) >= 0) return;
        wire.send("F", text, receiver);
    }

    window.webkit = { messageHandlers: { payDataCollectionComplete: { postMessage: post } } };
    window.AndroidWallet = { onDataCollectionComplete: post };
    window.ReactNativeWebView = { postMessage: post };
}
