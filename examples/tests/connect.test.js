// How a page connects to a wallet, and which cases it must handle.
//
// Tests run one after another and share the page and its wallet. `t.wallet` controls the user's answers; a question
// without a scripted answer is rejected, and fails the test.

const connect = () => ethereum.request({ method: "eth_requestAccounts" });

test("a wallet announces itself", async (t) => {
    const announced = new Promise((resolve) => {
        window.addEventListener("eip6963:announceProvider", (event) => resolve(event.detail), { once: true });
    });
    window.dispatchEvent(new Event("eip6963:requestProvider"));
    const { info, provider } = await announced;
    t.ok(info.name !== "" && info.uuid !== "");
    t.equal(await provider.request({ method: "eth_accounts" }), []);
});

test("a rejection is error 4001", async (t) => {
    t.wallet.reject();
    await t.rejects(connect(), { code: 4001 });
    t.equal(await ethereum.request({ method: "eth_accounts" }), []);
});

test("an approval provides an account", async (t) => {
    t.wallet.approve();
    const [account] = await connect();
    t.ok(/^0x[0-9a-fA-F]{40}$/.test(account), "this is no address");

    const [question] = await t.wallet.questions();
    t.equal(question.origin, location.origin);
    t.equal(question.verb, "Connect");
    t.equal(question.rows.find(({ label }) => label === "Account").value.toLowerCase(), account);
});

test("a connected page does not ask again", async (t) => {
    t.equal((await connect()).length, 1);
    t.equal(await t.wallet.questions(), []);
});

test("a page is notified when the user disconnects it", async (t) => {
    const changed = new Promise((resolve) => ethereum.once("accountsChanged", resolve));
    t.wallet.disconnect();
    t.equal(await changed, []);
    t.equal(await ethereum.request({ method: "eth_accounts" }), []);
});

test("a request ends when the wallet is locked", async (t) => {
    t.wallet.hold();
    const connecting = connect();
    await t.wallet.questions(1);
    t.wallet.lock();
    await t.rejects(connecting, { code: 4100 });
});
