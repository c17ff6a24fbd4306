test("first", () => {}); test("hangs", () => { for (;;); }); test.skip("not now"); test("next", () => {});
test("hangs again", () => { for (;;); }); test("last", () => {});
