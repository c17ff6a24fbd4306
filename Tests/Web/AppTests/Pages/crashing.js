test("crashes", () => { console.log("now"); return new Promise(() => {}); }); test("next", () => {});
