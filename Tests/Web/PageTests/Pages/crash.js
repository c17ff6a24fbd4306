function askMany() {
    for (let n = 0; n < 64; n += 1) {
        _bitcoinWalletApi.sendMessageHandler({ messageId: "m" + n, command: n < 20 ? "ask" : "sleep" });
    }
}

function hangForAWhile() {
    setTimeout(() => {
        const end = Date.now() + 4000;
        while (Date.now() < end);
        ethereum.request({ method: "echo", params: ["awake"] }).then(done);
    }, 50);
}
