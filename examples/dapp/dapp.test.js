// @ts-check
// Presses the buttons of the example dapp: `drawbridge-dev test --root . examples/dapp`. The page itself is a link to
// Sources/Development/drawbridge-dev/Dapp, which must be in the served folder.

const source = await (await fetch(new URL("index.html", import.meta.url))).text();
document.body.replaceWith(new DOMParser().parseFromString(source, "text/html").body);
await import(new URL("dapp.js", import.meta.url).href);

const address = /^0x[0-9a-fA-F]{40}$/;
const signature = /^0x[0-9a-f]{130}$/;

/** Presses a button, and returns the text that is shown after the response. */
async function press(/** @type {import("../../web/types/test").TestContext} */ t, /** @type {string} */ name) {
    const button = [...document.querySelectorAll("button")].find((button) => button.textContent === name);
    button?.click();
    const result = /** @type {HTMLElement} */ (document.querySelector(`output[aria-label="Result: ${name}"]`));
    await t.until(() => result.dataset.state !== "waiting");
    return `${result.textContent}`;
}

test("no two buttons have the same label, and each has its result", (t) => {
    const names = [...document.querySelectorAll("button")].map((button) => button.textContent);
    t.equal(names.length, new Set(names).size);
    t.equal(names.length, document.querySelectorAll("output").length);
    t.ok(names.length > 30);
});

test("the wallet is found, and reveals nothing before an approval", async (t) => {
    t.ok(document.getElementById("wallet")?.textContent?.startsWith("Drawbridge"));
    t.equal(await press(t, "List accounts"), "[]");
    t.equal(await press(t, "Show permissions"), "[]");
    t.equal(await t.wallet.questions(), []);
});

test("a rejection is shown as a rejection", async (t) => {
    t.wallet.reject();
    t.equal(await press(t, "Connect"), "Error 4001: User rejected the request. (User denied account authorization)");
});

test("an approval connects, once and for both page objects", async (t) => {
    t.wallet.approve();
    const [account] = JSON.parse(await press(t, "Connect"));
    t.ok(address.test(account));
    t.equal(JSON.parse(await press(t, "Enable")), [account]);
    t.equal(JSON.parse(await press(t, "Get ETH address")).address.toLowerCase(), account);
    await t.until(() => document.getElementById("account")?.textContent === account);
    t.equal((await t.wallet.questions()).length, 1);
});

for (const name of ["Sign a message", "Sign typed data", "Sign typed data, version 3"]) {
    test(`${name}: the user sees what is signed`, async (t) => {
        t.wallet.approve();
        t.ok(signature.test(await press(t, name)));
        const [question] = await t.wallet.questions();
        t.equal(question.origin, location.origin);
        t.ok(question.fields.some((field) => field.value.includes("Hello from the example dapp.")));
    });
}

test("a sign-in for this site is a sign-in, one for another site is a danger, and so is a permit", async (t) => {
    t.wallet.approve();
    t.ok(signature.test(await press(t, "Sign in")));
    t.wallet.reject(2);
    await press(t, "Sign in to another site");
    await press(t, "Sign a token permit");
    const [here, elsewhere, permit] = await t.wallet.questions();
    t.equal([here.verb, here.level], ["Sign in", "plain"]);
    t.equal([elsewhere.level, permit.level], ["danger", "danger"]);
});

test("the chain is switched, and switched back", async (t) => {
    t.wallet.approve(2);
    t.equal(await press(t, "Switch to Polygon"), "null");
    t.equal([await press(t, "Show chain"), await press(t, "Show network version")], ["0x89", "137"]);
    t.equal(await press(t, "Switch to Ethereum"), "null");
    t.equal(await press(t, "Show chain"), "0x1");
    await t.until(() => document.getElementById("events")?.textContent?.includes('chainChanged "0x89"'));
});

test("a refused request gives the reason, without a question", async (t) => {
    const refused = {
        "Sign data of another chain": "Error -32602",
        "Switch to an unknown chain": "Error 4902",
        "Send a transaction": "Error 4900",
        "Call an unknown method": "Error -32601",
        "Use eth_sign by Link": "Error PROTOCOL_ERROR",
        "Send coins": "Error PROTOCOL_ERROR",
        "Pay an invoice": "Error PROTOCOL_ERROR",
    };
    for (const [name, error] of Object.entries(refused)) t.equal((await press(t, name)).split(":")[0], error);
    t.equal(await t.wallet.questions(), []);
});

test("the legacy methods return the same", async (t) => {
    const old = JSON.parse(await press(t, "Use legacy methods"));
    t.equal([old.isConnected, old.chainId, old.networkVersion, old.send], [true, "0x1", "1", "0x1"]);
    t.equal([old.sendNow.result[0], old.sendAsync.result], [old.selectedAddress, "1"]);
});

test("Link responds to every way of sending, with both receivers", async (t) => {
    for (const out of ["event", "receiver"]) {
        /** @type {HTMLElement} */ (document.querySelector(`input[value="${out}"]`)).click();
        const answers = JSON.parse(await press(t, "Use every transport"));
        t.equal(answers.map((/** @type {any} */ answer) => answer.platform), ["linux", "linux", "linux"]);
    }
});

test("Link provides addresses, signatures and values", async (t) => {
    t.wallet.approve(6);
    t.wallet.type("forty-two");
    t.ok(JSON.parse(await press(t, "Get BCH address")).address.startsWith("bitcoincash:q"));
    t.ok(JSON.parse(await press(t, "Get BTC address")).address.startsWith("bc1q"));
    t.ok(JSON.parse(await press(t, "Get SLP address")).address.startsWith("simpleledger:q"));
    t.ok(signature.test(JSON.parse(await press(t, "Sign a message by Link")).signature));
    t.ok(signature.test(JSON.parse(await press(t, "Sign typed data by Link")).signature));
    t.equal(JSON.parse(await press(t, "Request a value")).value, "forty-two");
    t.equal(JSON.parse(await press(t, "Read the last value")).value, "forty-two");
});

test("a token is not created without a server", async (t) => {
    t.equal((await press(t, "Create a token")).split(":")[0], "Error PROTOCOL_ERROR");
    t.equal(await t.wallet.questions(), []);
});

test("permissions are requested, shown and revoked", async (t) => {
    t.wallet.approve();
    const asked = await press(t, "Ask for permissions");
    t.equal(await press(t, "Show permissions"), asked);
    t.equal(JSON.parse(asked)[0].invoker, location.origin);
    t.equal(await press(t, "Revoke permissions"), "null");
    t.equal(await press(t, "List accounts"), "[]");
});
