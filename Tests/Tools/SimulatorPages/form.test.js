// @ts-check
// Fills in the form of the simulated payment gateway: `drawbridge-dev test --root . Tests/Tools/SimulatorPages`.

/** @typedef {import("../../../web/types/test").TestContext} TestContext */

const known = { fullName: "Ada Exämple", porCountry: "AT", porAddress: "Graz" };
const prefill = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(known))));
history.replaceState(null, "", `?${new URLSearchParams({ pid: "pay_1", accounts: "eip155:1:0x1", prefill, theme: "dark" })}`);
const form = new URL("../../../Sources/Development/Simulators/Collect/", import.meta.url);
const source = await (await fetch(new URL("form.html", form))).text();
document.body.replaceWith(new DOMParser().parseFromString(source, "text/html").body);
await import(new URL("form.js", form).href);

const page = /** @type {Record<string, any>} */ (/** @type {unknown} */ (window));
const realFetch = fetch;

/** What the form sent, and what it told the wallet. */
const heard = { sent: /** @type {any[]} */ ([]), told: /** @type {any[]} */ ([]) };

function input(/** @type {string} */ id) {
    return /** @type {HTMLInputElement} */ (document.getElementById(id));
}

/** Lets the gateway answer `answer`, and gives the page the bridges named. */
function prepare(/** @type {object | null} */ answer, /** @type {string[]} */ bridges) {
    heard.sent = [];
    heard.told = [];
    page.fetch = (/** @type {string} */ path, /** @type {{ body: string }} */ { body }) => {
        heard.sent.push([path, JSON.parse(body)]);
        return answer === null ? Promise.reject(new TypeError("no line")) : Promise.resolve(new Response(JSON.stringify(answer)));
    };
    const hear = (/** @type {string} */ name) => (/** @type {unknown} */ message) => heard.told.push([name, message]);
    page.webkit = bridges.includes("webkit")
        ? { messageHandlers: { payDataCollectionComplete: { postMessage: hear("webkit") } } } : undefined;
    page.AndroidWallet = bridges.includes("android") ? { onDataCollectionComplete: hear("android") } : undefined;
    page.ReactNativeWebView = bridges.includes("reactNative") ? { postMessage: hear("reactNative") } : undefined;
    input("form").hidden = false;
}

function fill() {
    input("dob").value = "1990-12-31";
    input("tosConfirmed").checked = true;
}

/** Presses the button, and waits for the answer where one is to come. */
async function send(/** @type {TestContext} */ t, isAnswered = true) {
    input("send").click();
    if (isAnswered) await t.until(() => !(/** @type {HTMLButtonElement} */ (document.getElementById("send")).disabled));
}

test("the wallet's parameters fill the form in and choose its colours", (t) => {
    t.equal(document.documentElement.dataset.theme, "dark");
    t.equal(["fullName", "country", "address", "dob"].map((id) => input(id).value), ["Ada Exämple", "AT", "Graz", ""]);
    t.ok(/** @type {HTMLInputElement} */ (document.querySelector('input[value="por"]')).checked);
    t.ok(!input("tosConfirmed").checked);
});

test("what is wrong is said, and nothing is sent", async (t) => {
    prepare({}, ["webkit"]);
    for (const day of ["", "31.12.1990", "2001-02-29", "2999-01-01"]) {
        input("dob").value = day;
        await send(t, false);
        t.ok(document.getElementById("problem")?.textContent?.includes("date of birth"), day);
        t.equal(document.activeElement?.id, "dob");
    }
    input("dob").value = "1990-12-31";
    await send(t, false);
    t.ok(document.getElementById("problem")?.textContent?.includes("Accept the terms"));
    t.equal(heard, { sent: [], told: [] });
});

test("what is right is sent, and the wallet hears of it once", async (t) => {
    prepare({ message: "object" }, ["webkit", "android", "reactNative"]);
    fill();
    await send(t);
    t.equal(heard.sent, [["submit", {
        pid: "pay_1",
        accounts: "eip155:1:0x1",
        fields: {
            fullName: "Ada Exämple", dob: "1990-12-31", porCountry: "AT", porAddress: "Graz", tosConfirmed: "true",
        },
    }]]);
    t.equal(heard.told, [["webkit", { type: "IC_COMPLETE", success: true }]]);
    t.ok(!input("done").hidden);
});

test("each wallet hears it by the bridge that it has, in its way", async (t) => {
    const text = JSON.stringify({ type: "IC_COMPLETE", success: true });
    const ways = /** @type {const} */ ([
        ["text", ["webkit"], ["webkit", text]],
        ["object", ["android", "reactNative"], ["android", text]],
        ["object", ["reactNative"], ["reactNative", text]],
        ["reactNative", ["webkit", "android", "reactNative"], ["reactNative", text]],
    ]);
    for (const [message, bridges, told] of ways) {
        prepare({ message }, [...bridges]);
        fill();
        await send(t);
        t.equal(heard.told, [told]);
    }
});

test("an error of the gateway is the form's end, a line that is cut is not", async (t) => {
    prepare({ error: "No.", message: "object" }, ["webkit"]);
    fill();
    await send(t);
    t.equal(heard.told, [["webkit", { type: "IC_ERROR", success: false, error: "No." }]]);
    prepare(null, ["webkit"]);
    await send(t);
    t.equal(heard.told, []);
    t.ok(document.getElementById("problem")?.textContent?.includes("cannot be reached"));
    page.fetch = realFetch;
});
