// @ts-check

/**
 * The page that all hosts show: it asks for jobs, does them, and reports.
 *
 * Latency is told by the host's clock, for a page's own is a millisecond coarse: each answer of `getAddress` brings the
 * time at which it was made, so two of them in sequence are one round trip apart.
 */

const host = location.pathname.slice(1);
let strays = 0;
let last = 0;

/** @type {Map<string, (message: any) => void>} */
const waiting = new Map();

/** @param {string} command @param {unknown} data @returns {Promise<any>} The whole answer. */
const ask = host === "bare" ? askBare : askBridge;

/** @param {string} command @param {unknown} data */
function askBridge(command, data) {
    const messageId = `message-${(last += 1)}`;
    return new Promise((resolve) => {
        waiting.set(messageId, resolve);
        window._bitcoinWalletApi.messageHandler(JSON.stringify({ messageId, command, data }));
    });
}

/** @param {string} command @param {unknown} data */
async function askBare(command, data) {
    const messageId = `message-${(last += 1)}`;
    const text = await window.webkit.messageHandlers.bare.postMessage(JSON.stringify({ messageId, command, data }));
    const message = JSON.parse(text);
    if (message.messageId !== messageId) strays += 1;
    return message;
}

if (host !== "bare") {
    window._bitcoinWalletApi.receiveMessage = (/** @type {any} */ message) => {
        const resolve = waiting.get(message.messageId);
        if (resolve === undefined) {
            strays += 1;
        } else {
            waiting.delete(message.messageId);
            resolve(message);
        }
    };
}

/** A request of the usual size, 195 bytes or so. */
function request() {
    const label = "A shop that sells bicycles and bells";
    return { protocol: "BCH", origin: location.origin, label, requestedAt: Date.now(), purpose: "payment" };
}

/** @param {{ warm: number, calls: number }} job One after the other; the times of the answers. */
async function sequence({ warm, calls }) {
    const stamps = [];
    let wrong = 0;
    for (let index = -warm; index <= calls; index += 1) {
        const answer = await ask("getAddress", request());
        if (answer.data === undefined) wrong += 1;
        else if (index >= 0) stamps.push(Number(answer.data.stamp));
    }
    return { stamps, wrong };
}

/** @param {{ warm: number, calls: number, width: number }} job Many at once; how long they took. */
async function flood({ warm, calls, width }) {
    let wrong = 0;
    /** @param {number} count */
    const run = async (count) => {
        let left = count;
        const worker = async () => {
            while (left > 0) {
                left -= 1;
                const answer = await ask("getAddress", request());
                if (answer.data === undefined) wrong += 1;
            }
        };
        await Promise.all(Array.from({ length: width }, worker));
    };
    await run(warm);
    const start = performance.now();
    await run(calls);
    return { milliseconds: performance.now() - start, wrong };
}

/** @param {{ warm: number, calls: number, bytes: number }} job Large texts, there and back. */
async function echo({ warm, calls, bytes }) {
    const text = "x".repeat(bytes);
    let wrong = 0;
    let start = 0;
    for (let index = -warm; index < calls; index += 1) {
        if (index === 0) start = performance.now();
        const answer = await ask("echo", text);
        if (answer.data !== text) wrong += 1;
    }
    return { milliseconds: performance.now() - start, wrong };
}

/** @param {{ calls: number, width: number }} job Each answer is compared with its request. */
async function soak({ calls, width }) {
    let wrong = 0;
    let answered = 0;
    let next = 0;
    const start = performance.now();
    const worker = async () => {
        while (next < calls) {
            const number = (next += 1);
            const answer = await ask("echo", { number, text: `“${number}”` });
            answered += 1;
            if (answer.data?.number !== number || answer.data.text !== `“${number}”`) wrong += 1;
        }
    };
    const workers = Promise.all(Array.from({ length: width }, worker));
    // A lost answer leaves its worker waiting for ever; what is quiet for so long is over.
    /** @type {number} */
    let timer = 0;
    const quiet = new Promise((resolve) => {
        let seen = -1;
        timer = setInterval(() => {
            if (answered === seen) resolve(undefined);
            seen = answered;
        }, 10_000);
    });
    await Promise.race([workers, quiet]);
    clearInterval(timer);
    return { milliseconds: performance.now() - start, wrong, lost: calls - answered };
}

/** @type {Record<string, (job: any) => Promise<object>>} */
const jobs = { sequence, flood, echo, soak };

async function work() {
    await ask("getAddress", request());
    // Asked after the first answer had come, so its time is when that was.
    const second = await ask("getAddress", request());
    /** @type {object} */
    let report = { stamps: [Number(second.data.stamp)], wrong: 0 };
    for (;;) {
        const body = JSON.stringify({ ...report, strays });
        const job = await (await fetch(`/${host}/report`, { method: "POST", body })).json();
        report = await jobs[job.kind](job);
    }
}

work();
