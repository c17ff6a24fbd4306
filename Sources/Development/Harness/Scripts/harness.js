// @ts-check
import { AssertionError, describeFailure, frames, makeAssertions } from "./assertions.js";
import { inspect } from "./compare.js";

/**
 * Gives the page `test(name, body)`, and runs what it registers, one after another, once the page has loaded.
 *
 * The body gets `t`: assertions, and `t.wallet`, by which it tells the wallet's user what to answer. What a test says to
 * the wallet takes effect before what it asks afterwards, whether it waits for the promise or not.
 *
 * @param {any} window
 * @param {import("../../../Bridge/WebHost/Scripts/page/wire.js").Wire} wire
 * @param {{ timeout: number, filter: string }} options Milliseconds that a test may take, and what its name must hold to be run.
 */
export function installHarness(window, wire, options) {
    // Taken now: a page may put clocks and promises of its own in their places.
    const setTimeout = window.setTimeout.bind(window);
    const clearTimeout = window.clearTimeout.bind(window);
    const now = window.performance.now.bind(window.performance);
    const { parse, stringify } = window.JSON;
    const workers = window.navigator.serviceWorker;
    const registrations = workers?.getRegistrations.bind(workers);

    const tooLong = `It took longer than ${options.timeout / 1000} s`;

    /** @type {Array<{ name: string, body: ((t: any) => unknown) | null, place: string }>} */
    const queue = [];
    let hasLoaded = false;
    let isRunning = false;
    let hasEnded = false;
    /** Whether an error counts as one of the test that is running. */
    let isTesting = false;
    let count = 0;
    /** @type {number | null} How many tests have been run before a page that hung or crashed was loaded again. */
    let done = null;
    let faults = 0;
    let unsent = 0;
    let thrownLate = 0;
    /** @type {Array<Promise<unknown>>} */
    let commands = [];
    /** @type {ReturnType<typeof makeAssertions> | null} The assertions of the running test. */
    let running = null;

    /** @param {number} milliseconds @returns {Promise<void>} */
    const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

    /**
     * Says something to the harness.
     *
     * @param {string} method
     * @param {{ [key: string]: unknown }} [params]
     * @returns {Promise<any>}
     */
    function ask(method, params = {}) {
        const body = stringify({ method, params });
        return new Promise((resolve, reject) => {
            wire.send("T", body, {
                answer(text) {
                    const answer = parse(text);
                    if (answer.error === undefined) resolve(answer.result);
                    else reject(new Error(answer.error));
                },
                refuse(reason) {
                    // The page's own requests may have used up what it may ask at once.
                    if (reason === "tooMany") setTimeout(() => ask(method, params).then(resolve, reject), 20);
                    else reject(new Error(`the harness does not receive messages of the page: ${reason}`));
                },
            });
        });
    }

    /**
     * Registers a test.
     *
     * @param {string} name
     * @param {((t: any) => unknown) | null} body
     */
    function register(name, body) {
        queue.push({ name: clean(name), body, place: frames(new Error()).split("\n")[0] });
        if (hasEnded) throw new Error(`The test “${name}” was registered after the last test had ended.`);
        if (hasLoaded && !isRunning) run();
    }

    /** @param {string} name @param {(t: any) => unknown} body */
    function test(name, body) {
        if (typeof body !== "function") throw new TypeError("test(name, body): body must be a function");
        register(name, body);
    }

    /**
     * Registers a test that is not run.
     *
     * @param {string} name
     */
    test.skip = (name) => register(name, null);

    async function run() {
        isRunning = true;
        if (done === null) done = Number(await ask("start"));
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            count += 1;
            if (count <= done) continue;
            if (next.body === null || !next.name.includes(options.filter)) await ask("skip", { name: next.name });
            else await runOne(next.name, next.body, next.place);
        }
        isRunning = false;
        // A module that waits for another may still have tests.
        await wait(100);
        if (queue.length === 0 && !isRunning) end();
        else if (!isRunning) run();
    }

    /** Waits until the wallet has all messages and unhandled errors have been reported, at the end of a turn. */
    async function settleCommands() {
        await Promise.allSettled(commands);
        commands = [];
        await wait(0);
    }

    /** @param {string} name @param {(t: any) => unknown} body @param {string} place */
    async function runOne(name, body, place) {
        const left = queue.slice(0, 1000).map((waiting) => waiting.name);
        await ask("begin", place === "" ? { name, left } : { name, left, place: clean(place) });
        let isOver = false;
        const assertions = makeAssertions({ name, wait, isOver: () => isOver, blame: blameLate });
        running = assertions;
        isTesting = true;
        /** @type {any} */
        let alarm;
        const late = new Promise((_resolve, reject) => {
            alarm = setTimeout(() => reject(new AssertionError(tooLong)), options.timeout);
        });
        const start = now();
        let outcome;
        try {
            await Promise.race([runBody(body, name, assertions), late]);
            // A body that blocks the page keeps the alarm from ringing.
            if (now() - start > options.timeout) throw new AssertionError(tooLong);
            const [failure] = assertions.failures();
            outcome = failure === undefined ? { ok: true } : { ok: false, ...describeFailure(failure) };
        } catch (error) {
            const [failure] = assertions.failures();
            const isLate = failure === undefined && error instanceof AssertionError && error.message === tooLong;
            outcome = { ok: false, ...(isLate ? lateness(assertions.wait()) : describeFailure(failure ?? error)) };
        }
        clearTimeout(alarm);
        isOver = true;
        isTesting = false;
        await ask("end", { ...shorten(outcome), milliseconds: Math.round(now() - start) });
    }

    /**
     * Runs the body, and waits for everything that belongs to the test.
     *
     * @param {(t: any) => unknown} body
     * @param {string} name
     * @param {ReturnType<typeof makeAssertions>} assertions
     */
    async function runBody(body, name, assertions) {
        await body({ name, wallet, chain, ...assertions.api });
        await assertions.settle();
        await settleCommands();
    }

    /**
     * Why a test took too long: the call that has not ended, and the text of the page.
     *
     * @param {{ call: string, place: string } | undefined} wait
     */
    function lateness(wait) {
        const text = `${window.document?.body?.innerText ?? ""}`.trim().slice(0, 1000);
        return {
            message: wait === undefined ? tooLong : `${tooLong}, and waited for ${wait.call}`,
            isLate: true,
            ...(text === "" ? {} : { page: text }),
            ...(wait === undefined || wait.place === "" ? {} : { stack: wait.place }),
        };
    }

    async function end() {
        hasEnded = true;
        // WebKit does not remove the service workers of a temporary session.
        const left = (async () => (await registrations?.())?.length ?? 0)().catch(() => 1);
        ask("done", { count, workers: await Promise.race([left, wait(1000).then(() => 1)]) });
    }

    /**
     * Tells of an error that the page did not catch.
     *
     * @param {unknown} error
     * @param {string} [place]
     */
    function blame(error, place = "") {
        faults += 1;
        const failure = describeFailure(error);
        const own = isTesting ? "Uncaught in the page while this test ran" : "Uncaught in the page";
        const when = failure.test === undefined ? own : "After the test had ended";
        failure.message = `${when}: ${error instanceof Error ? failure.message : inspect(error)}`;
        if (failure.stack === undefined && place !== "") failure.stack = place;
        ask("error", shorten(failure));
    }

    /**
     * Tells of an assertion that failed after its test had ended.
     *
     * @param {AssertionError} error
     */
    function blameLate(error) {
        blame(error);
        // Where the page does not catch it, it comes here again, without what it was: it was thrown by another world's script.
        thrownLate += 1;
        setTimeout(() => { thrownLate = 0; }, 0);
    }

    /**
     * Tells the wallet something. Whether a test waits for that or not, it counts as part of it.
     *
     * @param {string} method
     * @param {{ [key: string]: unknown }} [params]
     */
    function command(method, params) {
        const reply = ask(method, params);
        commands.push(reply);
        // Another promise, so that a refusal which the test does not look at is still unhandled.
        return reply.then((result) => result);
    }

    const wallet = {
        /** Approves the next questions. */
        approve: (times = 1) => command("approve", { times }),
        /** Rejects the next questions. */
        reject: (times = 1) => command("reject", { times }),
        /**
         * Answers every question of this test: "approve", "reject", or `null` to take it back.
         *
         * @param {string | null} answer
         */
        always: (answer) => command("always", { answer }),
        /**
         * Types into the next field that asks for a text.
         *
         * @param {string} text
         */
        type: (text) => command("type", { text }),
        /** Leaves questions open until they are answered. */
        hold: () => command("hold"),
        /** Ends `hold`. */
        release: () => command("release"),
        /** What the user was shown in this test, once it is at least so many questions. */
        questions: (atLeast = 0) => {
            const reply = ask("questions", { atLeast });
            running?.follow(`t.wallet.questions(${atLeast})`, reply);
            return reply.then((list) => list);
        },
        /** Takes the page's accounts away, as in the wallet's settings. */
        disconnect: () => command("disconnect"),
        /**
         * Puts the page on another chain, as in the wallet's settings.
         *
         * @param {string} chainId
         */
        setChain: (chainId) => command("setChain", { chainId }),
        /** Locks the wallet; it is unlocked when the test ends. */
        lock: () => command("lock"),
        /** Unlocks the wallet. */
        unlock: () => command("unlock"),
    };

    /**
     * Gives an order to the simulated chain.
     *
     * @param {string} order
     * @param {{ [key: string]: unknown }} [params]
     */
    const onChain = (order, params = {}) => command("chain", { order, params });

    const chain = {
        /**
         * Pays an amount, such as "1.5", of coins or of a token to an address, and mines a block.
         *
         * @param {string} address
         * @param {string} amount
         * @param {string} [asset]
         */
        fund: (address, amount, asset) => onChain("fund", { address, amount, ...(asset === undefined ? {} : { asset }) }),
        /** Mines blocks. */
        mine: (blocks = 1) => onChain("mine", { blocks }),
        /**
         * Says whether transactions come into a block at once; otherwise `mine` mines them.
         *
         * @param {boolean} isImmediate
         */
        automine: (isImmediate) => onChain("automine", { isImmediate }),
        /**
         * Sets the time of the next block, in seconds since 1970.
         *
         * @param {number} time
         */
        setTime: (time) => onChain("setTime", { time }),
        /**
         * Advances the chain's clock.
         *
         * @param {number} seconds
         */
        advance: (seconds) => onChain("advance", { seconds }),
        /** Keeps the present state, and returns its number for `restore`. */
        snapshot: () => onChain("snapshot"),
        /**
         * Returns to a state that was kept.
         *
         * @param {number} snapshot
         */
        restore: (snapshot) => onChain("restore", { snapshot }),
        /**
         * Replaces the newest blocks by empty ones: their transactions wait again, but for those in `dropping`.
         *
         * @param {number} [depth]
         * @param {{ dropping?: string[] }} [options]
         */
        reorganise: (depth = 1, options) => onChain("reorganise", { depth, dropping: options?.dropping ?? [] }),
        /**
         * Lets the node fail when it is asked a method ("*" for all): "refuse", "swallow", "delay", "lie", "stop", "close",
         * or "none".
         *
         * @param {string} method
         * @param {string} [fault]
         * @param {{ times?: "once" | "always", code?: number, message?: string, milliseconds?: number }} [options]
         */
        fail: (method, fault = "refuse", options = {}) => onChain("fault", { times: "once", ...options, method, fault }),
    };

    /** @param {"log" | "info" | "warn" | "error"} name */
    function listenToConsole(name) {
        const original = window.console[name].bind(window.console);
        window.console[name] = (/** @type {unknown[]} */ ...values) => {
            original(...values);
            // A page that writes faster than its lines are passed on must not delay its tests.
            if (unsent >= 100) return;
            unsent += 1;
            const text = values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" ");
            const settled = () => {
                unsent -= 1;
            };
            ask("log", { text: clean(text) }).then(settled, settled);
        };
    }

    for (const name of /** @type {const} */ (["log", "info", "warn", "error"])) listenToConsole(name);
    window.addEventListener(
        "error",
        (/** @type {any} */ event) => {
            const source = event.target === window ? "" : event.target.src ?? "";
            if (event.target === window && !event.error && thrownLate > 0) {
                thrownLate -= 1;
            } else if (event.target === window) {
                blame(event.error ?? new Error(event.message), `${event.filename}:${event.lineno}`);
            } else if (event.target.nodeName === "SCRIPT") {
                const imported = event.target.type === "module" ? ", or one that it imports," : "";
                faults += 1;
                ask("error", { message: clean(`The script ${source}${imported} could not be loaded.`) });
            }
        },
        true,
    );
    window.addEventListener("unhandledrejection", (/** @type {any} */ { reason }) => {
        const isReported = reason instanceof AssertionError && reason.details.test !== undefined;
        if (!isReported) blame(reason);
    });
    window.addEventListener("load", async () => {
        await wait(0);
        hasLoaded = true;
        if (!isRunning && (queue.length > 0 || faults > 0)) await run();
        else setTimeout(() => count === 0 && !isRunning && end(), options.timeout);
    });
    window.test = test;
}

/**
 * Text that can travel: not too long, and whole characters.
 *
 * @param {unknown} text
 * @returns {string}
 */
function clean(text) {
    return String(text).slice(0, 16384).toWellFormed();
}

/**
 * @param {{ [key: string]: unknown }} members
 * @returns {{ [key: string]: unknown }}
 */
function shorten(members) {
    const pairs = Object.entries(members).map(([key, value]) => [key, typeof value === "string" ? clean(value) : value]);
    return Object.fromEntries(pairs);
}
