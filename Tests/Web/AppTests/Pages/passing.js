test("equal", (t) => {
    t.equal({ a: [1, "x", new Map([[1, { b: 2n }]])], d: new Date(5) },
        { a: [1, "x", new Map([[1, { b: 2n }]])], d: new Date(5) });
    t.equal(NaN, NaN);
    t.equal(new Uint8Array([1, 2]), new Uint8Array([1, 2]));
});
test("rejects", async (t) => {
    const error = Object.assign(new Error("a long story"), { code: 4, data: { x: [1] } });
    await t.rejects(Promise.reject(error), { code: 4, message: "long", data: { x: [1] } });
    await t.rejects(() => { throw error; }, { message: /^a/, name: "Error" });
});
test("until", async (t) => {
    let ready = "";
    setTimeout(() => { ready = "yes"; }, 30);
    t.equal(await t.until(() => ready), "yes");
});
test.skip("not now");
test("drawn", async (t) => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    t.equal(document.visibilityState, "visible");
});
console.log("hello", { a: 1 });
