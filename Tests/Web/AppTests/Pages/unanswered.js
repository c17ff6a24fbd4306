test("unanswered", (t) => t.rejects(ethereum.request({ method: "ask_value" }), { code: 4001 }));
test("unanswered at the end", async (t) => { ethereum.request({ method: "ask_value" }).catch(() => {});
    await t.wallet.questions(1); });
test("unasked", (t) => { t.wallet.approve(2); t.wallet.reject(); t.wallet.type("x"); });
test("refused", (t) => t.wallet.always("maybe"));
test("no promise", (t) => { t.wallet.approve(0); });
test("next", async (t) => { t.wallet.approve(); t.equal(await ethereum.request({ method: "ask_value" }), "7"); });
