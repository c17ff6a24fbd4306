// Signatures: the user sees exactly what is signed.

let account = "";

/** The bytes of a text as hexadecimal digits, in the format of `personal_sign`. */
function hex(text) {
    return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const sign = (text) => ethereum.request({ method: "personal_sign", params: [hex(text), account] });

/** A sign-in message (EIP-4361) for `domain`. */
function signIn(domain) {
    return [
        // Without a statement, there is an empty line instead (EIP-4361, ABNF).
        `${domain} wants you to sign in with your Ethereum account:`, account, "", "",
        `URI: https://${domain}`, "Version: 1", "Chain ID: 1", "Nonce: 0123456789abcdef",
        `Issued At: ${new Date().toISOString()}`,
    ].join("\n");
}

test("a page that is not connected gets no signature", async (t) => {
    account = "0x0000000000000000000000000000000000000001";
    await t.rejects(sign("Hello"), { code: 4100 });
});

test("a message is shown unchanged, and signed", async (t) => {
    t.wallet.approve(2);
    [account] = await ethereum.request({ method: "eth_requestAccounts" });
    const signature = await sign("Hello,\nworld");
    t.ok(/^0x[0-9a-f]{130}$/.test(signature), "this is no signature");

    const question = (await t.wallet.questions()).at(-1);
    t.equal(question.verb, "Sign");
    t.equal(question.fields[0].value, "Hello,\nworld");
    t.equal(question.level, "plain");
});

test("the same message has the same signature", async (t) => {
    t.wallet.approve(2);
    t.equal(await sign("Hello"), await sign("Hello"));
});

test("a rejected signature is error 4001", async (t) => {
    t.wallet.reject();
    await t.rejects(sign("Hello"), { code: 4001, message: "rejected" });
});

test("signing in to this site is not a danger", async (t) => {
    t.wallet.approve();
    await sign(signIn(location.host));
    t.equal((await t.wallet.questions()).map(({ level }) => level), ["plain"]);
});

test("signing in somewhere else is a danger", async (t) => {
    t.wallet.reject();
    await t.rejects(sign(signIn("bank.example")), { code: 4001 });
    t.equal((await t.wallet.questions()).map(({ level }) => level), ["danger"]);
});

test("typed data of another chain is refused without a question", async (t) => {
    const data = {
        types: {
            EIP712Domain: [{ name: "name", type: "string" }, { name: "chainId", type: "uint256" }],
            Note: [{ name: "text", type: "string" }],
        },
        primaryType: "Note",
        domain: { name: "Example", chainId: 5 },
        message: { text: "Hello" },
    };
    const params = [account, JSON.stringify(data)];
    await t.rejects(ethereum.request({ method: "eth_signTypedData_v4", params }));
    t.equal(await t.wallet.questions(), []);
});
