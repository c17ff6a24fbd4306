// @ts-check

/**
 * Receives the response to one message.
 *
 * @typedef {object} Receiver
 * @property {(text: string) => void} answer Called with the wallet's response, JSON text.
 * @property {(reason: string) => void} refuse Called with the reason if the message was not delivered.
 */

/**
 * The page's connection to the wallet.
 *
 * @typedef {object} Wire
 * @property {(tag: string, body: string, receiver: Receiver) => void} send
 * @property {() => number} room How many more messages may be open.
 * @property {(tag: string, listener: (text: string) => void) => void} listen
 * @property {(listener: () => void) => void} onReplaced Calls `listener` when `document.open()` has replaced the
 * document: its listeners are gone, and its requests were refused with the reason `replaced`.
 */

/**
 * Opens the page's end of the wire.
 *
 * The other end is the relay script, in a world that pages cannot reach. Both have a reference to the same detached
 * comment node: text is put into it, and an event tells the other world to read it. No other script can get a reference
 * to the node, and since it belongs to no document tree, `document.open()` does not affect it. The messages of one turn
 * are sent together, as are their responses; they are separated by U+001E, which no JSON text can contain.
 *
 * Everything that is used later is saved from the window now, before a script of the page can change it.
 *
 * @param {Window & typeof globalThis} window
 * @param {{ inFlight: number }} limits
 * @returns {Wire}
 */
export function openWire(window, limits) {
    const { document, Event, FocusEvent, EventTarget, CharacterData, Map, Number, String } = window;
    const uncurry = window.Function.prototype.bind.bind(window.Function.prototype.call);
    const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
    const listenTo = uncurry(EventTarget.prototype.addEventListener);
    const unlisten = uncurry(EventTarget.prototype.removeEventListener);
    const data = /** @type {PropertyDescriptor} */ (
        window.Object.getOwnPropertyDescriptor(CharacterData.prototype, "data")
    );
    const read = uncurry(data.get);
    const write = uncurry(data.set);
    const indexOf = uncurry(String.prototype.indexOf);
    const slice = uncurry(String.prototype.slice);
    const split = uncurry(String.prototype.split);
    const get = uncurry(Map.prototype.get);
    const set = uncurry(Map.prototype.set);
    const remove = uncurry(Map.prototype.delete);
    const forEach = uncurry(Map.prototype.forEach);
    const enqueue = window.queueMicrotask.bind(window);
    const later = window.setTimeout.bind(window);
    const separator = "\x1e";
    const few = 256;

    const node = document.createComment("");
    // One event object for all messages: a new one each time would cost an object and a wrapper in each world.
    const out = new Event("out");
    /** @type {Map<string, Receiver>} */
    let waiting = new Map();
    /** @type {Map<string, (text: string) => void>} */
    const listeners = new Map();
    /** @type {Array<() => void>} */
    const renewers = [];
    /** @type {Array<[Receiver, string]>} */
    let refused = [];
    let outgoing = "";
    let held = 0;
    let verdicts = "";
    let isRelayGone = false;
    let count = 0;
    let last = 0;
    /** The number of the last message that was passed to the relay. */
    let passed = 0;
    let scheduled = false;

    /** @type {Wire["send"]} */
    function send(tag, body, receiver) {
        if (!scheduled) {
            scheduled = true;
            enqueue(flush);
        }
        if (count >= limits.inFlight) {
            refused[refused.length] = [receiver, "tooMany"];
            return;
        }
        const name = `${tag}${(last += 1)}`;
        count += 1;
        set(waiting, name, receiver);
        outgoing += outgoing === "" ? `${name}:${body}` : `${separator}${name}:${body}`;
        held += 1;
        // Lets the host respond while a page sends messages continuously.
        if (held === few) pass();
    }

    function flush() {
        scheduled = false;
        const toRefuse = refused;
        refused = [];
        if (held > 0) pass();
        const lines = verdicts;
        verdicts = "";
        if (lines !== "") refuseAll(lines);
        if (isRelayGone) {
            isRelayGone = false;
            endAll("gone");
        }
        for (let index = 0; index < toRefuse.length; index += 1) toRefuse[index][0].refuse(toRefuse[index][1]);
    }

    /** Passes queued messages to the relay. A refusal is reported after the turn, like every response. */
    function pass() {
        const text = outgoing;
        outgoing = "";
        held = 0;
        write(node, text);
        dispatch(node, out);
        passed = last;
        // The relay writes the result into the node: nothing, or the refused messages. Without a relay, the text is
        // unchanged.
        const verdict = read(node);
        if (verdict === "") return;
        write(node, "");
        if (verdict === text) isRelayGone = true;
        else verdicts += verdicts === "" ? verdict : `\n${verdict}`;
    }

    /** @param {string} verdict Names and reasons such as `L7 tooLarge`, one per line. */
    function refuseAll(verdict) {
        const lines = split(verdict, "\n");
        for (let index = 0; index < lines.length; index += 1) {
            const space = indexOf(lines[index], " ");
            const receiver = take(slice(lines[index], 0, space));
            if (receiver) receiver.refuse(slice(lines[index], space + 1));
        }
    }

    /** @param {string} name */
    function take(name) {
        const receiver = get(waiting, name);
        if (receiver) {
            remove(waiting, name);
            count -= 1;
        }
        return receiver;
    }

    /** @param {string} reason */
    function endAll(reason) {
        const ended = waiting;
        waiting = new Map();
        count = 0;
        forEach(ended, (/** @type {Receiver} */ receiver) => receiver.refuse(reason));
    }

    /**
     * Refuses the messages that the relay has received; those that are still queued belong to the new document.
     *
     * @param {string} reason
     */
    function endPassed(reason) {
        const all = waiting;
        waiting = new Map();
        count = 0;
        forEach(all, (/** @type {Receiver} */ receiver, /** @type {string} */ name) => {
            if (Number(slice(name, 1)) > passed) {
                count += 1;
                set(waiting, name, receiver);
            } else {
                receiver.refuse(reason);
            }
        });
    }

    function hear() {
        const text = read(node);
        write(node, "");
        if (text === "!") {
            endAll("gone");
            return;
        }
        if (text === "?") {
            endPassed("replaced");
            for (let index = 0; index < renewers.length; index += 1) renewers[index]();
            return;
        }
        const frames = split(text, separator);
        for (let index = 0; index < frames.length; index += 1) {
            // An error of one receiver must not affect the others.
            try {
                deliver(frames[index]);
            } catch (error) {
                later(() => {
                    throw error;
                });
            }
        }
    }

    /** @param {string} frame */
    function deliver(frame) {
        const colon = indexOf(frame, ":");
        const name = slice(frame, 0, colon);
        const body = slice(frame, colon + 1);
        if (name.length === 1) {
            const listener = get(listeners, name);
            if (listener) listener(body);
        } else {
            const receiver = take(name);
            if (receiver && body !== "") receiver.answer(body);
        }
    }

    function greet() {
        const greeting = new FocusEvent("drawbridge:hello", { relatedTarget: node, cancelable: true });
        if (!dispatch(window, greeting)) unlisten(window, "drawbridge:ready", greet);
    }

    listenTo(node, "in", hear);
    // The order of the two worlds' scripts is not guaranteed, so each calls the other.
    listenTo(window, "drawbridge:ready", greet);
    greet();

    return {
        send,
        room() {
            return limits.inFlight - count;
        },
        listen(tag, listener) {
            set(listeners, tag, listener);
        },
        onReplaced(listener) {
            renewers[renewers.length] = listener;
        },
    };
}
