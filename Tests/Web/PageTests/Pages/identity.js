function askTwiceLate() {
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "late", data: "first" });
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "late", data: "second" });
}

function askAgainAfterAnswer() {
    const heard = [];
    const text = '{"messageId":"m","command":"ask"}';
    _bitcoinWalletApi.receiveMessage = (message) => {
        heard.push(message.data ?? message.error.type);
        if (heard.length === 3) done(heard); else _bitcoinWalletApi.messageHandler(text);
    };
    _bitcoinWalletApi.messageHandler(text);
}

function askTwice() {
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "ask", data: "cheap" });
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "ask", data: "dear" });
}

function askWithLongIDs() {
    const heard = [];
    const ids = ["x".repeat(128), "é".repeat(64), "x".repeat(129), "é".repeat(65), "x".repeat(4096),
        "x".repeat(2 ** 20)];
    _bitcoinWalletApi.receiveMessage = (message) => {
        heard.push([message.messageId?.length ?? "none", message.error?.type ?? message.data]);
        if (heard.length === ids.length) done(heard.map(String).sort());
    };
    for (const id of ids) _bitcoinWalletApi.sendMessageHandler({ messageId: id, command: "echo", data: "ok" });
}

function askWithSpecialIDs() {
    const ids = ["__proto__", "constructor", "toString", "hasOwnProperty", "", " ", "0", "-1", "null", "a:b", "L1:", "!"];
    const heard = [];
    _bitcoinWalletApi.receiveMessage = (message) => {
        heard.push(message.messageId === message.data);
        if (heard.length === ids.length) done(heard.every(Boolean));
    };
    for (const id of ids) {
        _bitcoinWalletApi.messageHandler(`{"messageId":${JSON.stringify(id)},"command":"echo","data":${JSON.stringify(id)}}`);
    }
}

/** Notes answers as `id data` or `id error`, and says them when there are `count`. */
function collect({ count }) {
    const heard = [];
    _bitcoinWalletApi.receiveMessage = (message) => {
        heard.push(message.messageId + " " + (message.error?.type ?? message.data));
        if (heard.length === count) done(heard);
    };
}
