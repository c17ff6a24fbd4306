test("forgotten", (t) => { t.rejects(new Promise((resolve) => setTimeout(resolve, 50))); });
test("next", () => new Promise((resolve) => setTimeout(resolve, 100)));
test("condition", (t) => { t.until(() => { throw "no"; }); });
test("timer", (t) => { setTimeout(() => t.equal(1, 2), 50); });
test("last", () => new Promise((resolve) => setTimeout(resolve, 200)));
