// Bitcoin.com Link, without its library: messages go in as text, answers come out as events.

let last = 0;

/** Sends a command and waits for its answer; an error of the wallet is thrown as it came. */
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

test("every kind of address is asked for by itself", async (t) => {
    t.wallet.approve(2);
    t.ok((await send("getAddress", { protocol: "BCH" })).address.startsWith("bitcoincash:q"));
    t.ok((await send("getAddress", { protocol: "BTC" })).address.startsWith("bc1q"));
    t.equal((await t.wallet.questions()).map(({ claim }) => claim), ["An example", "An example"]);
});

test("a user who says no cancels", async (t) => {
    t.wallet.reject();
    await t.rejects(send("getAddress", { protocol: "ETH" }), { type: "CANCELED" });
});

test("a value that the user types comes back", async (t) => {
    t.wallet.type("42 apples");
    t.wallet.approve();
    t.equal(await send("requestValue", { openValueRequest: true }), { value: "42 apples" });
    t.equal(await send("requestValue", { openValueRequest: false }), { value: "42 apples" });
});

test("what the wallet cannot do is a protocol error", async (t) => {
    await t.rejects(send("sendAssets", { protocol: "DOGE", to: "nobody", value: "1" }), { type: "PROTOCOL_ERROR" });
    await t.rejects(send("frobnicate"), { type: "PROTOCOL_ERROR" });
});

test("a payment to nobody is malformed", async (t) => {
    await t.rejects(send("sendAssets", { protocol: "BCH", value: "1" }), { type: "MALFORMED_INPUT" });
});
