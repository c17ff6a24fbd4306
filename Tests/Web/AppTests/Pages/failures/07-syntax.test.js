test("never", () => {
    const a = ;
});
