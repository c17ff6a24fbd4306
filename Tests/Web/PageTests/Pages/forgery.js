function forgeEvents() {
    const caught = [];
    for (const target of [window, document, document.documentElement]) {
        for (const name of ["drawbridge:hello", "drawbridge:ready", "in", "out"]) {
            target.addEventListener(name, (event) => {
                if (event.isTrusted || event.relatedTarget) caught.push(name);
            }, true);
        }
    }
    const mine = document.createComment("");
    const forged = "L1:" + JSON.stringify({ messageId: "forged", command: "ask" });
    const hello = () => new FocusEvent("drawbridge:hello", { relatedTarget: mine, cancelable: true });
    caught.length = 0;
    const kept = window.dispatchEvent(hello()) && document.dispatchEvent(hello());
    for (const target of [window, document, mine]) {
        target.dispatchEvent(new Event("drawbridge:ready"));
        mine.data = forged;
        target.dispatchEvent(new Event("out"));
        mine.data = "1\n" + forged;
        target.dispatchEvent(new Event("in"));
    }
    const nodes = [];
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    while (walker.nextNode()) nodes.push(walker.currentNode.data);
    const own = caught.filter((name) => name !== "drawbridge:hello");
    ethereum.request({ method: "echo", params: ["still"] }).then((value) => done([kept, own, nodes, value]));
}

function greetAgain() {
    let greetings = 0;
    window.addEventListener("drawbridge:hello", () => { greetings += 1; });
    for (let n = 0; n < 3; n += 1) window.dispatchEvent(new Event("drawbridge:ready"));
    ethereum.request({ method: "echo" }).then(() => done(greetings));
}

function askWithOpaqueOrigin() {
    _bitcoinWalletApi.receiveMessage = (message) => {
        ethereum.request({ method: "ask" }).catch((error) => {
            done([window.origin, message.error.type, error instanceof Error, error.code]);
        });
    };
    _bitcoinWalletApi.messageHandler('{"messageId":"m","command":"ask"}');
}

function lieAboutOrigin() {
    const lies = [() => { window.origin = "https://bank.example"; }, () => { document.domain = location.hostname; },
        () => { Object.defineProperty(window, "origin", { value: "https://bank.example" }); },
        () => { Object.defineProperty(Location.prototype, "origin", { get: () => "https://bank.example" }); },
        () => { history.pushState(null, "", "/bank"); },
        () => { const base = document.createElement("base"); base.href = "https://bank.example/"; document.head.append(base); }];
    for (const lie of lies) { try { lie(); } catch {} }
    ethereum.request({ method: "ask", params: [{ origin: "https://bank.example" }] }).catch(() => done(""));
}
