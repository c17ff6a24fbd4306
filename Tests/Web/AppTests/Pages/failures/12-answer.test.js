test("an answer that nobody needs", (t) => { t.wallet.approve(2); });
test("a wrong error", (t) => t.rejects(ethereum.request({ method: "eth_sendTransaction", params: [] }), { code: 4001 }));
