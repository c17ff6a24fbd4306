test("the balance appears", async (t) => {
    document.body.innerHTML = "<p>Loading…</p>";
    await t.until(() => document.querySelector("output") !== null);
});
