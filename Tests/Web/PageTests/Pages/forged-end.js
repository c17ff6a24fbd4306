function addForgingFrames({ script }) {
    const add = (change) => {
        const element = document.createElement("iframe");
        change(element);
        document.body.append(element);
    };
    let forged = 0;
    window.addEventListener("message", (event) => {
        if (event.data !== 2000) return;
        forged += event.data;
        if (forged === 10000) setTimeout(() => done(String(forged)), 200);
    });
    const html = "<script>" + script + "<\/script>";
    add((element) => { element.src = "/frame"; });
    add((element) => { element.srcdoc = html; });
    add((element) => { element.sandbox = "allow-scripts"; element.srcdoc = html; });
    add((element) => { element.sandbox = "allow-scripts"; element.src = "/frame"; });
    const blank = document.createElement("iframe");
    document.body.append(blank);
    blank.contentWindow.eval(script);
    setTimeout(() => done("only " + forged), 20000);
}

/** What a frame tries 2,000 times in a realm of its own. */
function forgeEnds() {
    (async () => {
        const text = JSON.stringify({ type: "IC_COMPLETE", success: true });
        const head = "0".repeat(32) + " https://pay.walletconnect.com\n";
        const ways = [
            () => window.webkit.messageHandlers.payDataCollectionComplete.postMessage({ type: "IC_COMPLETE" }),
            () => window.webkit.messageHandlers.drawbridge.postMessage(head + "F1:" + text),
            () => window.AndroidWallet.onDataCollectionComplete(text),
            () => window.ReactNativeWebView.postMessage(text),
            () => {
                const node = document.createComment("");
                window.dispatchEvent(new FocusEvent("drawbridge:hello", { relatedTarget: node, cancelable: true }));
                node.data = "F1:" + text;
                node.dispatchEvent(new Event("out"));
            },
            () => window.dispatchEvent(new Event("drawbridge:ready")),
            () => window.top.postMessage({ type: "IC_COMPLETE", success: true }, "*", []),
            () => window.opener.postMessage(text, "*"),
        ];
        for (let count = 0; count < 250; count += 1) {
            for (const way of ways) { try { way(); } catch {} }
            if (count % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        }
        window.top.postMessage(2000, "*");
    })();
}
