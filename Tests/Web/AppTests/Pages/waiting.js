document.body.append("Total: 7 EUR");
test("condition", async (t) => {
    await t.until(() => document.title === "never");
});
test("question", async (t) => {
    t.wallet.hold();
    const request = ethereum.request({ method: "ask_value" });
    await t.rejects(request);
});
test("count", async (t) => {
    await t.wallet.questions(2);
});
