test("the page connects", async () => {
    await ethereum.request({ method: "eth_requestAccounts" });
});
