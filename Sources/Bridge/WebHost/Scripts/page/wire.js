// @ts-check

/**
 * Receives the response to one message.
 *
 * @typedef {object} Receiver
 * @property {(text: string, attachments?: ArrayBuffer[]) => void} answer Called with the wallet's response, JSON text, and
 * the binary values alongside it.
 * @property {(reason: string) => void} refuse Called with the reason if the message was not delivered.
 */

/**
 * The page's connection to the wallet.
 *
 * @typedef {object} Wire
 * @property {(tag: string, body: string, receiver: Receiver, attachments?: Uint8Array[]) => void} send
 * @property {() => boolean} carriesAttachments Whether `send` can be called with attachments.
 * @property {() => number} room How many more messages may be open.
 * @property {(tag: string, listener: (text: string, attachments?: ArrayBuffer[]) => void) => void} listen
 * @property {(listener: () => void) => void} onReplaced Calls `listener` when `document.open()` has replaced the
 * document: its listeners are gone, and its requests were refused with the reason `replaced`.
 */

/**
 * Opens the page's end of the wire.
 *
 * The other end is the relay script, in a world that pages cannot reach. Both have a reference to the same detached
 * comment node: text is put into it, and an event tells the other world to read it. No other script can get a reference
 * to the node, and since it belongs to no document tree, `document.open()` does not affect it. The messages of one turn
 * are sent together, as are their responses; they are separated by U+001E, which no JSON text can contain. Binary values are
 * the detail of an event: the other world gets a copy. A message with such values is sent alone, and at once.
 *
 * Everything that is used later is saved from the window now, before a script of the page can change it.
 *
 * @param {Window & typeof globalThis} window
 * @param {{ inFlight: number }} limits
 * @returns {Wire}
 */
export function openWire(window, limits) {
    const { Array, document, CustomEvent, Event, Float64Array, FocusEvent, EventTarget, CharacterData, Object, String } =
        window;
    const uncurry = window.Function.prototype.bind.bind(window.Function.prototype.call);
    const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
    const listenTo = uncurry(EventTarget.prototype.addEventListener);
    const unlisten = uncurry(EventTarget.prototype.removeEventListener);
    const data = /** @type {PropertyDescriptor} */ (
        Object.getOwnPropertyDescriptor(CharacterData.prototype, "data")
    );
    const detail = /** @type {PropertyDescriptor} */ (
        Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")
    );
    const readDetail = uncurry(detail.get);
    const read = uncurry(data.get);
    const write = uncurry(data.set);
    const indexOf = uncurry(String.prototype.indexOf);
    const slice = uncurry(String.prototype.slice);
    const split = uncurry(String.prototype.split);
    const enqueue = window.queueMicrotask.bind(window);
    const report = window.reportError.bind(window);
    const separator = "\x1e";
    const few = 256;
    const short = 1024;

    const node = document.createComment("");
    // One event object for all messages: a new one each time would cost an object and a wrapper in each world.
    const out = new Event("out");
    // The open messages, by the remainder of their number and the number of places. (A map that always changes is copied
    // again and again.) All elements exist from the beginning, so that nothing of a prototype is used.
    const places = limits.inFlight;
    /** @type {Array<Receiver | null>} */
    const receivers = new Array(places).fill(null);
    /** The number of the last message of each place, 0 if there was none, and which message of the window that was. */
    const numbers = new Float64Array(places);
    const turns = new Float64Array(places);
    /** The places that are free again: the first `freed` elements. Places from `fresh` on have never been used. */
    const free = new Float64Array(places);
    let freed = 0;
    let fresh = 0;
    /** @type {Record<string, ((text: string, attachments?: ArrayBuffer[]) => void) | undefined>} */
    const listeners = Object.create(null);
    /** @type {Array<() => void>} */
    const renewers = [];
    /** @type {Array<[Receiver, string]>} */
    let refused = [];
    let outgoing = "";
    let held = 0;
    let verdicts = "";
    let isRelayGone = false;
    let isAttaching = false;
    let count = 0;
    /** The number of messages so far, and of those that were passed to the relay. */
    let last = 0;
    let passed = 0;
    let scheduled = false;

    /** @type {Wire["send"]} */
    function send(tag, body, receiver, attachments) {
        if (!scheduled) {
            scheduled = true;
            enqueue(flush);
        }
        if (count >= places) {
            refused[refused.length] = [receiver, "tooMany"];
            return;
        }
        count += 1;
        const place = freed > 0 ? free[(freed -= 1)] : fresh++;
        receivers[place] = receiver;
        turns[place] = last += 1;
        numbers[place] = (numbers[place] || place) + places;
        const name = `${tag}${numbers[place]}`;
        if (attachments !== undefined && attachments.length > 0) {
            if (held > 0) pass(out);
            outgoing = `${name}:${body}`;
            pass(new CustomEvent("outAttached", { detail: attachments }));
            return;
        }
        outgoing += outgoing === "" ? `${name}:${body}` : `${separator}${name}:${body}`;
        held += 1;
        // Lets the host respond while a page sends messages continuously.
        if (held === few) pass(out);
    }

    function flush() {
        scheduled = false;
        const toRefuse = refused;
        refused = [];
        if (held > 0) pass(out);
        const lines = verdicts;
        verdicts = "";
        if (lines !== "") refuseAll(lines);
        if (isRelayGone) {
            isRelayGone = false;
            endUpTo(last, "gone");
        }
        for (let index = 0; index < toRefuse.length; index += 1) toRefuse[index][0].refuse(toRefuse[index][1]);
    }

    /**
     * Passes queued messages to the relay. A refusal is reported after the turn, like every response.
     *
     * @param {Event} event
     */
    function pass(event) {
        const text = outgoing;
        outgoing = "";
        held = 0;
        write(node, text);
        dispatch(node, event);
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
            const receiver = take(+slice(lines[index], 1, space));
            if (receiver) receiver.refuse(slice(lines[index], space + 1));
        }
    }

    /** @param {number} number @returns {Receiver | null} */
    function take(number) {
        const place = number % places;
        const receiver = numbers[place] === number ? receivers[place] : null;
        if (receiver) {
            receivers[place] = null;
            free[freed] = place;
            freed += 1;
            count -= 1;
        }
        return receiver;
    }

    /**
     * Refuses the open messages up to `turn`, in the order in which they were sent.
     *
     * @param {string} reason @param {number} turn
     */
    function endUpTo(turn, reason) {
        for (;;) {
            let next = -1;
            for (let place = 0; place < places; place += 1) {
                const isEnding = receivers[place] !== null && turns[place] <= turn;
                if (isEnding && (next < 0 || turns[place] < turns[next])) next = place;
            }
            const receiver = next < 0 ? null : take(numbers[next]);
            if (receiver === null) return;
            receiver.refuse(reason);
        }
    }

    function hear() {
        const text = read(node);
        // A long text is not kept.
        if (text.length > short) write(node, "");
        if (text === "!") {
            isAttaching = false;
            endUpTo(last, "gone");
            return;
        }
        if (text === "+") {
            isAttaching = true;
            return;
        }
        if (text === "?") {
            isAttaching = false;
            // Those that are still queued belong to the new document.
            endUpTo(passed, "replaced");
            for (let index = 0; index < renewers.length; index += 1) renewers[index]();
            return;
        }
        // Without a list of the frames: each part of a text that is made takes memory.
        for (let start = 0; start < text.length; ) {
            const next = indexOf(text, separator, start);
            const end = next < 0 ? text.length : next;
            deliver(text, start, end);
            start = end + 1;
        }
    }

    /** @param {CustomEvent} event */
    function hearAttached(event) {
        const text = read(node);
        write(node, "");
        deliver(text, 0, text.length, readDetail(event));
    }

    /** @param {string} text @param {number} start @param {number} end @param {ArrayBuffer[]} [attachments] */
    function deliver(text, start, end, attachments) {
        const colon = indexOf(text, ":", start);
        const body = slice(text, colon + 1, end);
        // An error of one receiver must not affect the others.
        try {
            if (colon === start + 1) {
                const listener = listeners[text[start]];
                if (listener) listener(body, attachments);
            } else {
                const receiver = take(+slice(text, start + 1, colon));
                if (receiver && body !== "") receiver.answer(body, attachments);
            }
        } catch (error) {
            report(error);
        }
    }

    function greet() {
        const greeting = new FocusEvent("drawbridge:hello", { relatedTarget: node, cancelable: true });
        if (!dispatch(window, greeting)) unlisten(window, "drawbridge:ready", greet);
    }

    listenTo(node, "in", hear);
    listenTo(node, "inAttached", hearAttached);
    // The order of the two worlds' scripts is not guaranteed, so each calls the other.
    listenTo(window, "drawbridge:ready", greet);
    greet();

    return {
        send,
        carriesAttachments() {
            return isAttaching;
        },
        room() {
            return places - count;
        },
        listen(tag, listener) {
            listeners[tag] = listener;
        },
        onReplaced(listener) {
            renewers[renewers.length] = listener;
        },
    };
}
