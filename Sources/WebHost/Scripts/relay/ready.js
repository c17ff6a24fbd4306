// @ts-check

/**
 * Says once that the document has been parsed: the user can use what it contains, even while other parts still load.
 *
 * It runs in the wallet's own script world at that moment, in the top frame only. It says nothing for an empty document:
 * WebKit shows one in the place of a page whose load it is about to stop.
 *
 * @param {any} window
 */
export function tellReady(window) {
    const { head, body } = window.document;
    if (head?.hasChildNodes() || body?.hasChildNodes()) {
        window.webkit.messageHandlers.drawbridgeReady.postMessage("");
    }
}
