/** Tries every way to the wallet, and tells the page above what was found. */
function probe() {
    (() => {
        const message = { messageId: "frame", command: "ask", data: null };
        const text = JSON.stringify(message);
        let announced = 0;
        window.addEventListener("eip6963:announceProvider", (event) => {
            announced += 1;
            event.detail.provider.request({ method: "ask" });
        });
        const ways = [
            () => window.webkit.messageHandlers.sendMessageHandler.postMessage(message),
            () => window.webkit.messageHandlers.drawbridge.postMessage(`${"0".repeat(32)} ${location.origin}\nL1:${text}`),
            () => window._bitcoinWalletApi.messageHandler(text),
            () => window.ethereum.request({ method: "ask" }),
            () => {
                const node = document.createComment("");
                window.dispatchEvent(new FocusEvent("drawbridge:hello", { relatedTarget: node, cancelable: true }));
                node.data = "L1:" + text;
                node.dispatchEvent(new Event("out"));
            },
            () => window.dispatchEvent(new Event("drawbridge:ready")),
            () => window.dispatchEvent(new Event("eip6963:requestProvider")),
        ];
        for (const way of ways) { try { way(); } catch {} }
        const names = ["_bitcoinWalletApi", "ethereum", "webkit"].map((name) => typeof window[name]);
        window.top.postMessage([...names, announced].join(" "), "*");
    })();
}

/** Tries the ways to the wallet of the pages above. */
function probeUpwards() {
    for (const target of [window.parent, window.top]) {
        const ways = [
            () => target.webkit.messageHandlers.sendMessageHandler.postMessage({ messageId: "up", command: "ask" }),
            () => target._bitcoinWalletApi.messageHandler('{"messageId":"up","command":"ask"}'),
            () => target.ethereum.request({ method: "ask" }),
            () => target.dispatchEvent(new Event("eip6963:requestProvider")),
        ];
        for (const way of ways) { try { way(); } catch {} }
    }
}
