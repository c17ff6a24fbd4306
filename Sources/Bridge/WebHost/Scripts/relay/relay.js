// @ts-check

import { countShort, nameOf } from "./frames.js";

/** Messages with more UTF-16 units are also counted in bytes; all shorter open ones take a few megabytes at most. */
const longAt = 1024;

/** The maximum number of UTF-16 units in a posted text before its last message, which limits the text's size. */
const partUnits = 262144;

/** Texts with more UTF-16 units are passed to a socket in UTF-8: the module would convert them more slowly. */
const textUnits = 4096;

/** The results of a socket's `post`, see `Sources/Bridge/PageSocket/socket.h`. */
const verdicts = ["", "malformed", "tooMany", "gone"];

/**
 * Transfers messages between the page's world and the host.
 *
 * It runs in a separate script world, in the top frame only, and the host's handler is registered in that world: the
 * page and its frames can reach the handler only through this script. It reports the document's origin and a nonce that
 * it generates; claims of the page do not matter. See `page/wire.js` for the page's side.
 *
 * It posts `nonce origin\nframe␞frame…` to the host, where each frame is `tag number:text`. The host responds once to
 * each posted text, when it has something to send: `count\nframe␞frame…`, where `count` is the number of messages that
 * it ends. So that the host can send at any time, one posted text is always left without a response; an empty response
 * only requests another post (a ping), and `!` closes the connection. The page also receives `!`, and `?` if
 * `document.open()` has ended its requests: what follows belongs to another document, with a new nonce.
 *
 * If the host allows it and the web process has loaded the module `PageSocket`, a socket is used instead, with the same
 * frames: the first text is `nonce origin`, each further one frames, and a ping is answered with an empty text. The page
 * receives `+` then: a frame can have binary values alongside it.
 *
 * @param {any} window
 * @param {{ inFlight: number, bodyBytes: number, bytesInFlight: number, tags: string, reportsReplaced: boolean,
 * usesSocket: boolean }} limits
 */
export function installRelay(window, limits) {
    const { document } = window;
    const host = window.webkit.messageHandlers.drawbridge;
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const openSocket = limits.usesSocket ? window.drawbridgeSocket : undefined;
    const shape = new RegExp(`^[${limits.tags}][1-9][0-9]{0,15}:`);
    /** Messages with at most so many units are neither measured nor too long. */
    const mostShort = Math.min(longAt, Math.floor(limits.bodyBytes / 3));
    let end = /^https?:/.test(window.origin) ? "" : "opaque";
    let connection = newConnection();
    let isAlive = false;
    /** @type {any} */
    let observer = null;
    /** @type {Comment | null} */
    let node = null;
    // One event object for all messages, as on the other side.
    const into = new Event("in");
    /**
     * The bytes of the frame that was measured last.
     *
     * @type {Uint8Array | null}
     */
    let encoded = null;

    /** The state of one document: its name, and its open messages. */
    function newConnection() {
        const nonce = Array.from(window.crypto.getRandomValues(new Uint8Array(16)), (/** @type {number} */ byte) =>
            byte.toString(16).padStart(2, "0")).join("");
        return {
            // `origin`, not `location.origin`: a sandboxed document has an opaque one, whatever its URL.
            head: `${nonce} ${window.origin}`,
            /** Sends a text through the socket; `null` without one. */
            socket: /** @type {((text: string | Uint8Array) => number) | null} */ (null),
            /** The texts that wait for the socket; `null` once it is connected, or without a socket. */
            waiting: /** @type {Array<[string, Uint8Array | null]> | null} */ (null),
            unanswered: 0,
            inFlight: 0,
            /** The large open messages by name: a page must not flood the host with a few of them. */
            long: /** @type {Map<string, number>} */ (new Map()),
            longBytes: 0,
        };
    }

    /** Connects the document, and lets the host know it. */
    function connect() {
        const connected = connection;
        if (typeof openSocket === "function") {
            connected.socket = openSocket((/** @type {unknown} */ text) => receiveFromSocket(text, connected));
        }
        if (connected.socket === null) post("");
        else connected.waiting = [];
    }

    /**
     * @param {string} frames
     * @param {Uint8Array | null} bytes The frames in UTF-8, if they have been encoded already, or with attachments.
     * @returns {string} Why the frames are not sent, or an empty string.
     */
    function post(frames, bytes = null) {
        const posted = connection;
        if (posted.waiting !== null) {
            posted.waiting.push([frames, bytes]);
            return "";
        }
        if (posted.socket !== null) {
            return verdicts[posted.socket(bytes ?? (frames.length > textUnits ? encoder.encode(frames) : frames))];
        }
        // Reply handles carry text only. The page knows it, unless the document was replaced in this turn.
        if (bytes !== null && bytes[0] === 0) return "gone";
        posted.unanswered += 1;
        host.postMessage(`${posted.head}\n${frames}`).then(
            (/** @type {unknown} */ answer) => receiveReply(answer, posted), () => receiveReply("!", posted));
        return "";
    }

    /**
     * The bytes of a text with attachments: NUL, the text, and the attachments, each after its length.
     *
     * @param {Uint8Array} text @param {Uint8Array[]} attachments
     */
    function join(text, attachments) {
        const parts = [text, ...attachments];
        const bytes = new Uint8Array(parts.reduce((size, part) => size + 4 + part.length, 1));
        const view = new DataView(bytes.buffer);
        let end = 1;
        for (const part of parts) {
            view.setUint32(end, part.length, true);
            bytes.set(part, end + 4);
            end += 4 + part.length;
        }
        return bytes;
    }

    /**
     * @param {Uint8Array} bytes As `join` makes them.
     * @returns {Array<ArrayBuffer>} The text and the attachments.
     */
    function split(bytes) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        const parts = [];
        let start = 1;
        while (start < bytes.length) {
            const end = start + 4 + view.getUint32(start, true);
            parts.push(bytes.slice(start + 4, end).buffer);
            start = end;
        }
        return parts;
    }

    /**
     * @param {unknown} text True when the socket is connected, null when it is closed or cannot be had, or the host's text,
     * a long one in UTF-8.
     * @param {ReturnType<typeof newConnection>} connected
     */
    function receiveFromSocket(text, connected) {
        const { waiting } = connected;
        if (waiting === null) {
            if (text instanceof Uint8Array && text[0] === 0) {
                const [first, ...attachments] = split(text);
                receive(decoder.decode(first), connected, attachments);
                return;
            }
            receive(text instanceof Uint8Array ? decoder.decode(text) : text ?? "!", connected);
            if (text === "" && connected === connection && end === "") post("");
            return;
        }
        connected.waiting = null;
        if (connected !== connection || end !== "") return;
        if (text === true) connected.socket?.(connected.head);
        else connected.socket = null;
        // Lets the host know the document if nothing else does.
        if (text !== true && waiting.length === 0) waiting.push(["", null]);
        for (const [frames, bytes] of waiting) if (post(frames, bytes) !== "") receive("!", connected);
        if (connected.socket !== null && end === "") deliver("+");
    }

    /** @param {unknown} answer @param {ReturnType<typeof newConnection>} posted */
    function receiveReply(answer, posted) {
        posted.unanswered -= 1;
        receive(answer, posted);
        if (posted === connection && connection.unanswered === 0 && end === "") post("");
    }

    /**
     * @param {unknown} answer @param {ReturnType<typeof newConnection>} posted
     * @param {ArrayBuffer[]} [attachments] What accompanies a single frame.
     */
    function receive(answer, posted, attachments) {
        // Responses to a replaced document must not reach the document that replaced it.
        checkReplaced();
        if (posted !== connection) return;
        if (typeof answer !== "string" || answer === "!") {
            end = "gone";
            deliver("!");
            return;
        }
        if (answer !== "") {
            const start = answer.indexOf("\n");
            connection.inFlight -= Number(answer.slice(0, start));
            const text = answer.slice(start + 1);
            if (connection.long.size > 0) forget(text);
            deliver(text, attachments);
        }
    }

    /** @param {string} answers */
    function forget(answers) {
        for (const frame of answers.split("\x1e")) release(nameOf(frame));
    }

    /** @param {string} name */
    function release(name) {
        connection.longBytes -= connection.long.get(name) ?? 0;
        connection.long.delete(name);
    }

    /**
     * Ends the state of a document that `document.open()` has cleared, and begins a new one for what is written into
     * it.
     *
     * The window and this script remain, but all listeners on the window are removed. So a listener that is no longer
     * called distinguishes this case from a page that removes its elements.
     */
    function replaceIfOpened() {
        isAlive = false;
        window.dispatchEvent(new Event("drawbridge:alive"));
        if (isAlive) return;
        watch();
        if (end !== "") return;
        connection = newConnection();
        deliver("?");
        connect();
    }

    function checkReplaced() {
        if (observer !== null && observer.takeRecords().length > 0) replaceIfOpened();
    }

    function watch() {
        window.addEventListener("drawbridge:alive", () => {
            isAlive = true;
        });
    }

    /** @param {string} text @param {ArrayBuffer[]} [attachments] */
    function deliver(text, attachments) {
        if (node === null) return;
        node.data = text;
        if (attachments !== undefined) {
            node.dispatchEvent(new CustomEvent("inAttached", { detail: attachments }));
            return;
        }
        // Not while a text is being delivered: a debugger can halt a page in its receiver.
        node.dispatchEvent(into.eventPhase === Event.NONE ? into : new Event("in"));
    }

    /** Reads what the page put into the node, and leaves the refused messages there. */
    function carry() {
        if (node === null) return;
        const text = node.data;
        checkReplaced();
        const isWellFormed = text.isWellFormed();
        if (!text.includes("\x1e")) {
            node.data = carryOne(text, isWellFormed);
            return;
        }
        const isUsual = isWellFormed && end === "" && text.length <= partUnits;
        const count = isUsual ? countShort(text, limits.tags, mostShort) : 0;
        if (count > 0 && connection.inFlight + count <= limits.inFlight) {
            connection.inFlight += count;
            const reason = post(text);
            if (reason === "") {
                node.data = "";
                return;
            }
            connection.inFlight -= count;
        }
        const frames = text.split("\x1e");
        /** @type {string[]} */
        const refusals = [];
        const accepted = frames.filter((frame) => {
            const reason = refusal(frame, isWellFormed);
            if (reason === "") connection.inFlight += 1;
            else refusals.push(`${nameOf(frame)} ${reason}`);
            return reason === "";
        });
        /** @param {string[]} frames @param {string} part */
        const send = (frames, part) => {
            const reason = post(part);
            if (reason === "") return;
            connection.inFlight -= frames.length;
            for (const frame of frames) {
                release(nameOf(frame));
                refusals.push(`${nameOf(frame)} ${reason}`);
            }
        };
        if (accepted.length > 0) {
            if (text.length > partUnits) inParts(accepted, send);
            else send(accepted, refusals.length > 0 ? accepted.join("\x1e") : text);
        }
        encoded = null;
        node.data = refusals.join("\n");
    }

    /**
     * Reads a frame and the binary values alongside it.
     *
     * @param {any} event
     */
    function carryAttached(event) {
        if (node === null) return;
        const text = node.data;
        checkReplaced();
        node.data = carryOne(text, text.isWellFormed(), event.detail);
    }

    /**
     * @param {string} frame @param {boolean} isWellFormed @param {Uint8Array[]} attachments
     * @returns {string} Why the frame is not delivered, after its name, or an empty string.
     */
    function carryOne(frame, isWellFormed, attachments = []) {
        const size = attachments.reduce((sum, part) => sum + part.length, 0);
        let reason = refusal(frame, isWellFormed, size);
        let bytes = encoded;
        encoded = null;
        if (reason === "") {
            connection.inFlight += 1;
            if (attachments.length > 0) bytes = join(bytes ?? encoder.encode(frame), attachments);
            reason = post(frame, bytes);
            if (reason === "") return "";
            connection.inFlight -= 1;
            release(nameOf(frame));
        }
        return `${nameOf(frame)} ${reason}`;
    }

    /** @param {string[]} frames @param {(frames: string[], part: string) => void} send */
    function inParts(frames, send) {
        let first = 0;
        let units = 0;
        for (let index = 0; index < frames.length; index += 1) {
            units += frames[index].length + 1;
            if (units > partUnits || index === frames.length - 1) {
                const part = frames.slice(first, index + 1);
                send(part, part.join("\x1e"));
                [first, units] = [index + 1, 0];
            }
        }
    }

    /**
     * @param {string} frame
     * @param {boolean} isWellFormed Whether all frames together are valid Unicode text, as they nearly always are.
     * @param {number} attached The number of bytes alongside the frame.
     * @returns {string} Why the frame is not delivered, or an empty string.
     */
    function refusal(frame, isWellFormed, attached = 0) {
        if (end !== "") return end;
        if (!shape.test(frame) || !(isWellFormed || frame.isWellFormed())) return "malformed";
        if (connection.inFlight >= limits.inFlight) return "tooMany";
        // A unit is at most three bytes.
        if (attached === 0 && frame.length <= mostShort) return "";
        // A UTF-16 unit is at least one byte, so texts that are far too long need not be measured.
        const name = frame.indexOf(":") + 1;
        if (frame.length - name + attached > limits.bodyBytes) return "tooLarge";
        encoded = encoder.encode(frame);
        const bytes = encoded.length - name + attached;
        return bytes > limits.bodyBytes ? "tooLarge" : admit(frame, bytes);
    }

    /** @param {string} frame @param {number} bytes @returns {string} */
    function admit(frame, bytes) {
        if (connection.longBytes + bytes > limits.bytesInFlight) return "tooMany";
        connection.longBytes += bytes;
        connection.long.set(frame.slice(0, frame.indexOf(":")), bytes);
        return "";
    }

    /** @param {FocusEvent} event */
    function link(event) {
        window.removeEventListener("drawbridge:hello", link);
        event.preventDefault();
        node = /** @type {Comment} */ (/** @type {unknown} */ (event.relatedTarget));
        node.addEventListener("out", carry);
        node.addEventListener("outAttached", carryAttached);
        // The node's listener exists for as long as this world holds the node.
        window.drawbridgeNode = node;
    }

    if (limits.reportsReplaced) {
        // A document that is opened again first loses its children.
        observer = new window.MutationObserver(replaceIfOpened);
        observer.observe(document, { childList: true });
        watch();
        // The observer's callback exists for as long as this world holds it.
        window.drawbridgeObserver = observer;
    }
    window.addEventListener("drawbridge:hello", link);
    window.dispatchEvent(new Event("drawbridge:ready"));
    if (end === "") connect();
}
