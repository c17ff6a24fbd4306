// @ts-check

/**
 * An event emitter like Node.js's: a listener may be added twice, and one that throws does not stop the others.
 *
 * @param {MapConstructor} Map
 * @param {ArrayConstructor} Array
 * @param {(error: unknown) => void} report
 */
export function makeEmitter(Map, Array, report) {
    /** @typedef {(...values: any[]) => void} Listener */
    /** @type {Map<string, Array<{ listener: Listener, once: boolean }>>} */
    const table = new Map();

    /** @param {string} event @param {Listener} listener @param {boolean} once */
    function add(event, listener, once) {
        if (typeof listener !== "function") throw new TypeError("The listener must be a function.");
        table.set(event, [...(table.get(event) ?? []), { listener, once }]);
        return methods;
    }

    /** @param {string} event @param {Listener} listener */
    function removeListener(event, listener) {
        const entries = table.get(event) ?? [];
        const index = entries.findLastIndex((entry) => entry.listener === listener);
        if (index >= 0) table.set(event, entries.toSpliced(index, 1));
        return methods;
    }

    /** @param {string} event @param {...unknown} values */
    function emit(event, ...values) {
        const entries = table.get(event) ?? [];
        table.set(event, entries.filter((entry) => !entry.once));
        for (const { listener } of entries) {
            try {
                Reflect.apply(listener, methods, values);
            } catch (error) {
                report(error);
            }
        }
        return entries.length > 0;
    }

    const methods = {
        on: (/** @type {string} */ event, /** @type {Listener} */ listener) => add(event, listener, false),
        addListener: (/** @type {string} */ event, /** @type {Listener} */ listener) => add(event, listener, false),
        once: (/** @type {string} */ event, /** @type {Listener} */ listener) => add(event, listener, true),
        off: removeListener,
        removeListener,
        /** @param {string} [event] */
        removeAllListeners(event) {
            if (event === undefined) table.clear();
            else table.delete(event);
            return methods;
        },
        listenerCount: (/** @type {string} */ event) => (table.get(event) ?? []).length,
        listeners: (/** @type {string} */ event) => (table.get(event) ?? []).map((entry) => entry.listener),
    };
    return { methods, emit };
}
