function hearEvents() {
    window.addEventListener("drawbridge:message", (event) => done(event.detail));
    _bitcoinWalletApi.messageHandler(JSON.stringify({ messageId: "m1", command: "echo", data: { a: "b" } }));
}

function useAllInterfaces() {
    const heard = [];
    _bitcoinWalletApi.receiveMessage = (message) => { heard.push(message.data); if (heard.length === 6) done(heard); };
    const text = (n) => JSON.stringify({ messageId: "t" + n, command: "echo", data: n });
    _bitcoinWalletApi.messageHandler(text(1));
    webkit.messageHandlers.sendMessageHandler.postMessage(text(2));
    webkit.messageHandlers.sendMessageHandler.postMessage({ messageId: "o3", command: "echo", data: 3 });
    _bitcoinWalletApi.sendMessageHandler(text(4));
    _bitcoinWalletApi.sendMessageHandler.postMessage({ messageId: "o5", command: "echo", data: 5 });
    _bitcoinWalletApi.sendMessageHandler({ messageId: "o6", command: "hop", data: 6 });
}

function lookAtInterfaces() {
    const message = () => ({ messageId: "m" + Math.random(), command: "echo" });
    done([
        typeof _bitcoinWalletApi.messageHandler, typeof ethereum.request,
        typeof _bitcoinWalletApi.messageHandler(JSON.stringify(message())),
        typeof _bitcoinWalletApi.sendMessageHandler(message()),
        typeof webkit.messageHandlers.sendMessageHandler.postMessage(message()),
    ]);
}

function hearNothingEarly() {
    let calls = 0, heard = 0;
    const early = [];
    _bitcoinWalletApi.receiveMessage = (message) => {
        if (calls > 0) early.push(message.messageId);
        heard += 1;
        if (heard === messages.length * 3) done(early);
    };
    const tooLarge = { messageId: "large", command: "echo", data: "x".repeat(2 ** 20) };
    const messages = [{ messageId: "1", command: "echo" }, { messageId: "2", command: "none" },
        { messageId: "3" }, { messageId: "4", command: 5 }, { messageId: "n", data: 1n }, tooLarge];
    const say = (send, message) => { calls += 1; send(message); calls -= 1; };
    for (const message of messages) {
        for (const send of [webkit.messageHandlers.sendMessageHandler.postMessage,
            _bitcoinWalletApi.sendMessageHandler, _bitcoinWalletApi.sendMessageHandler.postMessage]) {
            say(send, { ...message, messageId: message.messageId + heard + Math.random() });
        }
    }
}
