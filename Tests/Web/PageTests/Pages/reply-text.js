function askWithTexts() {
    const texts = ["\u2028\u2029", "</scr" + "ipt><!--", "`${1}`", "\\\"'", "\u0000", "a\u0000b", "😀👩‍👩‍👧", "\uFEFFbom",
        "\u202Eevil", "\r\n\t", "\u001E", "\u001F\u007F\u0080", "é e\u0301", "%00%20", "&amp;<b>", "x".repeat(100000),
        "\u{10FFFF}\u{1F4A9}", "__proto__", "!", "1\n", "L1:{}", ""];
    const wrong = [];
    let left = texts.length * 2;
    const judge = (text, found) => {
        if (text !== found) wrong.push(text.slice(0, 20));
        if ((left -= 1) === 0) done(wrong);
    };
    _bitcoinWalletApi.receiveMessage = (message) => judge(texts[Number(message.messageId)], message.data);
    texts.forEach((text, index) => {
        _bitcoinWalletApi.messageHandler(JSON.stringify({ messageId: String(index), command: "echo", data: text }));
        ethereum.request({ method: "echo", params: [text] }).then((value) => judge(text, value[0]));
    });
}

function askWithTextsAsIDs() {
    const ids = ["\u2028", "</scr" + "ipt>", "`${1}`", "\"\\", "😀", "\uFEFF", "%"];
    const wrong = [];
    let left = ids.length * 2;
    _bitcoinWalletApi.receiveMessage = (message) => {
        if (!ids.includes(message.messageId)) wrong.push(message.messageId);
        if (message.error && /[\u2028\n]/.test(message.error.description)) wrong.push(message.error);
        if ((left -= 1) === 0) done(wrong);
    };
    for (const id of ids) {
        _bitcoinWalletApi.messageHandler(JSON.stringify({ messageId: id, command: "echo" }));
        setTimeout(() => _bitcoinWalletApi.messageHandler(JSON.stringify({ messageId: id, command: "no " + id })), 50);
    }
}

function askWithProto() {
    _bitcoinWalletApi.receiveMessage = (message) => {
        done([Object.hasOwn(message.data, "__proto__"), {}.polluted === undefined,
            Object.getPrototypeOf(message.data) === Object.prototype]);
    };
    _bitcoinWalletApi.messageHandler('{"messageId":"m","command":"echo","data":{"__proto__":{"polluted":1}}}');
}

function askWithNumbers() {
    _bitcoinWalletApi.receiveMessage = () => done("");
    _bitcoinWalletApi.messageHandler(
        '{"messageId":"m","command":"echo","data":[1e400,-0,0.10,123456789012345678901234567890,1E+2]}');
}
