/** Hexadecimal text with `0x`. */
export type Hex = `0x${string}`;

/** Structured data to sign (EIP-712). */
export interface TypedData {
    types: Record<string, Array<{ name: string; type: string }>>;
    primaryType: string;
    domain: {
        name?: string;
        version?: string;
        chainId?: number | string;
        verifyingContract?: string;
        salt?: string;
    };
    message: Record<string, unknown>;
}

/** What a site may do (EIP-2255). */
export interface Permission {
    /** The site's origin. */
    invoker: string;
    parentCapability: "eth_accounts";
    caveats: Array<{ type: "restrictReturnedAccounts"; value: Hex[] }>;
}

/** A transaction to be filled in, shown and signed. */
export interface TransactionRequest {
    from?: string;
    /** Missing for the creation of a contract. */
    to?: string | null;
    value?: Hex;
    data?: Hex | "";
    input?: Hex | "";
    gas?: Hex;
    gasPrice?: Hex;
    maxFeePerGas?: Hex;
    maxPriorityFeePerGas?: Hex;
    nonce?: Hex;
    chainId?: Hex;
    type?: Hex;
    accessList?: Array<{ address: string; storageKeys: Hex[] }>;
}

/** A token that the wallet may show. */
export interface WatchedAsset {
    type: "ERC20";
    options: { address: string; symbol: string; decimals: number | string; image?: string };
}

/** Which logs are meant (Ethereum execution API specification, `Filter`). */
export interface LogFilter {
    address?: Hex | Hex[];
    topics?: Array<Hex | Hex[] | null>;
    fromBlock?: Hex | "earliest" | "latest" | "pending" | "safe" | "finalized";
    toBlock?: Hex | "earliest" | "latest" | "pending" | "safe" | "finalized";
}

/** What a subscription tells, as the data of the event `message` (EIP-758). */
export interface SubscriptionMessage {
    type: "eth_subscription";
    data: { subscription: Hex; result: unknown };
}

/** Each method with its parameters and its result. */
export interface Methods {
    eth_requestAccounts: { params?: []; result: Hex[] };
    eth_accounts: { params?: []; result: Hex[] };
    eth_coinbase: { params?: []; result: Hex | null };
    eth_chainId: { params?: []; result: Hex };
    net_version: { params?: []; result: string };
    web3_clientVersion: { params?: []; result: string };
    /** The message is text, or bytes as hexadecimal text with `0x`. */
    personal_sign: { params: [message: string, address: string]; result: Hex };
    personal_ecRecover: { params: [message: string, signature: Hex]; result: Hex };
    eth_sendTransaction: { params: [TransactionRequest]; result: Hex };
    /** The signed transaction; it is not sent. */
    eth_signTransaction: { params: [TransactionRequest]; result: Hex };
    /** Version 1: a list of values without a domain, shown as a danger. */
    eth_signTypedData: {
        params: [data: Array<{ type: string; name: string; value: unknown }>, address: string];
        result: Hex;
    };
    eth_signTypedData_v1: {
        params: [data: Array<{ type: string; name: string; value: unknown }>, address: string];
        result: Hex;
    };
    eth_signTypedData_v3: { params: [address: string, data: TypedData | string]; result: Hex };
    eth_signTypedData_v4: { params: [address: string, data: TypedData | string]; result: Hex };
    /** Passed on as it is, for a connected site. */
    eth_sendRawTransaction: { params: [transaction: Hex]; result: Hex };
    eth_newFilter: { params: [LogFilter]; result: Hex };
    eth_newBlockFilter: { params?: []; result: Hex };
    /** Logs, or the hashes of blocks. */
    eth_getFilterChanges: { params: [filter: Hex]; result: unknown[] };
    eth_getFilterLogs: { params: [filter: Hex]; result: unknown[] };
    eth_uninstallFilter: { params: [filter: Hex]; result: boolean };
    /** The news come as {@link SubscriptionMessage}s. */
    eth_subscribe: { params: ["newHeads"] | ["logs", LogFilter?]; result: Hex };
    eth_unsubscribe: { params: [subscription: Hex]; result: boolean };
    /** The Keccak-256 of the bytes. */
    web3_sha3: { params: [bytes: Hex]; result: Hex };
    wallet_switchEthereumChain: { params: [{ chainId: Hex }]; result: null };
    /** EIP-3085. */
    wallet_addEthereumChain: {
        params: [
            {
                chainId: Hex;
                chainName: string;
                nativeCurrency: { name?: string; symbol: string; decimals: 18 };
                rpcUrls: string[];
                blockExplorerUrls?: string[] | null;
                iconUrls?: string[];
            },
        ];
        result: null;
    };
    /** EIP-747. */
    wallet_watchAsset: {
        params: WatchedAsset | [WatchedAsset];
        result: true;
    };
    wallet_getPermissions: { params?: []; result: Permission[] };
    wallet_requestPermissions: { params: [{ eth_accounts: {}; "endowment:permitted-chains"?: {} }]; result: Permission[] };
    wallet_revokePermissions: {
        params: [{ eth_accounts?: {}; "endowment:permitted-chains"?: {} }];
        result: null;
    };
}

/** What the listeners of each event get. */
export interface ProviderEvents {
    connect: [{ chainId: Hex }];
    disconnect: [ProviderRpcError];
    chainChanged: [chainId: Hex];
    accountsChanged: [accounts: Hex[]];
    message: [SubscriptionMessage | { type: string; data: unknown }];
    /** Deprecated; comes after `chainChanged`. */
    networkChanged: [networkVersion: string];
}

/** What every promise of the provider is rejected with. */
export interface ProviderRpcError extends Error {
    /** EIP-1193, EIP-1474 or JSON-RPC 2.0. */
    code: number;
    /** The wallet's own, finer word for it, such as `rejected`; with the code 3, what the contract gave back. */
    data?: { reason: string } | Hex;
}

interface Payload {
    id?: unknown;
    jsonrpc?: string;
    method: string;
    params?: unknown;
}

interface Response {
    id: unknown;
    jsonrpc: "2.0";
    result?: unknown;
    error?: { code: number; message: string; data?: unknown };
}

type RequestOf<M extends keyof Methods> = { method: M } & Omit<Methods[M], "result">;

/** Names of methods that {@link Methods} does not list. */
type Unlisted<M extends string> = M extends keyof Methods ? never : M;

/** Ethereum's provider (EIP-1193) with its older forms. */
export interface Provider {
    readonly isDrawbridge: true;

    request<M extends keyof Methods>(args: RequestOf<M>): Promise<Methods[M]["result"]>;
    request<M extends string>(args: { method: Unlisted<M>; params?: unknown[] | object }): Promise<unknown>;

    on<E extends keyof ProviderEvents>(event: E, listener: (...values: ProviderEvents[E]) => void): this;
    addListener<E extends keyof ProviderEvents>(event: E, listener: (...values: ProviderEvents[E]) => void): this;
    once<E extends keyof ProviderEvents>(event: E, listener: (...values: ProviderEvents[E]) => void): this;
    off<E extends keyof ProviderEvents>(event: E, listener: (...values: ProviderEvents[E]) => void): this;
    removeListener<E extends keyof ProviderEvents>(event: E, listener: (...values: ProviderEvents[E]) => void): this;
    removeAllListeners(event?: keyof ProviderEvents): this;
    listenerCount(event: keyof ProviderEvents): number;
    listeners(event: keyof ProviderEvents): Array<(...values: any[]) => void>;

    /** Whether the wallet has said `connect`. */
    isConnected(): boolean;

    /** The site's chain, once it is known. */
    readonly chainId: Hex | null;
    /** Deprecated: the site's chain as a decimal number. */
    readonly networkVersion: string | null;
    /** Deprecated: the first account that the site may see. */
    readonly selectedAddress: Hex | null;

    /** Deprecated: `eth_requestAccounts`. */
    enable(): Promise<Hex[]>;
    /** Deprecated: `request`, in an older form. */
    send(method: string, params?: unknown[]): Promise<unknown>;
    /** Deprecated: `request` with a callback. */
    send(payload: Payload, callback: (error: ProviderRpcError | null, response: Response) => void): void;
    send(payload: Payload[], callback?: (error: null, responses: Response[]) => void): Promise<Response[] | undefined>;
    /** Deprecated: `eth_accounts`, `eth_coinbase` and `net_version`, at once. */
    send(payload: Payload): Response;
    /** Deprecated: `request` with a callback. */
    sendAsync(payload: Payload, callback: (error: ProviderRpcError | null, response: Response) => void): void;
    sendAsync(payload: Payload[], callback: (error: null, responses: Response[]) => void): void;
    /** Deprecated: without a callback the answer is a promise. */
    sendAsync(payload: Payload): Promise<Response>;
    sendAsync(payload: Payload[]): Promise<Response[]>;
}

/** What a wallet says of itself (EIP-6963, section "Provider Info"). */
export interface ProviderInfo {
    /** A version 4 UUID, another one in each document. */
    readonly uuid: string;
    readonly name: string;
    /** A `data:` URI. */
    readonly icon: string;
    /** A domain in reverse order. */
    readonly rdns: string;
}

/** The detail of `eip6963:announceProvider`. */
export interface ProviderAnnouncement {
    readonly info: ProviderInfo;
    readonly provider: Provider;
}
