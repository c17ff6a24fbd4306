// What the wallet signs is mined by an EVM that shares no line with it: evm.py, which serves this page.

const CHAIN = "0x539";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const SUPPLY = 10n ** 12n;

let account = "";
let token = "";

/** Asks the wallet. */
const ask = (method, ...params) => ethereum.request({ method, params });

/** Asks the node itself, past the wallet. */
async function node(method, ...params) {
    const question = { jsonrpc: "2.0", id: 1, method, params };
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/", { method: "POST", headers, body: JSON.stringify(question) });
    return answer.json();
}

/** Words of 32 bytes, as the ABI has them: numbers, addresses, and hexadecimal texts. */
function words(...values) {
    return values.map((value) => {
        const digits = typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase();
        return digits.padStart(64, "0");
    }).join("");
}

/** Sends a transaction that the user approves, and gives its receipt. */
async function send(t, fields) {
    await t.wallet.approve();
    const hash = await ask("eth_sendTransaction", { from: account, ...fields });
    t.ok(/^0x[0-9a-f]{64}$/.test(hash), "this is no hash");
    const receipt = await ask("eth_getTransactionReceipt", hash);
    t.equal(receipt.from.toLowerCase(), account);
    return { hash, ...receipt };
}

const number = async (data) => BigInt(await ask("eth_call", { to: token, data }, "latest"));
const balance = (address) => number(`0x70a08231${words(address)}`);
const allowance = (spender) => number(`0xdd62ed3e${words(account, spender)}`);

test("the chain is added, after its node said its number", async (t) => {
    await t.wallet.approve(2);
    [account] = await ask("eth_requestAccounts");
    const chain = {
        chainId: CHAIN, chainName: "Practice", rpcUrls: [location.origin],
        nativeCurrency: { name: "Practice", symbol: "PRC", decimals: 18 },
    };
    t.equal(await ask("wallet_addEthereumChain", chain), null);
    t.equal(await ask("eth_chainId"), CHAIN);
    await node("test_fund", account, `0x${(10n ** 19n).toString(16)}`);
    t.equal(BigInt(await ask("eth_getBalance", account, "latest")), 10n ** 19n);
});

test("another number than the node's is refused", async (t) => {
    await t.wallet.approve();
    const chain = {
        chainId: "0x53a", chainName: "Other", rpcUrls: [location.origin],
        nativeCurrency: { name: "Other", symbol: "OTR", decimals: 18 },
    };
    await t.rejects(ask("wallet_addEthereumChain", chain), { code: -32602 });
});

test("a coin is sent", async (t) => {
    const before = BigInt(await ask("eth_getBalance", OTHER, "latest"));
    const { status } = await send(t, { to: OTHER, value: "0xde0b6b3a7640000" });
    t.equal(status, "0x1");
    t.equal(BigInt(await ask("eth_getBalance", OTHER, "latest")) - before, 10n ** 18n);
});

test("a coin is sent at one price, and with an access list", async (t) => {
    t.equal((await send(t, { to: OTHER, value: "0x1", gasPrice: "0x12a05f200" })).status, "0x1");
    const accessList = [{ address: OTHER, storageKeys: [`0x${"00".repeat(32)}`] }];
    const fields = { to: OTHER, value: "0x1", gas: "0x10000", gasPrice: "0x12a05f200", type: "0x1", accessList };
    t.equal((await send(t, fields)).status, "0x1");
});

test("a contract is created", async (t) => {
    const code = (await (await fetch("/token.hex")).text()).trim();
    const receipt = await send(t, { data: code + words(SUPPLY) });
    t.equal(receipt.status, "0x1");
    token = receipt.contractAddress;
    t.equal(await balance(account), SUPPLY);
});

test("tokens are sent", async (t) => {
    const { status } = await send(t, { to: token, data: `0xa9059cbb${words(OTHER, 5_000_000n)}` });
    t.equal(status, "0x1");
    t.equal(await balance(OTHER), 5_000_000n);
});

test("a spender is approved", async (t) => {
    const { status } = await send(t, { to: token, data: `0x095ea7b3${words(OTHER, 7_000_000n)}` });
    t.equal(status, "0x1");
    t.equal(await allowance(OTHER), 7_000_000n);
});

test("a permit that was signed is good for the contract", async (t) => {
    const spender = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    const deadline = 4_000_000_000n;
    const uint256 = (name) => ({ name, type: "uint256" });
    const address = (name) => ({ name, type: "address" });
    const data = {
        types: {
            EIP712Domain: [
                { name: "name", type: "string" }, { name: "version", type: "string" }, uint256("chainId"),
                address("verifyingContract"),
            ],
            Permit: [address("owner"), address("spender"), uint256("value"), uint256("nonce"), uint256("deadline")],
        },
        primaryType: "Permit",
        domain: { name: "Practice", version: "1", chainId: Number(CHAIN), verifyingContract: token },
        message: { owner: account, spender, value: "9000000", nonce: "0", deadline: String(deadline) },
    };
    await t.wallet.approve();
    const signature = await ask("eth_signTypedData_v4", account, JSON.stringify(data));
    const [question] = await t.wallet.questions();
    t.equal(question.level, "danger");
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
    const call = words(account, spender, 9_000_000n, deadline, `0x${v}`, `0x${r}`, `0x${s}`);
    t.equal((await send(t, { to: token, data: `0xd505accf${call}` })).status, "0x1");
    t.equal(await allowance(spender), 9_000_000n);
});

test("what would fail is said before the user decides", async (t) => {
    await t.wallet.reject();
    const data = `0xa9059cbb${words(OTHER, SUPPLY * 2n)}`;
    await t.rejects(ask("eth_sendTransaction", { from: account, to: token, data }), { code: 4001 });
    const [question] = await t.wallet.questions();
    t.equal(question.level, "danger");
    t.ok(question.warnings.some(({ text }) => text.includes("not enough tokens")), "the reason is not there");
});

test("a signed transaction is good for the node", async (t) => {
    await t.wallet.approve();
    const raw = await ask("eth_signTransaction", { from: account, to: OTHER, value: "0x5" });
    const { result } = await node("eth_sendRawTransaction", raw);
    t.equal((await ask("eth_getTransactionReceipt", result)).status, "0x1");
});

test("a transaction of another chain is refused by the wallet, and by the node", async (t) => {
    const fields = { from: account, to: OTHER, value: "0x1" };
    await t.rejects(ask("eth_sendTransaction", { ...fields, chainId: "0x1" }), { code: -32602 });

    await t.wallet.approve(3);
    await ask("wallet_switchEthereumChain", { chainId: "0x1" });
    const nonce = await node("eth_getTransactionCount", account);
    const whole = { ...fields, nonce: nonce.result, gas: "0x5208" };
    const dynamic = { maxFeePerGas: "0x12a05f200", maxPriorityFeePerGas: "0x3b9aca00" };
    for (const fees of [{ gasPrice: "0x12a05f200" }, dynamic]) {
        const raw = await ask("eth_signTransaction", { ...whole, ...fees });
        const { error } = await node("eth_sendRawTransaction", raw);
        t.ok(error.message.startsWith("invalid chain id"), JSON.stringify(error));
    }
    await t.wallet.setChain(CHAIN);
});

test("transactions that wait have numbers of their own, and are all mined", async (t) => {
    await node("test_hold", true);
    await t.wallet.approve(3);
    const sent = [1, 2, 3].map((value) => ask("eth_sendTransaction", { from: account, to: OTHER, value: `0x${value}` }));
    const hashes = await Promise.all(sent);
    t.equal(new Set(hashes).size, 3);
    await node("test_hold", false);
    await node("test_mine");
    for (const hash of hashes) t.equal((await ask("eth_getTransactionReceipt", hash)).status, "0x1");
});

test("a lost answer is no failure, and nothing is sent twice", async (t) => {
    const before = BigInt((await node("eth_getTransactionCount", account)).result);
    await node("test_lose", 1);
    const { status } = await send(t, { to: OTHER, value: "0x9" });
    t.equal(status, "0x1");
    t.equal(BigInt((await node("eth_getTransactionCount", account)).result), before + 1n);
});
