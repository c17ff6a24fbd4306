function askTooMany({ number }) {
    let refused = 0;
    const served = [];
    for (let n = 0; n < 1024; n += 1) {
        served.push(ethereum.request({ method: "late", params: [n] }).catch(() => { refused += 1; }));
    }
    const [code] = [ethereum.request({ method: "echo" }).catch((error) => error.code)];
    _bitcoinWalletApi.receiveMessage = async (message) => {
        const state = [await code, message.error.type, message.error.data.reason, refused];
        await gate(number);
        await Promise.all(served);
        done([...state, refused, (await ethereum.request({ method: "echo", params: ["again"] }))[0]]);
    };
    _bitcoinWalletApi.messageHandler('{"messageId":"m","command":"echo"}');
}

function askTooLarge({ number }) {
    const ask = () => ethereum.request({ method: 'late', params: ['x'.repeat(2 ** 20 - 100)] });
    const refused = [], served = [];
    for (let n = 0; n < 100; n += 1) served.push(ask().catch((error) => refused.push(error.code)));
    gate(number).then(async () => {
        await Promise.all(served);
        await ask();
        done([refused.length, ...new Set(refused)]);
    });
}

function askMediumLength({ number }) {
    let refused = 0;
    const served = [], body = "é".repeat(30000);
    for (let n = 0; n < 1000; n += 1) {
        served.push(ethereum.request({ method: "late", params: [body] }).catch(() => { refused += 1; }));
    }
    gate(number).then(async () => {
        await Promise.all(served);
        done([refused, (await ethereum.request({ method: "echo", params: [body] }))[0] === body]);
    });
}

function hangBeforeAnswers({ number }) {
    let served = 0, refused = 0;
    const all = [];
    for (let n = 0; n < 200; n += 1) {
        all.push(ethereum.request({ method: "large", params: [262144] }).then(
            (text) => { served += text.length === 262144 ? 1 : 1000; },
            (error) => { refused += error.code === -32005 ? 1 : 1000; }));
    }
    gate(number).then(async () => {
        // Sent at once, also if the page hangs from now on.
        navigator.sendBeacon(`/loop/${number}`);
        const end = Date.now() + 6000;
        while (Date.now() < end);
        await Promise.all(all);
        const [again] = await ethereum.request({ method: "echo", params: ["again"] });
        done([served + refused, served < 10, again]);
    });
}

function askInOrder() {
    const order = [];
    Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
        ethereum.request({ method: "ask", params: [n] }).then(() => order.push(n)))).then(() => done(order));
}

function askAfterRejections() {
    const ask = () => ethereum.request({ method: "ask" }).catch((error) => error.code);
    (async () => {
        const codes = [await ask(), await ask(), await ask()];
        const during = await ask();
        const end = Date.now() + 10000;
        let asked = during;
        while (asked === 4001 && Date.now() < end) asked = await ask();
        done([codes, during, asked]);
    })();
}

function askTooLong() {
    _bitcoinWalletApi.receiveMessage = (message) => {
        ethereum.request({ method: "sleep" }).catch((error) => done([message.error.type, error.code]));
    };
    _bitcoinWalletApi.messageHandler('{"messageId":"m","command":"sleep"}');
}
