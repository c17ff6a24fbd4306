test("floods", async (t) => {
    const asked = [];
    for (let round = 0; round < 20000; round += 1) {
        asked.push(ethereum.request({ method: "eth_chainId" }).then(() => 0, () => 1));
        console.log("x");
    }
    t.wallet.approve();
    t.equal(await ethereum.request({ method: "ask_value" }).catch((error) => error.code), -32005);
    await Promise.all(asked);
    t.equal(await ethereum.request({ method: "ask_value" }), "7");
});
