test("before", () => {});
test("the page crashes", () => {
    console.log("now");
    return new Promise(() => {});
});
test("after", () => {});
