function askWhileLeaving({ event, next }) {
    window.addEventListener(event, () => {
        for (let n = 0; n < 10; n += 1) ethereum.request({ method: "ask", params: [location.origin] });
    });
    setTimeout(() => { location.href = next; });
}

function askDuringRedirect() {
    const timer = setInterval(() => ethereum.request({ method: "echo", params: [location.origin] }), 1);
    location.href = "/slow";
}

/** Listens by every way there is, asks under the old page's id, and says what else it heard. */
function listen() {
    const heard = [];
    const note = (message) => heard.push(message);
    window.addEventListener("drawbridge:message", (event) => note(event.detail));
    ethereum.on("message", note);
    _bitcoinWalletApi.receiveMessage = (message) => {
        if (message.data === "own") done(heard); else note(message);
    };
    _bitcoinWalletApi.sendMessageHandler({ messageId: "other", command: "hop", data: "first" });
    _bitcoinWalletApi.receiveMessage = ((own) => (message) => {
        if (message.data !== "first") return own(message);
        _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "hop", data: "own" });
    })(_bitcoinWalletApi.receiveMessage);
}

function askAndLeave({ number }) {
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "late", data: "secret" });
    _bitcoinWalletApi.sendMessageHandler({ messageId: "q", command: "ask" });
    ethereum.request({ method: "late", params: ["secret"] });
    gate(number).then(() => { location.href = `/next-${number}`; });
}
