let fail;
test("the first test ends early", () => {
    new Promise((resolve) => { fail = resolve; }).then(() => { throw new Error("too late"); });
});
test("the second one waits", () => new Promise((resolve) => { fail(); setTimeout(resolve, 200); }));
