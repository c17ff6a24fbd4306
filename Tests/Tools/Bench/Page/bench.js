// @ts-check

/**
 * The page that all hosts show: it asks for jobs, does them, and reports.
 *
 * Latency is told by the host's clock, for a page's own is a millisecond coarse: each answer of `getAddress` brings the
 * time at which it was made, so two of them in sequence are one round trip apart.
 */

const began = Date.now();
const host = location.pathname.slice(1);
let strays = 0;
let last = 0;

/** The open requests by the end of their number: there are never more than 1,024. (A map would be most of what is measured.) */
const waiting = /** @type {Array<{ messageId: string, resolve: (message: any) => void } | null>} */ (
    new Array(1_024).fill(null)
);

/** The ways of hosts that are not the bridge: how the text of a request gets there, and the text of the answer back. */
const ways = /** @type {Record<string, (text: string) => Promise<string>>} */ ({
    bare: (text) => window.webkit.messageHandlers.bare.postMessage(text),
    evaluate: askToEvaluate,
    scheme: askByScheme,
    pywebview: askPywebview,
});

/** @param {string} command @param {unknown} data @returns {Promise<any>} The whole answer. */
const ask = host in ways ? askBare : askBridge;

/** @param {string} command @param {unknown} data */
function askBridge(command, data) {
    const messageId = `message-${(last += 1)}`;
    return new Promise((resolve) => {
        waiting[last % 1_024] = { messageId, resolve };
        window._bitcoinWalletApi.messageHandler(JSON.stringify({ messageId, command, data }));
    });
}

/** @param {string} command @param {unknown} data */
async function askBare(command, data) {
    const messageId = `message-${(last += 1)}`;
    const text = await ways[host](JSON.stringify({ messageId, command, data }));
    const message = JSON.parse(text);
    if (message.messageId !== messageId) strays += 1;
    return message;
}

/** The calls that a script of the host answers, as webview/webview does it. */
const calls = new Map();
let lastCall = 0;

Object.assign(window, {
    bareAnswers: {
        /** @param {number} number @param {string} text */
        resolve(number, text) {
            const resolve = calls.get(number);
            calls.delete(number);
            resolve(text);
        },
    },
});

/** @param {string} text @returns {Promise<string>} */
function askToEvaluate(text) {
    return new Promise((resolve) => {
        calls.set((lastCall += 1), resolve);
        window.webkit.messageHandlers.bare.postMessage(`${lastCall} ${text}`);
    });
}

/** @param {string} text The headers are those of Tauri. */
async function askByScheme(text) {
    const headers = { "Content-Type": "application/json", "Tauri-Callback": "1", "Tauri-Error": "2" };
    return (await fetch("bare://localhost/call", { method: "POST", headers, body: text })).text();
}

/** @param {string} text @returns {Promise<string>} */
async function askPywebview(text) {
    const page = /** @type {any} */ (window);
    if (page.pywebview === undefined) {
        await new Promise((resolve) => window.addEventListener("pywebviewready", resolve, { once: true }));
    }
    return page.pywebview.api.call(text);
}

if (!(host in ways)) {
    window._bitcoinWalletApi.receiveMessage = (/** @type {any} */ message) => {
        const place = Number(message.messageId.slice(8)) % 1_024;
        const request = waiting[place];
        if (request?.messageId === message.messageId) {
            waiting[place] = null;
            request.resolve(message);
        } else {
            strays += 1;
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

/** @param {{ warm: number, calls: number, bytes: number }} job Binary values, there and back; text without `invoke`. */
async function binaryEcho(job) {
    const { drawbridge } = /** @type {any} */ (window);
    if (drawbridge === undefined) return echo(job);
    const { warm, calls, bytes } = job;
    const sent = new Uint8Array(bytes).fill(120);
    let wrong = 0;
    let start = 0;
    for (let index = -warm; index < calls; index += 1) {
        if (index === 0) start = performance.now();
        const answer = await drawbridge.invoke("echo", sent);
        // Reply handles carry Base64, which this method returns as it came.
        const isBase64 = typeof answer === "string" && answer.length === Math.ceil(bytes / 3) * 4;
        const back = isBase64 ? sent : new Uint8Array(answer);
        if (back.length !== bytes || back[bytes - 1] !== 120) wrong += 1;
    }
    return { milliseconds: performance.now() - start, wrong };
}

/**
 * Each answer is compared with its request, also with those of the documents before: no two requests are the same.
 *
 * @param {{ calls: number, width: number, reload: number, hang: number }} job
 * @param {{ answered: number, wrong: number, strays: number, documents: number, started: number }} [earlier] The counts of
 * the documents before, if the page was reloaded.
 */
async function soak(job, earlier = { answered: 0, wrong: 0, strays: 0, documents: 0, started: Date.now() }) {
    const { calls, width, reload, hang } = job;
    const mark = `${earlier.documents}-${Date.now()}`;
    let { wrong, answered } = earlier;
    strays += earlier.strays;
    let next = answered;
    const start = earlier.started - Date.now() + performance.now();
    const documents = earlier.documents + 1;
    const end = performance.now() + (reload > 0 ? reload : Infinity);
    const worker = async () => {
        while (next < calls) {
            const number = (next += 1);
            const text = `“${mark} ${number}”`;
            const answer = await ask("echo", { number, text });
            answered += 1;
            if (answer.data?.number !== number || answer.data.text !== text) wrong += 1;
            if (hang > 0 && answered % 5_000 === 0) block(hang);
            if (answered < calls && performance.now() >= end) {
                const counts = { answered, wrong, strays, documents, started: earlier.started };
                sessionStorage.setItem("soak", JSON.stringify({ job, counts }));
                location.reload();
                // The others of this document are not waited for.
                await new Promise(() => {});
            }
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
    return { milliseconds: performance.now() - start, wrong, documents, lost: calls - answered };
}

/** @param {number} milliseconds Does nothing for so long, like a page that hangs. */
function block(milliseconds) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
}

/** @type {Record<string, (job: any) => Promise<object>>} */
const jobs = { sequence, flood, echo, binaryEcho, soak };

async function work() {
    await ask("getAddress", request());
    // Asked after the first answer had come, so its time is when that was.
    const second = await ask("getAddress", request());
    /** @type {object} */
    let report = { stamps: [Number(second.data.stamp)], began, wrong: 0 };
    const unfinished = sessionStorage.getItem("soak");
    if (unfinished !== null) {
        sessionStorage.removeItem("soak");
        const { job, counts } = JSON.parse(unfinished);
        report = await soak(job, counts);
    }
    for (;;) {
        const body = JSON.stringify({ ...report, strays });
        const job = await (await fetch(`/${host}/report`, { method: "POST", body })).json();
        report = await jobs[job.kind](job);
    }
}

work();
