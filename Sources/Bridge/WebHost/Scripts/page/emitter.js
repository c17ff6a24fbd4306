// @ts-check

/**
 * An event emitter like Node.js's: a listener may be added twice, and one that throws does not stop the others.
 *
 * @param {MapConstructor} Map
 * @param {ArrayConstructor} Array
 * @param {(error: unknown) => void} report
 * @param {(event: string | symbol, hears: (...values: unknown[]) => void) => void} onAdd Called for each listener that
 * is added; `hears` calls it like an event, if it has not been removed.
 */
export function makeEmitter(Map, Array, report, onAdd = () => {}) {
    /** @typedef {(...values: any[]) => void} Listener */
    /** @typedef {{ listener: Listener, once: boolean, isDone: boolean }} Entry */
    /** @type {Map<string | symbol, Entry[]>} */
    const table = new Map();
    /** Nothing depends on it: the number of listeners is not limited. */
    let mostListeners = 10;

    /** @param {string | symbol} event @returns {Entry[]} */
    const entriesOf = (event) => table.get(event) ?? [];

    /** @param {string | symbol} event @param {Entry[]} entries */
    function set(event, entries) {
        if (entries.length > 0) table.set(event, entries);
        else table.delete(event);
    }

    /** @param {boolean} once @param {boolean} isFirst */
    const adder = (once, isFirst) => (/** @type {string | symbol} */ event, /** @type {Listener} */ listener) => {
        if (typeof listener !== "function") throw new TypeError("The listener must be a function.");
        const entry = { listener, once, isDone: false };
        set(event, isFirst ? [entry, ...entriesOf(event)] : [...entriesOf(event), entry]);
        onAdd(event, (...values) => {
            if (entriesOf(event).includes(entry)) call(event, entry, values);
        });
        return methods;
    };

    /** @param {string | symbol} event @param {Listener} listener */
    function removeListener(event, listener) {
        const entries = entriesOf(event);
        const index = entries.findLastIndex((entry) => entry.listener === listener);
        if (index >= 0) set(event, entries.toSpliced(index, 1));
        return methods;
    }

    /** @param {string | symbol} event @param {Entry} entry @param {unknown[]} values */
    function call(event, entry, values) {
        if (entry.isDone) return;
        if (entry.once) {
            entry.isDone = true;
            set(event, entriesOf(event).filter((other) => other !== entry));
        }
        try {
            Reflect.apply(entry.listener, methods, values);
        } catch (error) {
            report(error);
        }
    }

    /** @param {string | symbol} event @param {...unknown} values */
    function emit(event, ...values) {
        const entries = entriesOf(event);
        if (entries.length === 0 && event === "error") throw values[0];
        for (const entry of entries) call(event, entry, values);
        return entries.length > 0;
    }

    /** @param {string | symbol} event */
    const listeners = (event) => entriesOf(event).map((entry) => entry.listener);

    const methods = {
        on: adder(false, false),
        addListener: adder(false, false),
        once: adder(true, false),
        prependListener: adder(false, true),
        prependOnceListener: adder(true, true),
        off: removeListener,
        removeListener,
        /** @param {string | symbol} [event] */
        removeAllListeners(event) {
            if (event === undefined) table.clear();
            else table.delete(event);
            return methods;
        },
        emit,
        eventNames: () => Array.from(table.keys()),
        /** @param {string | symbol} event @param {Listener} [listener] */
        listenerCount: (event, listener) =>
            entriesOf(event).filter((entry) => listener === undefined || entry.listener === listener).length,
        listeners,
        rawListeners: listeners,
        /** @param {number} count */
        setMaxListeners(count) {
            mostListeners = count;
            return methods;
        },
        getMaxListeners: () => mostListeners,
    };
    return { methods, emit };
}
