/** The currencies and token systems that Link names; the wallet has addresses for all of them. */
export type Protocol = "BCH" | "BTC" | "ETH" | "SLP";

/** What `requestWeb3Sign` can ask for; `message` is the transaction as JSON for the last two. `eth_sign` is refused. */
export type SignType =
    | "personal_sign"
    | "eth_signTypedData"
    | "eth_sign"
    | "eth_signTransaction"
    | "eth_sendTransaction";

/** Each command with its input and its output. */
export interface Commands {
    getInfo: { data: undefined; result: { version: string; platform: string; protocols: Protocol[] } };
    getAddress: { data: { protocol: Protocol }; result: { address: string; label: string } };
    requestWeb3Sign: {
        data: { address: string; message: string; signType: SignType };
        result: { message: string; signature: string };
    };
    requestValue: { data: { openValueRequest: boolean }; result: { value: string } };
    /**
     * `value` is a decimal number in the unit people use, as a string to keep all its digits. `assetId` is the token, for `SLP` and `ETH`. Each item of
     * `opReturn` is UTF-8, or bytes where it begins with `0x`; the whole output has at most 223 bytes.
     */
    sendAssets: {
        data: { to: string; protocol: Protocol; value: string | number; assetId?: string; opReturn?: string[] };
        result: { txid: string };
    };
    /** Pays an invoice of BIP-70 or JSON payment protocol; `memo` is what the merchant answers. */
    payInvoice: { data: { url: string }; result: { memo: string } };
    createToken: {
        data: {
            name: string;
            symbol: string;
            decimals: number | string;
            initialSupply: number | string;
            tokenReceiverAddress: string;
            batonReceiverAddress?: string;
            documentUri?: string;
            documentHash?: string;
        };
        result: { tokenId: string };
    };
}

/** The name of a command. */
export type Command = keyof Commands;

/** What a page may say of itself; the wallet shows the title, as the page's own words. */
export interface WebsiteMetadata {
    title?: string;
    description?: string;
    image?: string;
}

interface Head<C extends Command> {
    /** At most 128 bytes, without control characters, and not in use by a message that waits. */
    messageId: string;
    command: C;
    websiteMetadata?: WebsiteMetadata;
}

/** The message that asks for one command. */
export type MessageOf<C extends Command> = Head<C> &
    (undefined extends Commands[C]["data"] ? { data?: undefined } : { data: Commands[C]["data"] });

/** Any message. */
export type Message = { [C in Command]: MessageOf<C> }[Command];

/** What went wrong, in the words of Link's documentation. */
export type ErrorType =
    | "CANCELED"
    | "CONNECTION_DENIED"
    | "MALFORMED_INPUT"
    | "PROTOCOL_ERROR"
    | "REQUEST_TIMEOUT"
    | "MERCHANT_ERROR"
    | "SEND_ERROR";

/** Why a request failed. */
export interface LinkError {
    type: ErrorType;
    /** A sentence for people. */
    description: string;
    /** The wallet's own, finer word for it, such as `rejected`. */
    data: { reason: string };
}

/** The answer to a command that was carried out. */
export interface Success<C extends Command> {
    messageId: string;
    command: C;
    data: Commands[C]["result"];
    error?: undefined;
}

/** The answer to a message that was not. */
export interface Failure {
    messageId: string;
    command: string;
    data?: undefined;
    error: LinkError;
}

/** The answer to one command. */
export type AnswerOf<C extends Command> = Success<C> | Failure;

/** Any answer. */
export type Answer = { [C in Command]: Success<C> }[Command] | Failure;

/** Takes a message as an object, or as its JSON text. */
export interface PageHandler {
    postMessage(message: Message | string): void;
}

/** `window._bitcoinWalletApi`: a plain object that pages may change and replace. */
export interface WalletApi {
    /** Takes a message as JSON text. */
    messageHandler(text: string): void;

    /** Takes a message as an object or as JSON text; also by its `postMessage`. */
    sendMessageHandler: PageHandler & ((message: Message | string) => void);

    /**
     * Gets each answer, never before the call that asked has returned. A page sets its own; until then the answer
     * comes as the event `drawbridge:message` of the window.
     */
    receiveMessage: (message: Answer) => void;
}
