const accounts = ethereum.request({ method: "eth_requestAccounts" });
test("connected", async (t) => { t.wallet.approve(); t.equal((await accounts).length, 1); });
