// How the types are meant to be used, and what they refuse; the type checker reads this, nothing runs it.

import type { Ethereum, Link } from "./index";

export async function connect(): Promise<string | undefined> {
    const provider = window.ethereum;
    if (provider === undefined) return undefined;
    const [account] = await provider.request({ method: "eth_requestAccounts" });
    const signature: Ethereum.Hex = await provider.request({ method: "personal_sign", params: ["0x00", account] });
    const nothing: null = await provider.request({
        method: "wallet_switchEthereumChain",
        params: [{ chainId: "0x89" }],
    });
    const height: Ethereum.Hex = await provider.request({ method: "eth_blockNumber" });
    const unknown: unknown = await provider.request({ method: "eth_example", params: [height] });
    provider.on("accountsChanged", ([first]) => first?.startsWith("0x")).once("disconnect", (error) => error.code);

    // @ts-expect-error A message without an address.
    await provider.request({ method: "personal_sign", params: ["0x00"] });
    // @ts-expect-error A chain is written in hexadecimal digits.
    await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: 137 }] });
    // @ts-expect-error There is no such event.
    provider.on("accountChanged", () => undefined);
    // @ts-expect-error The provider keeps it.
    provider.chainId = "0x1";
    return [signature, nothing, unknown].join();
}

export async function follow(provider: Ethereum.Provider, address: Ethereum.Hex): Promise<unknown[]> {
    const filter: Ethereum.Hex = await provider.request({ method: "eth_newFilter", params: [{ address }] });
    const news: Ethereum.Log[] | Ethereum.Hex[] = await provider.request({ method: "eth_getFilterChanges", params: [filter] });
    await provider.request({ method: "eth_subscribe", params: ["logs", { address, topics: [null] }] });
    // @ts-expect-error There is no such subscription.
    await provider.request({ method: "eth_subscribe", params: ["everything"] });
    const [first] = await provider.sendAsync([{ id: 1, method: "eth_chainId" }]);
    return [...news, first?.result];
}

export function ask(api: Link.WalletApi): void {
    const message: Link.MessageOf<"getAddress"> = {
        messageId: "m1",
        command: "getAddress",
        data: { protocol: "BCH" },
    };
    api.messageHandler(JSON.stringify(message));
    api.sendMessageHandler(message);
    api.sendMessageHandler.postMessage({ messageId: "m2", command: "getInfo" });
    window.webkit?.messageHandlers?.sendMessageHandler?.postMessage(JSON.stringify(message));

    // @ts-expect-error No such currency.
    api.sendMessageHandler({ messageId: "m3", command: "getAddress", data: { protocol: "DOGE" } });
    // @ts-expect-error The data of another command.
    api.sendMessageHandler({ messageId: "m4", command: "payInvoice", data: { protocol: "BCH" } });
    // @ts-expect-error Only text.
    api.messageHandler(message);
}

export function hear(answer: Link.Answer): string {
    if (answer.error !== undefined) return `${answer.error.type}: ${answer.error.description}`;
    switch (answer.command) {
        case "getAddress":
            return answer.data.address;
        case "getInfo":
            return answer.data.protocols.join();
        case "requestWeb3Sign":
            return answer.data.signature;
        default:
            return answer.messageId;
    }
}

window.addEventListener("drawbridge:message", (event) => hear(event.detail));
window.addEventListener("eip6963:announceProvider", (event) => event.detail.info.rdns.split("."));
window._bitcoinWalletApi && (window._bitcoinWalletApi.receiveMessage = hear);
