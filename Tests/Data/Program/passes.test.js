test("a page that keeps its word", () => {});
