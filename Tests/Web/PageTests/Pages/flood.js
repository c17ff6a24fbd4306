function floodAndHang({ milliseconds }) {
    const end = Date.now() + milliseconds, body = "x".repeat(30000);
    let asked = 0, answered = 0;
    function round() {
        for (let n = 0; n < 400; n += 1) {
            asked += 2;
            const count = () => { answered += 1; };
            ethereum.request({ method: "large", params: [65536] }).then(count, count);
            ethereum.request({ method: "echo", params: [body] }).then(count, count);
        }
        setTimeout(() => {
            const wake = Date.now() + 300;
            while (Date.now() < wake);
            if (Date.now() < end) setTimeout(round);
            else check();
        });
    }
    function check() {
        if (asked === answered) done(asked > 800);
        else setTimeout(check, 50);
    }
    round();
}

function askUserMany() {
    let refused = 0;
    for (let n = 0; n < 2000; n += 1) {
        ethereum.request({ method: "ask" }).catch(() => { refused += 1; if (refused === 1900) done(refused); });
    }
}

function askInOneLoop({ count }) {
    const seen = new Uint8Array(count);
    let answered = 0, twice = 0, served = 0;
    _bitcoinWalletApi.receiveMessage = (message) => {
        const n = Number(message.messageId);
        if (seen[n]) twice += 1;
        seen[n] = 1;
        answered += 1;
        if (!message.error) served += 1;
        if (answered === count) setTimeout(() => done([answered, twice, served]));
    };
    for (let n = 0; n < count; n += 1) {
        _bitcoinWalletApi.messageHandler(`{"messageId":"${n}","command":"hop","data":"${n}"}`);
    }
}
