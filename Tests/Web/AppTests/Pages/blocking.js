const block = (time) => { const end = performance.now() + time; while (performance.now() < end); };
test("blocks", () => block(2500));
test("blocks after a while", async (t) => { await Promise.resolve(); block(2500); });
test("next", () => block(50));
