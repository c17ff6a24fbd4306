// @ts-check

/** @typedef {import("../../../../web/types/index").Ethereum.Provider} Provider */
/** @typedef {import("../../../../web/types/index").Ethereum.TransactionRequest} TransactionRequest */

/** The contracts of Ethereum that the demo's chain has, too. */
const contracts = {
    USDC: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    WETH: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    router: "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
};

/** Another account of the test phrase. */
export const friend = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Whether coins are sent on the private test network of Bitcoin Cash. */
const isTest = new URLSearchParams(location.search).get("network") === "regtest";

/** A shop's address on Bitcoin Cash. */
export const shop = isTest
    ? "bchreg:qpm2qsznhks23z7629mms6s4cwef74vcwv6ycwvz78" : "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

/** The same address for tokens. */
export const tokenShop = isTest
    ? "slpreg:qpm2qsznhks23z7629mms6s4cwef74vcwv8yzl8w8w" : "simpleledger:qpm2qsznhks23z7629mms6s4cwef74vcwvg3pncxyr";

/** A message in the format of `personal_sign`: its UTF-8 bytes as hexadecimal text. */
export function hex(/** @type {string} */ text) {
    const bytes = new TextEncoder().encode(text);
    return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** A number or an address as an argument of a contract's function. */
function word(/** @type {bigint | string} */ value) {
    return (typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, "0");
}

/** Asks the user to send a transaction, and waits until a block contains it. */
export async function transact(/** @type {Provider} */ provider, /** @type {TransactionRequest} */ fields) {
    const hash = await provider.request({ method: "eth_sendTransaction", params: [fields] });
    for (;;) {
        const receipt = await provider.request({ method: "eth_getTransactionReceipt", params: [hash] });
        if (receipt) return { hash, status: receipt.status, blockNumber: receipt.blockNumber };
        await new Promise((resolve) => setTimeout(resolve, 500));
    }
}

/** Sends units of USDC, of which a dollar has a million. */
export function sendToken(
    /** @type {Provider} */ provider,
    /** @type {string} */ from,
    /** @type {bigint} */ units,
) {
    return transact(provider, { from, to: contracts.USDC, data: `0xa9059cbb${word(friend)}${word(units)}` });
}

/** Swaps 0.01 ether for at least 99 % of what the router offers now. */
export async function swap(/** @type {Provider} */ provider, /** @type {string} */ from) {
    const value = 10n ** 16n;
    const path = word(2n) + word(contracts.WETH) + word(contracts.USDC);
    const answer = await provider.request({
        method: "eth_call",
        params: [{ to: contracts.router, data: `0xd06ca61f${word(value)}${word(64n)}${path}` }, "latest"],
    });
    const offered = BigInt(`0x${answer.slice(-64)}`);
    const deadline = BigInt(Math.floor(Date.now() / 1000) + 1200);
    const words = [(offered * 99n) / 100n, 128n, from, deadline].map(word).join("");
    return transact(provider, {
        from, to: contracts.router, value: `0x${value.toString(16)}`, data: `0x7ff36ab5${words}${path}`,
    });
}
