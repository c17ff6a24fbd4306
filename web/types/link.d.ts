import type { ErrorReason } from "./errors";

/** The blockchains and token protocols that Link names. The wallet has an address for each. */
export type Protocol = "BCH" | "BTC" | "ETH" | "SLP";

/**
 * What `requestWeb3Sign` signs. For the last two, `message` is the JSON text of a transaction; `eth_sendTransaction` also
 * sends it. `eth_sign` is always refused with `PROTOCOL_ERROR`.
 */
export type SignType =
    | "personal_sign"
    | "eth_signTypedData"
    | "eth_sign"
    | "eth_signTransaction"
    | "eth_sendTransaction";

/** Each command with its data and its result. */
export interface Commands {
    getInfo: { data: undefined; result: { version: string; platform: string; protocols: Protocol[] } };
    getAddress: { data: { protocol: Protocol }; result: { address: string; label: string } };
    /** `signature` is the signature, the signed transaction, or the hash of the transaction that was sent. */
    requestWeb3Sign: {
        data: { address: string; message: string; signType: SignType };
        result: { message: string; signature: string };
    };
    requestValue: { data: { openValueRequest: boolean }; result: { value: string } };
    /**
     * `value` is a decimal number in the main unit, as a string to keep all its digits. `assetId` is the token, for `SLP`
     * and `ETH`. Each item of `opReturn`, for `BCH` and `BTC`, is UTF-8, or bytes if it begins with `0x`; the whole output
     * has at most 223 bytes.
     */
    sendAssets: {
        data: { to: string; protocol: Protocol; value: string | number; assetId?: string; opReturn?: string[] };
        result: { txid: string };
    };
    /** Pays an invoice of BIP-70 or the JSON payment protocol; `memo` is the merchant's message. */
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

/** How a page describes itself; the wallet only shows the title, as a quotation. */
export interface WebsiteMetadata {
    title?: string;
    description?: string;
    image?: string;
}

interface Head<C extends Command> {
    /** At most 128 bytes, without control characters, and not the ID of an open message. */
    messageId: string;
    command: C;
    websiteMetadata?: WebsiteMetadata;
}

/** The message of one command. */
export type MessageOf<C extends Command> = Head<C> &
    (undefined extends Commands[C]["data"] ? { data?: undefined } : { data: Commands[C]["data"] });

/** Any message. */
export type Message = { [C in Command]: MessageOf<C> }[Command];

/** The error types of Link's documentation. */
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
    /** A sentence for the user. */
    description: string;
    data: { reason: ErrorReason };
}

/** The response to a command that succeeded. */
export interface Success<C extends Command> {
    messageId: string;
    command: C;
    data: Commands[C]["result"];
    error?: undefined;
}

/** The response to a message that failed. */
export interface Failure {
    /** The ID of the message; `null` if it was too long. */
    messageId: string | number | null;
    command: string;
    data?: undefined;
    error: LinkError;
}

/** The response to one command. */
export type AnswerOf<C extends Command> = Success<C> | Failure;

/** Any response. */
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
     * Gets each response, never before the call of the request has returned. A page sets its own; until then, each
     * response is the event `drawbridge:message` of the window.
     */
    receiveMessage: (message: Answer) => void;
}
