// How the types are meant to be used, and what they reject; this file is type-checked, not run.

import "./drawbridge";
import type { Ethereum, Invoke, Link } from "./index";

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

export async function invoke(image: Uint8Array): Promise<string> {
    const answer = await drawbridge.invoke<string>("greet", { name: "Ada" });
    const unknown: unknown = await window.drawbridge.invoke("stop");
    const controller = new AbortController();
    const { copy } = await drawbridge.invoke<{ copy: ArrayBuffer }>("blur", { image }, {
        signal: controller.signal,
        onProgress: ({ step }: { step: number }) => step.toFixed(),
    });
    const remove = drawbridge.on<number>("tick", (count) => count.toFixed());
    remove();
    drawbridge.off("tick", remove);

    // @ts-expect-error A method has a name.
    await drawbridge.invoke(7);
    // @ts-expect-error A signal, not its controller.
    await drawbridge.invoke("greet", null, { signal: controller });
    // @ts-expect-error The result is unknown.
    (await drawbridge.invoke("greet")).length;
    // @ts-expect-error A listener is a function.
    drawbridge.on("tick", "listener");
    return [answer, unknown, copy.byteLength].join();
}

interface Methods {
    greet: { params: { name: string }; result: string };
    stop: { params: undefined; result: null };
}

export async function invokeTyped(): Promise<string> {
    const app = drawbridge as Invoke.TypedBridge<Methods, { tick: number }>;
    app.on("tick", (count) => count.toFixed());
    const nothing: null = await app.invoke("stop");
    await app.invoke("stop", undefined, { signal: new AbortController().signal });

    // @ts-expect-error A greeting needs a name.
    await app.invoke("greet");
    // @ts-expect-error There is no such method.
    await app.invoke("great", { name: "Ada" });
    // @ts-expect-error There is no such event.
    app.on("tock", () => undefined);
    return `${await app.invoke("greet", { name: "Ada" })}${nothing}`.trim();
}

export function explain(error: unknown): string {
    if (!(error instanceof drawbridge.InvokeError)) return "unknown";
    switch (error.code) {
        case "rejected":
        case "nameTaken":
            return error.message;
        default:
            return `${error.code}: ${JSON.stringify(error.data)}`;
    }
}
