test("a page that breaks its word", () => {
    throw new Error("broken on purpose");
});
