// Bitcoin.com Link, without its library: messages are sent as text, responses are received as events.

let last = 0;

/** Sends a command and waits for its response; an error of the wallet is thrown unchanged. */
function send(command, data) {
    const messageId = `m${(last += 1)}`;
    return new Promise((resolve, reject) => {
        window.addEventListener("drawbridge:message", function hear({ detail }) {
            if (detail.messageId !== messageId) return;
            window.removeEventListener("drawbridge:message", hear);
            if (detail.error) reject(detail.error);
            else resolve(detail.data);
        });
        const websiteMetadata = { title: "An example" };
        _bitcoinWalletApi.messageHandler(JSON.stringify({ messageId, command, data, websiteMetadata }));
    });
}

test("each kind of address needs its own approval", async (t) => {
    t.wallet.approve(2);
    t.ok((await send("getAddress", { protocol: "BCH" })).address.startsWith("bitcoincash:q"));
    t.ok((await send("getAddress", { protocol: "BTC" })).address.startsWith("bc1q"));
    t.equal((await t.wallet.questions()).map(({ claim }) => claim), ["An example", "An example"]);
});

test("a rejection cancels the request", async (t) => {
    t.wallet.reject();
    await t.rejects(send("getAddress", { protocol: "ETH" }), { type: "CANCELED" });
});

test("a value that the user types is returned", async (t) => {
    t.wallet.type("42 apples");
    t.wallet.approve();
    t.equal(await send("requestValue", { openValueRequest: true }), { value: "42 apples" });
    t.equal(await send("requestValue", { openValueRequest: false }), { value: "42 apples" });
});

test("an unsupported request is a protocol error", async (t) => {
    await t.rejects(send("sendAssets", { protocol: "DOGE", to: "nobody", value: "1" }), { type: "PROTOCOL_ERROR" });
    await t.rejects(send("frobnicate"), { type: "PROTOCOL_ERROR" });
});

test("a payment without a valid recipient is malformed", async (t) => {
    await t.rejects(send("sendAssets", { protocol: "BCH", value: "1" }), { type: "MALFORMED_INPUT" });
});
