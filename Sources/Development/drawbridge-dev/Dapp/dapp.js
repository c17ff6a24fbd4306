// @ts-check

import { payByCard, showCardAnswer } from "./card.js";
import { friend, hex, sendToken, shop, swap, tokenShop, transact } from "./transactions.js";

/** @typedef {import("../../../../web/types/index").Ethereum.Provider} Provider */
/** @typedef {import("../../../../web/types/index").Link.Message} Message */
/** @typedef {import("../../../../web/types/index").Link.Answer} Answer */

/** The button's label (each is unique), a description, and the request. */
/** @typedef {[name: string, about: string, run: () => unknown]} Step */

let provider = /** @type {Provider} */ (window.ethereum);

/** The token that this page has created. */
let token = { tokenId: "" };

/** The wallets that have announced themselves (EIP-6963), by their IDs in this document. */
const wallets = new Map();

window.addEventListener("eip6963:announceProvider", (event) => {
    const { info } = event.detail;
    if (wallets.size === 0) provider = event.detail.provider;
    wallets.set(info.uuid, info);
    show("wallet", [...wallets.values()].map(({ name, rdns }) => `${name} (${rdns})`).join(", "));
});
window.dispatchEvent(new Event("eip6963:requestProvider"));

/** The address that signs; requests a connection first if necessary. */
async function account() {
    const [address] = await provider.request({ method: "eth_requestAccounts" });
    return address;
}

async function chainNumber() {
    return Number(await provider.request({ method: "eth_chainId" }));
}

function messageToSign() {
    return /** @type {HTMLTextAreaElement} */ (document.getElementById("message")).value;
}

/** Signs the user in at `domain` (EIP-4361). */
async function signIn(/** @type {string} */ domain, /** @type {string} */ uri) {
    const address = await account();
    const nonce = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");
    const message = [
        `${domain} wants you to sign in with your Ethereum account:`,
        address,
        "",
        "Sign in to the example dapp. It costs nothing and moves nothing.",
        "",
        `URI: ${uri}`,
        "Version: 1",
        `Chain ID: ${await chainNumber()}`,
        `Nonce: ${nonce}`,
        `Issued At: ${new Date().toISOString()}`,
    ].join("\n");
    return provider.request({ method: "personal_sign", params: [hex(message), address] });
}

/** Parses `"string name"` as the field of a struct. */
function fields(/** @type {string[]} */ ...texts) {
    return texts.map((text) => ({ type: text.split(" ")[0], name: text.split(" ")[1] }));
}

/** Typed data (EIP-712) for the chain `chainId`. */
function typedData(
    /** @type {number} */ chainId,
    /** @type {Record<string, ReturnType<typeof fields>>} */ types,
    /** @type {string} */ primaryType,
    /** @type {object} */ message,
) {
    const EIP712Domain = fields("string name", "string version", "uint256 chainId", "address verifyingContract");
    const verifyingContract = "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC";
    const domain = { name: "Example Shop", version: "1", chainId, verifyingContract };
    return JSON.stringify({ types: { EIP712Domain, ...types }, primaryType, domain, message });
}

const Item = fields("string name", "uint8 count");
const recipient = "0x00000000000000000000000000000000DeaDBeef";

/** An order with a list of items. */
function order(/** @type {number} */ chainId) {
    const Order = fields("Item[] items", "address recipient", "string note");
    const items = [{ name: "Tea", count: 2 }, { name: "Cup", count: 1 }];
    return typedData(chainId, { Item, Order }, "Order", { items, recipient, note: messageToSign() });
}

/** An order of one item: version 3 of the method does not support arrays. */
function smallOrder(/** @type {number} */ chainId) {
    const Order = fields("Item item", "address recipient", "string note");
    const item = { name: "Tea", count: 2 };
    return typedData(chainId, { Item, Order }, "Order", { item, recipient, note: messageToSign() });
}

/** Allows an unknown address to spend all of a token (EIP-2612): the typical request of a thief. */
async function permit(/** @type {number} */ chainId) {
    const Permit = fields(
        "address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline");
    const spender = "0x000000000000000000000000000000000000bEEF";
    const value = (2n ** 256n - 1n).toString();
    const message = { owner: await account(), spender, value, nonce: "0", deadline: "4102444800" };
    return typedData(chainId, { Permit }, "Permit", message);
}

const eventNames = /** @type {const} */ (["connect", "disconnect", "chainChanged", "accountsChanged", "message"]);

/** One listener for each event, so that it can be removed. */
const listeners = new Map(eventNames.map((name) => [name, (/** @type {unknown} */ data) => note(name, data)]));

/** @type {Record<string, Step[]>} */
const ethereumSteps = {
    "Wallets and accounts": [
        ["Find wallets", "Asks all wallets to announce themselves.", () => {
            window.dispatchEvent(new Event("eip6963:requestProvider"));
            return [...wallets.values()].map(({ name, rdns, uuid }) => ({ name, rdns, uuid }));
        }],
        ["Connect", "Asks the user to show the account to this page.", () =>
            provider.request({ method: "eth_requestAccounts" })],
        ["List accounts", "The accounts that this page may see. The user is not asked.", () =>
            provider.request({ method: "eth_accounts" })],
        ["Show wallet version", "The wallet’s name and version.", () =>
            provider.request({ method: "web3_clientVersion" })],
    ],
    "Signatures": [
        ["Sign a message", "The message at the top, by personal_sign (EIP-191).", async () =>
            provider.request({ method: "personal_sign", params: [hex(messageToSign()), await account()] })],
        ["Sign in", "Sign-in with Ethereum on this page (EIP-4361).", () =>
            signIn(location.host, location.origin)],
        ["Sign in to another site", "Sign-in for another site: the wallet shows a warning.", () =>
            signIn("bank.example", "https://bank.example")],
        ["Sign typed data", "An order, field by field (EIP-712, version 4).", async () =>
            provider.request({
                method: "eth_signTypedData_v4",
                params: [await account(), order(await chainNumber())],
            })],
        ["Sign typed data, version 3", "An order of one item: version 3 has no arrays.", async () =>
            provider.request({
                method: "eth_signTypedData_v3",
                params: [await account(), smallOrder(await chainNumber())],
            })],
        ["Sign a token permit", "Lets another address spend all of a token: the wallet shows a warning.", async () =>
            provider.request({
                method: "eth_signTypedData_v4",
                params: [await account(), await permit(await chainNumber())],
            })],
    ],
    "Transactions": [
        ["Send a transaction", "Sends 0.01 ether, and waits for the block.", async () =>
            transact(provider, { from: await account(), to: friend, value: "0x2386f26fc10000" })],
        ["Send a token", "Sends 5 USDC: a call of the token’s contract.", async () =>
            sendToken(provider, await account(), 5000000n)],
        ["Swap", "Swaps ether for USDC at a router, for at least 99 % of its offer.", async () =>
            swap(provider, await account())],
        ["Send more than there is", "The wallet shows that the transaction would fail.", async () =>
            sendToken(provider, await account(), 10n ** 15n)],
    ],
    "Chains": [
        ["Show chain", "The chain that this page is on, as a hexadecimal number.", () =>
            provider.request({ method: "eth_chainId" })],
        ["Show network version", "The same as a decimal number.", () =>
            provider.request({ method: "net_version" })],
        ["Switch to Polygon", "Asks the user to switch this page to chain 137.", () =>
            provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x89" }] })],
        ["Switch to Ethereum", "Switches back to chain 1.", () =>
            provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x1" }] })],
    ],
    "Permissions": [
        ["Show permissions", "What this page may do.", () =>
            provider.request({ method: "wallet_getPermissions" })],
        ["Ask for permissions", "Asks the user, even if the page is already connected.", () =>
            provider.request({ method: "wallet_requestPermissions", params: [{ eth_accounts: {} }] })],
        ["Revoke permissions", "Disconnects this page from the wallet.", () =>
            provider.request({ method: "wallet_revokePermissions", params: [{ eth_accounts: {} }] })],
    ],
    "What the wallet refuses": [
        ["Sign data of another chain", "Typed data whose chain is not the page’s.", async () =>
            provider.request({
                method: "eth_signTypedData_v4",
                params: [await account(), order((await chainNumber()) + 1)],
            })],
        ["Switch to an unknown chain", "Chain 3,735,928,559 does not exist.", () =>
            provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0xdeadbeef" }] })],
        ["Call an unknown method", "A method that does not exist.", () =>
            provider.request({ method: "example_unknown" })],
    ],
    "Older ways": [
        ["Enable", "Connect with the method of 2018.", () => provider.enable()],
        ["Use legacy methods", "send, sendAsync, and the properties from before EIP-1193.", async () => ({
            isConnected: provider.isConnected(),
            chainId: provider.chainId,
            networkVersion: provider.networkVersion,
            selectedAddress: provider.selectedAddress,
            send: await provider.send("eth_chainId"),
            sendNow: provider.send({ id: 1, method: "eth_accounts" }),
            sendAsync: await new Promise((resolve) => {
                provider.sendAsync({ id: 2, method: "net_version" }, (error, response) => resolve(response));
            }),
        })],
    ],
    "Listening": [
        ["Wait for a chain", "Waits for the next chainChanged event.", () =>
            new Promise((resolve) => provider.once("chainChanged", resolve))],
        ["Stop the log", "Removes the listeners of the log below.", () =>
            eventNames.forEach((name) => provider.removeListener(name, /** @type {any} */ (listeners.get(name))))],
        ["Start the log", "Adds the listeners again.", listen],
    ],
};

function listen() {
    for (const name of eventNames) provider.on(name, /** @type {any} */ (listeners.get(name)));
}

// ------------------------------------------------------------------------------------------- Bitcoin.com Link

/** The receivers of the responses, by message ID. */
const waiting = new Map();
let lastMessage = 0;

/** The wallet's default receiver, which dispatches a DOM event for each response. */
const defaultReceiver = window._bitcoinWalletApi?.receiveMessage;

/** @type {Record<string, (message: Message) => void>} */
const waysIn = {
    messageHandler: (message) => window._bitcoinWalletApi?.messageHandler(JSON.stringify(message)),
    postMessage: (message) => window.webkit?.messageHandlers?.sendMessageHandler?.postMessage(message),
    sendMessageHandler: (message) => window._bitcoinWalletApi?.sendMessageHandler(message),
};

/** Sends a command through `wayIn` and waits for its response. */
function send(/** @type {string} */ command, /** @type {unknown} */ data, wayIn = chosen("in")) {
    const messageId = `${command}-${(lastMessage += 1)}`;
    const message = { messageId, command, data, websiteMetadata: { title: document.title } };
    return new Promise((resolve, reject) => {
        waiting.set(messageId, { resolve, reject });
        waysIn[wayIn](/** @type {Message} */ (message));
    });
}

/** Handles a response, however it arrived. */
function receive(/** @type {Answer} */ { messageId, data, error }) {
    const { resolve, reject } = waiting.get(messageId) ?? {};
    waiting.delete(messageId);
    if (error) reject?.(error);
    else resolve?.(data);
}

/** Uses the selected way to receive responses. */
function chooseReceiver() {
    const api = window._bitcoinWalletApi;
    if (api && defaultReceiver) api.receiveMessage = chosen("out") === "event" ? defaultReceiver : receive;
}

window.addEventListener("drawbridge:message", (event) => receive(event.detail));

/** The address that signs; asks the user if the page may not see it yet. */
async function linkAccount() {
    return (await send("getAddress", { protocol: "ETH" })).address;
}

/** @type {Record<string, Step[]>} */
const linkSteps = {
    "Information and addresses": [
        ["Get wallet information", "Version, platform, and supported address types.", () => send("getInfo")],
        ["Get BCH address", "Asks the user the first time.", () => send("getAddress", { protocol: "BCH" })],
        ["Get BTC address", "Each type of address needs its own permission.", () =>
            send("getAddress", { protocol: "BTC" })],
        ["Get SLP address", "The address for tokens of the Simple Ledger Protocol.", () =>
            send("getAddress", { protocol: "SLP" })],
        ["Get ETH address", "The account that signs.", () => send("getAddress", { protocol: "ETH" })],
        ["Use every transport", "Sends the same command in all three ways.", () =>
            Promise.all(Object.keys(waysIn).map((way) => send("getInfo", undefined, way)))],
    ],
    "Signatures by Link": [
        ["Sign a message by Link", "The message at the top.", async () =>
            send("requestWeb3Sign", {
                address: await linkAccount(), message: messageToSign(), signType: "personal_sign",
            })],
        ["Sign typed data by Link", "An order, field by field.", async () =>
            send("requestWeb3Sign", {
                address: await linkAccount(), message: order(await chainNumber()), signType: "eth_signTypedData",
            })],
        ["Use eth_sign by Link", "The wallet refuses eth_sign because it could sign a payment.", async () =>
            send("requestWeb3Sign", {
                address: await linkAccount(), message: `0x${"00".repeat(32)}`, signType: "eth_sign",
            })],
    ],
    "Values": [
        ["Request a value", "The user types a value for this page.", () =>
            send("requestValue", { openValueRequest: true })],
        ["Read the last value", "The value that was typed before. The user is not asked.", () =>
            send("requestValue", { openValueRequest: false })],
    ],
    "Payments": [
        ["Send coins", "sendAssets: sends 0.00001 BCH.", () =>
            send("sendAssets", { to: shop, protocol: "BCH", value: "0.00001" })],
        ["Pay an invoice", "payInvoice: gets an invoice from a shop, and pays it.", () =>
            send("payInvoice", { url: "bitcoincash:?r=https://shop.example/i/1" })],
        ["Create a token", "createToken: a new token, in a transaction of Bitcoin Cash.", async () => {
            const { address } = await send("getAddress", { protocol: "SLP" });
            token = await send("createToken", {
                name: "Example", symbol: "EX", decimals: 2, initialSupply: 100, tokenReceiverAddress: address,
            });
            return token;
        }],
        ["Send the token", "sendAssets: sends some of the token that was created here.", () =>
            send("sendAssets", { to: tokenShop, protocol: "SLP", value: "12.5", assetId: token.tokenId })],
    ],
};

function show(/** @type {string} */ id, /** @type {string} */ text) {
    const element = document.getElementById(id);
    if (element) element.textContent = text;
}

function chosen(/** @type {string} */ name) {
    return /** @type {HTMLInputElement} */ (document.querySelector(`input[name="${name}"]:checked`)).value;
}

function text(/** @type {unknown} */ value) {
    return typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}`;
}

/** Adds a line at the end of the list of events. */
function note(/** @type {string} */ name, /** @type {unknown} */ data) {
    const line = document.createElement("li");
    line.textContent = `${name} ${JSON.stringify(data)}`;
    document.getElementById("events")?.append(line);
}

/** Creates the element `tag` with `properties` and `children`. */
function make(/** @type {string} */ tag, /** @type {object} */ properties, /** @type {Array<Node>} */ ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
}

/** Shows one step as a card. */
function card(/** @type {Step} */ [name, about, run]) {
    const id = `result-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
    const result = make("output", { id, ariaLabel: `Result: ${name}` });
    const press = async () => {
        result.dataset.state = "waiting";
        result.textContent = "Waiting for the wallet…";
        try {
            if (!provider) throw new Error("No wallet was found.");
            result.textContent = text(await run());
            result.dataset.state = "done";
        } catch (error) {
            const { code, type, message, description } = /** @type {any} */ (error);
            result.textContent = `${["Error", code ?? type].join(" ").trim()}: ${message ?? description}`;
            result.dataset.state = "failed";
        }
    };
    const button = make("button", { type: "button", textContent: name });
    button.addEventListener("click", press);
    const code = make("pre", {}, make("code", { textContent: run.toString().replace(/\n {8}/g, "\n") }));
    const summary = make("summary", { textContent: "Code", ariaLabel: `Code: ${name}` });
    return make("article", {}, button, make("p", { textContent: about }), make("details", {}, summary, code), result);
}

function fill(/** @type {string} */ id, /** @type {Record<string, Step[]>} */ groups) {
    for (const [title, steps] of Object.entries(groups)) {
        const cards = make("div", { className: "cards" }, ...steps.map(card));
        document.getElementById(id)?.append(make("h3", { textContent: title }), cards);
    }
}

/** Links to the demo's shop if the page's URL names one on this machine. */
function showShop() {
    const text = new URLSearchParams(location.search).get("shop");
    let shop;
    try {
        shop = new URL(text ?? "");
    } catch {
        return;
    }
    if (shop.protocol !== "http:" || shop.hostname !== "127.0.0.1") return;
    document.getElementById("visit")?.setAttribute("href", shop.href);
    document.getElementById("shop")?.removeAttribute("hidden");
}

function showConnection() {
    show("account", provider.selectedAddress ?? "Not connected");
    show("chain", provider.chainId === null ? "Unknown" : `${Number(provider.chainId)} (${provider.chainId})`);
}

fill("ethereum", ethereumSteps);
fill("link", linkSteps);
fill("card", { "Payments by card": [["Pay by card", "Takes 4.50 EUR with SumUp’s app.", payByCard]] });
showCardAnswer("result-pay-by-card");
document.getElementById("ways")?.addEventListener("change", chooseReceiver);
chooseReceiver();
showShop();
if (provider) {
    listen();
    for (const name of /** @type {const} */ (["connect", "chainChanged", "accountsChanged"])) {
        provider.on(name, showConnection);
    }
    showConnection();
}
