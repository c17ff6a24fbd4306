// A page's transactions on the simulated chain of `drawbridge-dev test --chain`.

const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

/** @type {(method: string, params?: unknown[]) => Promise<any>} */
const ask = (method, params) => ethereum.request({ method, params });

/** @type {(hash: string) => Promise<{ status: string, blockNumber: string } | null>} */
const receipt = (hash) => ask("eth_getTransactionReceipt", [hash]);

const balance = async () => BigInt(await ask("eth_getBalance", [other, "latest"]));

/**
 * Sends a transaction, which the user approves.
 *
 * @param {import("../../../web/types/test.d.ts").TestContext} t
 * @param {object} [members]
 * @returns {Promise<string>}
 */
async function send(t, members = { to: other, value: "0x1" }) {
    t.wallet.always("approve");
    const [from] = await ask("eth_requestAccounts");
    return ask("eth_sendTransaction", [{ from, ...members }]);
}

test("a payment is in a block at once", async (t) => {
    const before = await balance();
    const hash = await send(t, { to: other, value: "0x2a" });
    t.equal((await receipt(hash))?.status, "0x1");
    t.equal(await balance(), before + 42n);
});

test("a payment waits until a block is mined", async (t) => {
    await t.chain.automine(false);
    const hash = await send(t);
    t.equal(await receipt(hash), null);
    await t.chain.mine();
    t.equal((await receipt(hash))?.status, "0x1");
    await t.chain.automine(true);
});

test("a node that refuses a payment leaves it unsent", async (t) => {
    const before = await balance();
    await t.chain.fail("eth_sendRawTransaction", "refuse", { message: "insufficient funds for gas * price + value" });
    await t.rejects(send(t), { message: /rejected/ });
    t.equal(await balance(), before);
    // The fault was for one request.
    await send(t);
    t.equal(await balance(), before + 1n);
});

test("a snapshot takes tokens back, and tokens are paid", async (t) => {
    const words = other.slice(2).toLowerCase().padStart(64, "0");
    const tokens = async () =>
        BigInt(await ask("eth_call", [{ to: usdc, data: `0x70a08231${words}` }, "latest"]));
    const kept = await t.chain.snapshot();
    await t.chain.fund(other, "1.5", "USDC");
    t.equal(await tokens(), 1_500_000n);
    await t.chain.restore(kept);
    t.equal(await tokens(), 0n);
    const units = (1_250_000).toString(16).padStart(64, "0");
    const hash = await send(t, { to: usdc, data: `0xa9059cbb${words}${units}` });
    t.equal((await receipt(hash))?.status, "0x1");
    t.equal(await tokens(), 1_250_000n);
});

test("the time of blocks is that of the test", async (t) => {
    const time = async () => Number((await ask("eth_getBlockByNumber", ["latest", false])).timestamp);
    await t.chain.setTime(2_000_000_000);
    await t.chain.mine();
    t.equal(await time(), 2_000_000_000);
    await t.chain.advance(3_600);
    await t.chain.mine();
    t.ok((await time()) >= 2_000_003_600);
});

// The last test: the wallet keeps the nonce of a dropped payment for it, because anyone who has it can still send it.
test("a payment survives a reorganisation, and one that is dropped does not", async (t) => {
    const [kept, lost] = [await send(t), await send(t)];
    await t.chain.reorganise(2, { dropping: [lost] });
    t.equal([await receipt(kept), await receipt(lost)], [null, null]);
    await t.chain.mine();
    t.equal((await receipt(kept))?.status, "0x1");
    t.equal(await receipt(lost), null);
});
