const dialects = {
    link: (asked) => new Promise((resolve) => {
        _bitcoinWalletApi.receiveMessage = resolve;
        if (typeof asked === "string") _bitcoinWalletApi.messageHandler(asked);
        else webkit.messageHandlers.sendMessageHandler.postMessage(asked);
    }),
    ethereum: (asked) => ethereum.request(asked).then((result) => ({ result }),
        ({ code, message, data }) => ({ error: { code, message, data } })),
    invoke: (asked) => drawbridge.invoke(...asked).then((result) => ({ result }),
        ({ code, message, data }) => ({ error: data === undefined ? { code, message } : { code, message, data } })),
};

/** Asks all that `cases` (JSON) has, one after the other, and says the names of those with another answer. */
async function compare({ dialect, cases }) {
    const same = (a, b) => a === b || (typeof a === "object" && typeof b === "object" && a !== null && b !== null
        && Object.keys(a).join() === Object.keys(b).join() && Object.keys(a).every((key) => same(a[key], b[key])));
    const different = [];
    for (const [name, asked, answer] of JSON.parse(cases)) {
        if (!same(await dialects[dialect](asked), answer)) different.push(name);
    }
    done(different);
}
