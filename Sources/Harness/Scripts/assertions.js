// @ts-check
import { inspect, sameValue } from "./compare.js";

/** What an assertion throws. */
export class AssertionError extends Error {
    /**
     * @param {string} message
     * @param {{ found?: unknown, wanted?: unknown }} [values]
     */
    constructor(message, values = {}) {
        super(message);
        this.name = "AssertionError";
        this.values = values;
    }
}

/**
 * The assertions of one test. The first that fails is remembered, also where the test catches what was thrown.
 *
 * @param {{ wait: (milliseconds: number) => Promise<void>, isOver: () => boolean }} clock
 */
export function makeAssertions(clock) {
    /** @type {AssertionError | null} */
    let first = null;

    /**
     * Fails the test.
     *
     * @param {string} [message]
     * @param {{ found?: unknown, wanted?: unknown }} [values]
     * @returns {never}
     */
    function fail(message = "failed", values = {}) {
        const error = new AssertionError(message, values);
        first ??= error;
        throw error;
    }

    /**
     * Fails unless `value` counts as true.
     *
     * @param {unknown} value
     * @param {string} [message]
     */
    function ok(value, message = "not as expected") {
        if (!value) fail(message, { found: value });
    }

    /**
     * Fails unless both are the same all through.
     *
     * @param {unknown} found
     * @param {unknown} wanted
     * @param {string} [message]
     */
    function equal(found, wanted, message = "found is not what was wanted") {
        if (!sameValue(found, wanted)) fail(message, { found, wanted });
    }

    /**
     * Waits until `promise` is rejected, and fails unless the error is as wanted.
     *
     * @param {Promise<unknown> | (() => unknown)} promise Or a function that gives one, or throws.
     * @param {{ [key: string]: unknown }} [wanted] What the error's properties must be; `message` may be a part of it, or
     *     a regular expression.
     * @returns {Promise<any>} The error.
     */
    async function rejects(promise, wanted = {}) {
        let value;
        try {
            value = await (typeof promise === "function" ? promise() : promise);
        } catch (error) {
            const strange = Object.keys(wanted).find((key) => !matches(read(error, key), wanted[key], key));
            if (strange !== undefined) {
                fail(`it was rejected, but with a different ${strange}`, { found: error, wanted });
            }
            return error;
        }
        return fail("it was not rejected", { found: value, wanted });
    }

    /**
     * Waits until `probe` gives something that counts as true, and returns that.
     *
     * @template Value
     * @param {() => Value | Promise<Value>} probe
     * @returns {Promise<Value>}
     */
    async function until(probe) {
        for (;;) {
            const value = await probe();
            if (value || clock.isOver()) return value;
            await clock.wait(20);
        }
    }

    return { api: { ok, equal, rejects, until, fail }, failure: () => first };
}

/** @param {any} error @param {string} key @returns {unknown} */
function read(error, key) {
    return error === null || error === undefined ? undefined : error[key];
}

/** @param {unknown} found @param {unknown} wanted @param {string} key */
function matches(found, wanted, key) {
    if (key === "message" && typeof found === "string") {
        if (wanted instanceof RegExp) return wanted.test(found);
        if (typeof wanted === "string") return found.includes(wanted);
    }
    return sameValue(found, wanted);
}

/**
 * What a test threw, as the harness reports it.
 *
 * @param {any} error
 * @returns {{ message: string, found?: string, wanted?: string, stack?: string }}
 */
export function describeFailure(error) {
    if (!(error instanceof Error)) return { message: `threw ${inspect(error)}` };
    /** @type {{ message: string, found?: string, wanted?: string, stack?: string }} */
    const failure = { message: error instanceof AssertionError ? error.message : inspect(error) };
    if (error instanceof AssertionError) {
        if ("found" in error.values) failure.found = inspect(error.values.found);
        if ("wanted" in error.values) failure.wanted = inspect(error.values.wanted);
    }
    // The frames of this interface have no address of their own; those of the page do.
    const frames = `${error.stack ?? ""}`.split("\n").filter((frame) => /https?:/.test(frame));
    if (frames.length > 0) failure.stack = frames.join("\n");
    return failure;
}
