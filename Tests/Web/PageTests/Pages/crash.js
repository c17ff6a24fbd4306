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

/** Asks the server again and again, and says how often it has answered. */
async function countAnswers() {
    for (let count = 0;;) {
        try {
            await fetch("/nothing", { signal: AbortSignal.timeout(2000) });
            count++;
            done(String(count));
        } catch {}
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}
