/// What a frame tries in order to reach the wallet; it tells the page above what it found.
enum FrameProbe {
    /// The names by which pages know the wallet, as a frame's own realm has them.
    static let nothing = "undefined undefined undefined 0"

    /// A script for a frame whose page above it must not be touched (a frame of another origin cannot).
    static let script = """
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
                () => window.webkit.messageHandlers.drawbridge.postMessage(`${"0".repeat(32)} ${location.origin}\\nL1:${text}`),
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
        """

    /// What a frame of another origin tries on the page above it.
    static let upwards = """
        for (const target of [window.parent, window.top]) {
            const ways = [
                () => target.webkit.messageHandlers.sendMessageHandler.postMessage({ messageId: "up", command: "ask" }),
                () => target._bitcoinWalletApi.messageHandler('{"messageId":"up","command":"ask"}'),
                () => target.ethereum.request({ method: "ask" }),
                () => target.dispatchEvent(new Event("eip6963:requestProvider")),
            ];
            for (const way of ways) { try { way(); } catch {} }
        }
        """

    /// A whole document with `script`, to be a frame.
    static func html(_ script: String = script) -> String {
        "<!doctype html><script>\(script)</script>"
    }
}
