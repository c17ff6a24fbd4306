function askWithoutReceiver() {
    _bitcoinWalletApi.receiveMessage = null;
    _bitcoinWalletApi.messageHandler('{"messageId":"m1","command":"echo"}');
    ethereum.request({ method: "echo" }).then(() => {
        _bitcoinWalletApi.receiveMessage = (message) => done(message.messageId);
        _bitcoinWalletApi.messageHandler('{"messageId":"m1","command":"echo"}');
    });
}

function throwInReceiver() {
    const heard = [], errors = [];
    window.onerror = (message) => { errors.push(message); check(); };
    const check = () => { if (heard.length === 3 && errors.length === 3) done([heard, errors.length]); };
    _bitcoinWalletApi.receiveMessage = (message) => { heard.push(message.data); check(); throw new Error("x"); };
    for (const n of [1, 2, 3]) {
        _bitcoinWalletApi.sendMessageHandler({ messageId: "m" + n, command: "echo", data: n });
    }
}

function throwInGetter() {
    window.onerror = () => {};
    let reads = 0;
    Object.defineProperty(_bitcoinWalletApi, "receiveMessage", { get() { reads += 1; throw new Error("x"); } });
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m1", command: "echo" });
    ethereum.request({ method: "echo", params: ["after"] }).then((value) => done([reads, ...value]));
}

function changeReceiver() {
    _bitcoinWalletApi.receiveMessage = () => done("the old one");
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m1", command: "late" });
    _bitcoinWalletApi.receiveMessage = () => done("the new one");
}

function replaceObject() {
    const { messageHandler } = _bitcoinWalletApi, heard = [];
    const ask = (id) => messageHandler(JSON.stringify({ messageId: id, command: "echo" }));
    window.addEventListener("drawbridge:message", (event) => {
        heard.push("event " + event.detail.messageId);
        if (event.detail.messageId === "2") { delete window._bitcoinWalletApi; ask("3"); }
        if (event.detail.messageId === "3") done(heard);
    });
    window._bitcoinWalletApi = { receiveMessage(message) {
        heard.push("own " + message.messageId + " " + (this === window._bitcoinWalletApi));
        window._bitcoinWalletApi = {};
        ask("2");
    } };
    ask("1");
}

function freezeObjects() {
    const heard = [];
    window.addEventListener("drawbridge:message", (event) => {
        heard.push(event.detail.messageId);
        if (heard.length === 2) done(heard);
    });
    Object.freeze(_bitcoinWalletApi);
    Object.freeze(webkit.messageHandlers);
    Object.defineProperty(window, "_bitcoinWalletApi", { writable: false, configurable: false });
    Object.defineProperty(window, "webkit", { writable: false, configurable: false });
    Object.freeze(ethereum);
    _bitcoinWalletApi.messageHandler('{"messageId":"1","command":"echo"}');
    ethereum.request({ method: "echo" }).then(() => {
        webkit.messageHandlers.sendMessageHandler.postMessage({ messageId: "2", command: "echo" });
    });
}

function replaceProperty() {
    const { messageHandler } = _bitcoinWalletApi;
    const mine = { receiveMessage: (message) => done("mine " + message.messageId) };
    Object.defineProperty(window, "_bitcoinWalletApi", { get: () => mine, set() {}, configurable: false });
    messageHandler('{"messageId":"1","command":"echo"}');
}
