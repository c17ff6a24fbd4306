// @ts-check

/**
 * Reports once that the document has been parsed: the user can use its contents, even while resources still load.
 *
 * It runs at that moment in the separate script world, in the top frame only. It reports nothing for an empty document:
 * WebKit shows one instead of a page whose load it is about to stop.
 *
 * @param {any} window
 */
export function reportReady(window) {
    const { head, body } = window.document;
    if (head?.hasChildNodes() || body?.hasChildNodes()) {
        window.webkit.messageHandlers.drawbridgeReady.postMessage("");
    }
}
