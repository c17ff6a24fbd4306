// @ts-check

/**
 * Says once that the document has been read to its end: what stands in it can be used, whatever still loads beside it.
 *
 * It runs in the wallet's own script world at that moment, in the top frame only.
 *
 * @param {any} window
 */
export function tellReady(window) {
    window.webkit.messageHandlers.drawbridgeReady.postMessage("");
}
