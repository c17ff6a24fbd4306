test("a test without an assertion", () => {});
test("a loop that never ends", () => { for (;;); });
test("after the loop", (t) => t.ok(true));
