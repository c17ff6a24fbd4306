// @ts-check

/** A message of more UTF-16 units is counted by its bytes, too; all shorter ones in flight are few megabytes together. */
const longAt = 1024;

/** What is posted at once has at most so many UTF-16 units before its last message, so that the host never gets much. */
const partUnits = 262144;

/**
 * Carries messages between the page's world and the host.
 *
 * It runs in a script world of the wallet's own, in the top frame only, and there the host's handler is registered:
 * neither the page nor a frame can reach it but through here. It states the document's origin and a nonce of its own
 * making; what the page claims does not matter. See `page/wire.js` for the page's side.
 *
 * To the host goes `nonce origin\nframe␞frame…`, each frame `tag number:text`. The host answers each posted text once,
 * when it has something to say: `count\nframe␞frame…`, where `count` is how many messages it ends. So that the host can
 * speak at any time, one text is always left without an answer; an empty answer only asks for another (a sign of life),
 * and `!` ends the line. The page is told `!` as well, and `?` where `document.open()` has ended its requests: what comes
 * after it is another document's, with a nonce of its own.
 *
 * @param {any} window
 * @param {{ inFlight: number, bodyBytes: number, bytesInFlight: number, tags: string, tellsReplaced: boolean }} limits
 */
export function installRelay(window, limits) {
    const { document } = window;
    const host = window.webkit.messageHandlers.drawbridge;
    const encoder = new TextEncoder();
    const shape = new RegExp(`^[${limits.tags}][1-9][0-9]{0,15}:`);
    let end = /^https?:/.test(window.origin) ? "" : "opaque";
    let line = newLine();
    let isAlive = false;
    /** @type {any} */
    let observer = null;
    /** @type {Comment | null} */
    let node = null;
    // One for all, as on the other side.
    const into = new Event("in");

    /** What belongs to one document: its name, and what it waits for. */
    function newLine() {
        const nonce = Array.from(window.crypto.getRandomValues(new Uint8Array(16)), (/** @type {number} */ byte) =>
            byte.toString(16).padStart(2, "0")).join("");
        return {
            // `origin`, not `location.origin`: a sandboxed document has an opaque one, whatever its address.
            head: `${nonce} ${window.origin}\n`,
            unanswered: 0,
            inFlight: 0,
            /** The long messages without an answer, by name: a page must not flood the host with a few of them. */
            long: /** @type {Map<string, number>} */ (new Map()),
            longBytes: 0,
        };
    }

    /** @param {string} frames */
    function post(frames) {
        const posted = line;
        posted.unanswered += 1;
        host.postMessage(posted.head + frames).then(
            (/** @type {unknown} */ answer) => receive(answer, posted), () => receive("!", posted));
    }

    /** @param {unknown} answer @param {ReturnType<typeof newLine>} posted */
    function receive(answer, posted) {
        posted.unanswered -= 1;
        // What a replaced document asked is not answered to the one after it.
        checkReplaced();
        if (posted !== line) return;
        if (typeof answer !== "string" || answer === "!") {
            end = "gone";
            deliver("!");
            return;
        }
        if (answer !== "") {
            const start = answer.indexOf("\n");
            line.inFlight -= Number(answer.slice(0, start));
            const text = answer.slice(start + 1);
            if (line.long.size > 0) forget(text);
            deliver(text);
        }
        if (posted === line && line.unanswered === 0 && end === "") post("");
    }

    /** @param {string} answers */
    function forget(answers) {
        for (const frame of answers.split("\x1e")) {
            const name = frame.slice(0, frame.indexOf(":"));
            line.longBytes -= line.long.get(name) ?? 0;
            line.long.delete(name);
        }
    }

    /**
     * Ends the line of a document that `document.open()` has emptied, and begins one for what is written into it.
     *
     * The window and this script stay, but no listener on the window does. So a listener of ours that is not called any
     * more tells it apart from a page that removes its elements.
     */
    function replaceIfOpened() {
        isAlive = false;
        window.dispatchEvent(new Event("drawbridge:alive"));
        if (isAlive) return;
        watch();
        if (end !== "") return;
        line = newLine();
        deliver("?");
        post("");
    }

    function checkReplaced() {
        if (observer !== null && observer.takeRecords().length > 0) replaceIfOpened();
    }

    function watch() {
        window.addEventListener("drawbridge:alive", () => {
            isAlive = true;
        });
    }

    /** @param {string} text */
    function deliver(text) {
        if (node === null) return;
        node.data = text;
        // Not while it is under way: a page can be halted in its receiver, with a debugger.
        node.dispatchEvent(into.eventPhase === Event.NONE ? into : new Event("in"));
    }

    /** Takes what the page put into the node, and leaves there who is refused. */
    function carry() {
        if (node === null) return;
        const text = node.data;
        checkReplaced();
        const frames = text.split("\x1e");
        const isWellFormed = text.isWellFormed();
        /** @type {string[]} */
        const refusals = [];
        const accepted = frames.filter((frame) => {
            const reason = refusal(frame, isWellFormed);
            if (reason === "") line.inFlight += 1;
            else refusals.push(`${frame.slice(0, frame.indexOf(":"))} ${reason}`);
            return reason === "";
        });
        node.data = refusals.join("\n");
        if (accepted.length === 0) return;
        if (text.length > partUnits) postInParts(accepted);
        else post(refusals.length > 0 ? accepted.join("\x1e") : text);
    }

    /** @param {string[]} frames */
    function postInParts(frames) {
        let part = "";
        for (const frame of frames) {
            part += part === "" ? frame : `\x1e${frame}`;
            if (part.length > partUnits) {
                post(part);
                part = "";
            }
        }
        if (part !== "") post(part);
    }

    /**
     * @param {string} frame
     * @param {boolean} isWellFormed Whether all the frames together are Unicode text, as they nearly always are.
     * @returns {string} Why the frame is not carried, or nothing.
     */
    function refusal(frame, isWellFormed) {
        if (end !== "") return end;
        if (!shape.test(frame) || !(isWellFormed || frame.isWellFormed())) return "malformed";
        if (line.inFlight >= limits.inFlight) return "tooMany";
        // Nor what is short: a unit is three bytes at most.
        if (frame.length <= longAt && frame.length * 3 <= limits.bodyBytes) return "";
        // A UTF-16 unit is a byte at least, so that what is far too long need not be measured.
        const name = frame.indexOf(":") + 1;
        if (frame.length - name > limits.bodyBytes) return "tooLarge";
        const bytes = encoder.encode(frame).length - name;
        return bytes > limits.bodyBytes ? "tooLarge" : admit(frame, bytes);
    }

    /** @param {string} frame @param {number} bytes @returns {string} */
    function admit(frame, bytes) {
        if (line.longBytes + bytes > limits.bytesInFlight) return "tooMany";
        line.longBytes += bytes;
        line.long.set(frame.slice(0, frame.indexOf(":")), bytes);
        return "";
    }

    /** @param {FocusEvent} event */
    function link(event) {
        window.removeEventListener("drawbridge:hello", link);
        event.preventDefault();
        node = /** @type {Comment} */ (/** @type {unknown} */ (event.relatedTarget));
        node.addEventListener("out", carry);
        // The node's listener lives as long as this world holds the node.
        window.drawbridgeNode = node;
    }

    if (limits.tellsReplaced) {
        // A document that is opened again loses its children first.
        observer = new window.MutationObserver(replaceIfOpened);
        observer.observe(document, { childList: true });
        watch();
        // The observer's callback lives as long as this world holds it.
        window.drawbridgeObserver = observer;
    }
    window.addEventListener("drawbridge:hello", link);
    window.dispatchEvent(new Event("drawbridge:ready"));
    if (end === "") post("");
}
