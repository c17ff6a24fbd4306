function askUntilLocked() {
    const all = ["ask", "ask", "sleep", "late"].map((method) => ethereum.request({ method }).catch((e) => e.code));
    _bitcoinWalletApi.receiveMessage = async (message) => {
        const codes = await Promise.all(all);
        const locked = await ethereum.request({ method: "ask" }).catch((error) => error.data.reason);
        done([message.error.type, codes, locked]);
    };
    _bitcoinWalletApi.messageHandler('{"messageId":"m","command":"ask"}');
}
