const connect = () => ethereum.request({ method: "eth_requestAccounts" });
test("a no", async (t) => { t.wallet.reject(); await t.rejects(connect(), { code: 4001 }); });
test("a yes after the question", async (t) => {
    const accounts = connect();
    await t.wallet.questions(1);
    t.wallet.approve();
    t.equal((await accounts).length, 1);
});
test("what was shown", async (t) => {
    t.wallet.approve();
    await ethereum.request({ method: "personal_sign", params: ["0xff00"] });
    t.equal(await t.wallet.questions(), [{
        origin: location.origin, claim: null, sentence: "Sign a message.", verb: "Sign", level: "caution",
        rows: [{ label: "Account", value: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94", voice: "exact",
            note: "Ethereum" }],
        warnings: [{ level: "caution", text: "This message cannot be read." }],
        fields: [{ path: "message", type: "", value: "0xff00" }], payload: "0x0102ff", entry: null,
        waiting: 0, state: "approved" }]);
});
test("always", async (t) => {
    t.wallet.always("reject");
    for (let round = 0; round < 5; round += 1) {
        await t.rejects(ethereum.request({ method: "personal_sign", params: [] }), { code: 4001 });
    }
    t.wallet.approve();
    await ethereum.request({ method: "personal_sign", params: [] });
});
test("typed", async (t) => {
    t.wallet.type("42");
    t.wallet.approve(2);
    t.equal(await ethereum.request({ method: "ask_value" }), "42");
    t.equal(await ethereum.request({ method: "ask_value" }), "7");
});
test("held", async (t) => {
    t.wallet.hold();
    const values = [1, 2].map(() => ethereum.request({ method: "ask_value" }));
    await t.wallet.questions(1);
    await t.until(async () => (await t.wallet.questions())[0].waiting === 1);
    t.wallet.approve(2);
    t.equal(await Promise.all(values), ["7", "7"]);
});
test("events", async (t) => {
    const event = (name) => new Promise((resolve) => ethereum.once(name, resolve));
    const changed = [event("chainChanged"), event("accountsChanged")];
    t.wallet.setChain("0x89");
    t.wallet.disconnect();
    t.equal(await Promise.all(changed), ["0x89", []]);
    await t.rejects(t.wallet.setChain("none"), { message: "There is no such chain." });
});
test("locked", async (t) => {
    t.wallet.hold();
    const asked = connect();
    await t.wallet.questions(1);
    t.wallet.lock();
    await t.rejects(asked, { code: 4100 });
    await t.until(async () => (await t.wallet.questions())[0].state === "withdrawn");
    await t.rejects(connect(), { code: 4100 });
    t.wallet.release();
});
test("unlocked again", async (t) => { t.wallet.approve(); await connect(); });
