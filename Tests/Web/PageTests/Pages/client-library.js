function install() {
    window._bitcoinWalletApi = window._bitcoinWalletApi ? window._bitcoinWalletApi : {};
    const waiting = {};
    window._bitcoinWalletApi.receiveMessage = (input) => {
        let message;
        try { message = typeof input === "string" ? JSON.parse(input) : input; } catch { return; }
        const entry = message && Object.hasOwn(waiting, message.messageId) ? waiting[message.messageId] : undefined;
        if (!entry) return;
        if (message.error) entry.reject(message.error); else entry.resolve(message.data);
    };
    const questions = {
        title: ["og:title", "twitter:title", "hdl"], description: ["og:description", "description", "twitter:description"],
        image: ["og:image:secure_url", "og:image:url", "og:image", "twitter:image", "thumbnail", "twitter:image:src"],
    };
    function metadata() {
        const found = {};
        for (const [key, names] of Object.entries(questions)) {
            for (const name of names) {
                for (const attribute of ["property", "name"]) {
                    const element = document.querySelector(`meta[${attribute}="${name}"]`);
                    if (element && !found[key]) found[key] = element.content;
                }
            }
        }
        if (!found.title && document.querySelector("title")) found.title = document.querySelector("title").textContent;
        return found;
    }
    function ask(command, data) {
        return new Promise((resolve, reject) => {
            const text = window._bitcoinWalletApi.messageHandler;
            const object = window.webkit?.messageHandlers?.sendMessageHandler?.postMessage;
            if (!text && typeof object !== "function") return reject({ type: "NO_PROVIDER" });
            const messageId = command + String(Date.now() + Math.random());
            const message = { messageId, command, data, websiteMetadata: metadata() };
            try {
                if (text) window._bitcoinWalletApi.messageHandler(JSON.stringify(message));
                else window.webkit.messageHandlers.sendMessageHandler.postMessage(message);
            } catch { return reject({ type: "NO_PROVIDER", description: "The wallet cannot be reached." }); }
            waiting[messageId] = { resolve, reject };
        });
    }
    window.bitcoincomLink = { ask };
}

function askCommands({ commands }) {
    Promise.all(commands.map((command) => bitcoincomLink.ask(command, { of: command })))
        .then((all) => done(all.map((data) => data.heard.of)));
}

function askWithoutData() {
    (async () => {
        const info = await bitcoincomLink.ask("getInfo");
        const error = await bitcoincomLink.ask("exportPrivateKey").catch((error) => error);
        done([info, error.type, typeof error.description]);
    })();
}

function askForAddress() {
    bitcoincomLink.ask("getAddress", { protocol: "BCH" }).then((data) => done(data));
}

function lieAboutName() {
    _bitcoinWalletApi.receiveMessage = done;
    _bitcoinWalletApi.sendMessageHandler({
        messageId: "m", command: "ask", origin: "https://bank.example",
        websiteMetadata: { title: "Your Bank", url: "https://bank.example", image: "http://127.0.0.1/i.png" },
    });
}
