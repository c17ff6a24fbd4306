test("the first test ends early", () => {
    setTimeout(() => { Promise.reject(new Error("too late")); }, 20);
});
test("the second one waits", () => new Promise((resolve) => setTimeout(resolve, 200)));
