// @ts-check
import { difference, inspect } from "./compare.js";

/** What an assertion throws. */
export class AssertionError extends Error {
    /**
     * @param {string} message
     * @param {{ found?: unknown, wanted?: unknown, place?: string, test?: string }} [details] The values; the stack of the
     *     call, if this one does not have it; and the name of its test, if that had ended already.
     */
    constructor(message, details = {}) {
        super(message);
        this.name = "AssertionError";
        this.details = details;
    }
}

/**
 * The assertions of one test. The first that fails is remembered, also where the test catches what was thrown.
 *
 * @param {{ name: string, wait: (milliseconds: number) => Promise<void>, isOver: () => boolean,
 *     blame: (error: AssertionError) => void }} test Receives what fails after its end.
 */
export function makeAssertions(test) {
    /** @type {any} */
    let first = null;
    let hasFailed = false;

    /** @type {Set<{ call: string, place: string, end: Promise<unknown> }>} The calls that have not ended. */
    const waits = new Set();

    /** @template Failure @param {Failure} error @returns {Failure} */
    function note(error) {
        if (!hasFailed) [first, hasFailed] = [error, true];
        return error;
    }

    /**
     * Counts `work` as a part of the test, whether the test waits for it or not.
     *
     * @template Value
     * @param {string} call
     * @param {Promise<Value>} work
     * @returns {Promise<Value>}
     */
    function follow(call, work) {
        const wait = { call, place: frames(new Error()), end: work.then(() => {}, () => {}) };
        waits.add(wait);
        wait.end.then(() => waits.delete(wait));
        return work;
    }

    /**
     * Fails the test.
     *
     * @param {string} [message]
     * @param {{ found?: unknown, wanted?: unknown, place?: string }} [details]
     * @returns {never}
     */
    function fail(message = "t.fail() was called", details = {}) {
        const isLate = test.isOver();
        const error = note(new AssertionError(message, isLate ? { ...details, test: test.name } : details));
        if (isLate) test.blame(error);
        throw error;
    }

    /**
     * Fails unless `value` counts as true.
     *
     * @param {unknown} value
     * @param {string} [message]
     */
    function ok(value, message = "The value does not count as true") {
        if (!value) fail(message, { found: value });
    }

    /**
     * Fails unless both are the same all through.
     *
     * @param {unknown} found
     * @param {unknown} wanted
     * @param {string} [message]
     */
    function equal(found, wanted, message) {
        const path = difference(found, wanted);
        if (path === null) return;
        fail(message ?? (path === "" ? "The values differ" : `The values differ at ${path}`), { found, wanted });
    }

    /**
     * Waits until `promise` is rejected, and fails unless the error is as wanted.
     *
     * @param {Promise<unknown> | (() => unknown)} promise Or a function that gives one, or throws.
     * @param {{ [key: string]: unknown }} [wanted] What the error's properties must be; `message` may be a part of it, or
     *     a regular expression.
     * @returns {Promise<any>} The error.
     */
    function rejects(promise, wanted = {}) {
        const place = frames(new Error());
        return follow("t.rejects", rejection(promise, wanted, place));
    }

    /** @param {Promise<unknown> | (() => unknown)} promise @param {{ [key: string]: unknown }} wanted @param {string} place */
    async function rejection(promise, wanted, place) {
        let value;
        try {
            value = await (typeof promise === "function" ? promise() : promise);
        } catch (error) {
            const strange = Object.keys(wanted).find((key) => !matches(read(error, key), wanted[key], key));
            if (strange !== undefined) {
                fail(`It was rejected, but with another ${strange}`, { found: error, wanted, place });
            }
            return error;
        }
        return fail("It was not rejected", { found: value, wanted, place });
    }

    /**
     * Waits until `probe` gives something that counts as true, and returns that.
     *
     * @template Value
     * @param {() => Value | Promise<Value>} probe
     * @returns {Promise<Value>}
     */
    function until(probe) {
        return follow(`t.until(${String(probe).replace(/\s+/g, " ").slice(0, 200)})`, condition(probe));
    }

    /** @template Value @param {() => Value | Promise<Value>} probe @returns {Promise<Value>} */
    async function condition(probe) {
        for (;;) {
            let value;
            try {
                value = await probe();
            } catch (error) {
                throw note(error);
            }
            if (value || test.isOver()) return value;
            await test.wait(20);
        }
    }

    return {
        api: { ok, equal, rejects, until, fail },
        follow,
        /** The first failure, in a list; an empty one if there is none. */
        failures: () => (hasFailed ? [first] : []),
        /** Waits for the calls that the test has not waited for. */
        settle: async () => {
            while (waits.size > 0) await [...waits][0].end;
        },
        /** @returns {{ call: string, place: string } | undefined} The oldest call that has not ended. */
        wait: () => [...waits][0],
    };
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
    return difference(found, wanted) === null;
}

/**
 * The lines of a stack that have an address: those of the page. The scripts of the harness have none.
 *
 * @param {any} error
 * @returns {string}
 */
export function frames(error) {
    const addressed = `${error.stack ?? ""}`.split("\n").filter((frame) => /https?:/.test(frame));
    // Code outside functions has no name that a reader knows.
    return addressed.map((frame) => frame.replace(/^(?:(?:module|global|eval) code)?@/, "")).join("\n");
}

/**
 * What a test threw, as the harness reports it.
 *
 * @param {any} error
 * @returns {{ message: string, found?: string, wanted?: string, stack?: string, test?: string }}
 */
export function describeFailure(error) {
    if (!(error instanceof Error)) return { message: `It threw ${inspect(error)}` };
    /** @type {{ message: string, found?: string, wanted?: string, stack?: string, test?: string }} */
    const failure = { message: error instanceof AssertionError ? error.message : inspect(error) };
    const details = error instanceof AssertionError ? error.details : {};
    if ("found" in details) failure.found = inspect(details.found);
    if ("wanted" in details) failure.wanted = inspect(details.wanted);
    if (details.test !== undefined) failure.test = details.test;
    const stack = details.place || frames(error);
    if (stack !== "") failure.stack = stack;
    return failure;
}
