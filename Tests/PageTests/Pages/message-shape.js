function askAtLimit() {
    const heard = [];
    _bitcoinWalletApi.receiveMessage = (message) => {
        heard.push(message.error?.data.reason ?? "ok");
        if (heard.length === 6) done(heard.map(String).sort());
    };
    const limit = 2 ** 20;
    const frame = (id) => JSON.stringify({ messageId: id, command: "echo", data: "" }).length;
    for (const [id, letter, bytes] of [["a", "x", 1], ["b", "é", 2], ["c", "😀", 4]]) {
        for (const extra of [0, 1]) {
            const room = limit - frame(id + extra);
            const data = letter.repeat(Math.floor(room / bytes)) + "x".repeat(room % bytes + extra);
            _bitcoinWalletApi.sendMessageHandler({ messageId: id + extra, command: "echo", data });
        }
    }
}

function askWithBadParams() {
    let deep = []; for (let n = 0; n < 70; n += 1) deep = [deep];
    const cyclic = {}; cyclic.self = cyclic;
    const params = [["x".repeat(2 ** 20)], [deep], [1n], [cyclic], ["\uD800"], ["\u0000"]];
    Promise.all(params.map((params) => ethereum.request({ method: "echo", params }).then(() => "ok", (e) => e.code)))
        .then(done);
}
