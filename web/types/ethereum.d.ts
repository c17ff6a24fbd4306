import type { ErrorReason } from "./errors";

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

/** A permission of a site (EIP-2255). */
export interface Permission {
    /** The site's origin. */
    invoker: string;
    parentCapability: "eth_accounts";
    caveats: Array<{ type: "restrictReturnedAccounts"; value: Hex[] }>;
}

/** A value of version 1 of `eth_signTypedData`. */
export interface TypedValue {
    type: string;
    name: string;
    value: unknown;
}

/** Hexadecimal text, or a number that JavaScript represents exactly; an empty text counts as missing. */
export type Quantity = Hex | number | "";

/** A transaction to sign; the wallet adds what is missing. `null` and an empty text count as missing. */
export interface TransactionRequest {
    /** The account, which the site may see. */
    from: string;
    /** Missing to create a contract. */
    to?: string | null;
    value?: Quantity | null;
    data?: Hex | "" | null;
    /** The same as `data`. */
    input?: Hex | "" | null;
    gas?: Quantity | null;
    /** The same as `gas`. */
    gasLimit?: Quantity | null;
    gasPrice?: Quantity | null;
    maxFeePerGas?: Quantity | null;
    maxPriorityFeePerGas?: Quantity | null;
    nonce?: Quantity | null;
    chainId?: Quantity | null;
    /** `0x0`, `0x1` or `0x2`. */
    type?: Quantity | null;
    accessList?: Array<{ address: string; storageKeys: Hex[] }> | null;
}

/** A call that a node simulates. */
export type CallRequest = Partial<TransactionRequest>;

/** Accounts with other values during a call, by address (Geth). */
export type StateOverrides = Record<
    string,
    {
        balance?: Hex | null;
        nonce?: Hex | null;
        code?: Hex | null;
        /** Replaces the whole storage. */
        state?: Record<Hex, Hex> | null;
        /** Replaces some slots of the storage. */
        stateDiff?: Record<Hex, Hex> | null;
        movePrecompileToAddress?: string | null;
    }
>;

/** A block with other values during a call (Geth). */
export interface BlockOverrides {
    number?: Hex | null;
    difficulty?: Hex | null;
    time?: Hex | null;
    gasLimit?: Hex | null;
    coinbase?: string | null;
    feeRecipient?: string | null;
    random?: Hex | null;
    prevRandao?: Hex | null;
    baseFee?: Hex | null;
    baseFeePerGas?: Hex | null;
    blobBaseFee?: Hex | null;
}

/** A block by its tag or its number. */
export type BlockTag = "earliest" | "latest" | "pending" | "safe" | "finalized" | Hex;

/** A block by its tag, its number or its hash (EIP-1898). */
export type BlockID = BlockTag | { blockNumber: Hex } | { blockHash: Hex; requireCanonical?: boolean };

/** A log of a contract, as the node returns it. */
export interface Log {
    address: Hex;
    topics: Hex[];
    data: Hex;
    [member: string]: unknown;
}

/** A block, as the node returns it: with the hashes of its transactions, or with the transactions. */
export interface Block {
    number: Hex | null;
    hash: Hex | null;
    parentHash: Hex;
    timestamp: Hex;
    transactions: Hex[] | Transaction[];
    [member: string]: unknown;
}

/** A transaction, as the node returns it. */
export interface Transaction {
    hash: Hex;
    from: Hex;
    to?: Hex | null;
    blockNumber?: Hex | null;
    [member: string]: unknown;
}

/** The receipt of a transaction, as the node returns it. */
export interface Receipt {
    transactionHash: Hex;
    blockNumber: Hex;
    status?: Hex;
    logs: Log[];
    [member: string]: unknown;
}

/** A token that the user can add (EIP-747). */
export interface WatchedAsset {
    type: "ERC20";
    /** The contract is asked for the symbol and the decimals if they are missing. */
    options: { address: string; symbol?: string; decimals?: number | string; image?: string };
}

/** The logs that a filter or a subscription matches (Ethereum execution API specification, `Filter`). */
export interface LogFilter {
    address?: Hex | Hex[] | null;
    topics?: Array<Hex | Array<Hex | null> | null> | null;
    fromBlock?: BlockTag | null;
    toBlock?: BlockTag | null;
}

/** What a subscription reports, as the value of the event `message` (EIP-1193). */
export interface SubscriptionMessage {
    type: "eth_subscription";
    data: { subscription: Hex; result: unknown };
}

/** A batch of calls (EIP-5792). */
export interface CallBatch {
    version: "2.0.0";
    /** Unique for the site; the wallet chooses one if it is missing. */
    id?: string | null;
    from?: string | null;
    chainId: Hex;
    /** The wallet refuses `true`: each call is a transaction of its own. */
    atomicRequired: boolean;
    calls: Array<{ to?: string | null; data?: Hex | ""; value?: Quantity; capabilities?: Record<string, { optional?: boolean }> }>;
    capabilities?: Record<string, { optional?: boolean; [member: string]: unknown }>;
}

/** What became of a batch: 100 pending, 200 confirmed, 500 failed, 600 failed in part. */
export interface CallBatchStatus {
    version: "2.0.0";
    id: string;
    chainId: Hex;
    status: 100 | 200 | 500 | 600;
    atomic: false;
    receipts: Array<{
        logs: Array<{ address: Hex; data: Hex; topics: Hex[] }>;
        status: "0x0" | "0x1";
        blockHash: Hex;
        blockNumber: Hex;
        gasUsed: Hex;
        transactionHash: Hex;
    }>;
}

/** A call, and the state in which it is simulated. */
export type SimulatedCall = [
    call: CallRequest,
    block?: BlockID | null,
    overrides?: StateOverrides | null,
    blockOverrides?: BlockOverrides | null,
];

/** Each method with its parameters and its result. */
export interface Methods {
    eth_requestAccounts: { params?: []; result: Hex[] };
    eth_accounts: { params?: []; result: Hex[] };
    eth_coinbase: { params?: []; result: Hex | null };
    eth_chainId: { params?: []; result: Hex };
    net_version: { params?: []; result: string };
    web3_clientVersion: { params?: []; result: string };
    /** The message is text, or bytes as hexadecimal text with `0x`. The address can also be the first parameter. */
    personal_sign: { params: [message: string, address: string]; result: Hex };
    personal_ecRecover: { params: [message: string, signature: Hex]; result: Hex };
    eth_sendTransaction: { params: [TransactionRequest]; result: Hex };
    /** The signed transaction; it is not sent. */
    eth_signTransaction: { params: [TransactionRequest]; result: Hex };
    /** Like version 1 if the data is a list, otherwise like version 4. */
    eth_signTypedData: {
        params:
            | [data: TypedValue[], address: string]
            | [address: string, data: TypedValue[]]
            | [address: string, data: TypedData | string];
        result: Hex;
    };
    /** A list of values without a domain, shown as a danger. */
    eth_signTypedData_v1: {
        params: [data: TypedValue[], address: string] | [address: string, data: TypedValue[]];
        result: Hex;
    };
    eth_signTypedData_v3: { params: [address: string, data: TypedData | string]; result: Hex };
    eth_signTypedData_v4: { params: [address: string, data: TypedData | string]; result: Hex };
    /** The signed transaction is passed to the node unchanged, for a connected site. */
    eth_sendRawTransaction: { params: [transaction: Hex]; result: Hex };
    eth_newFilter: { params: [LogFilter]; result: Hex };
    eth_newBlockFilter: { params?: []; result: Hex };
    /** New logs, or the hashes of new blocks. */
    eth_getFilterChanges: { params: [filter: Hex]; result: Log[] | Hex[] };
    eth_getFilterLogs: { params: [filter: Hex]; result: Log[] };
    eth_uninstallFilter: { params: [filter: Hex]; result: boolean };
    /** New block headers or logs arrive as {@link SubscriptionMessage}s. */
    eth_subscribe: { params: ["newHeads"] | ["logs", LogFilter?]; result: Hex };
    eth_unsubscribe: { params: [subscription: Hex]; result: boolean };
    /** The Keccak-256 hash of the bytes. */
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
    wallet_sendCalls: { params: [CallBatch]; result: { id: string } };
    wallet_getCallsStatus: { params: [id: string]; result: CallBatchStatus };
    wallet_showCallsStatus: { params: [id: string]; result: null };
    wallet_getCapabilities: {
        params: [address: string, chains?: Hex[] | null];
        result: Record<Hex, { atomic: { status: "unsupported" } }>;
    };
    wallet_getPermissions: { params?: []; result: Permission[] };
    wallet_requestPermissions: { params: [{ eth_accounts: {}; "endowment:permitted-chains"?: {} }]; result: Permission[] };
    wallet_revokePermissions: {
        params: [{ eth_accounts?: {}; "endowment:permitted-chains"?: {} }];
        result: null;
    };

    // The node of the site's chain answers these; its result is passed on unchanged.
    eth_blockNumber: { params?: []; result: Hex };
    eth_call: { params: SimulatedCall; result: Hex };
    eth_estimateGas: { params: SimulatedCall; result: Hex };
    eth_createAccessList: {
        params: [call: CallRequest, block?: BlockID | null, overrides?: StateOverrides | null];
        result: { accessList: Array<{ address: Hex; storageKeys: Hex[] }>; gasUsed: Hex; error?: string };
    };
    eth_feeHistory: {
        params: [blocks: Hex | number, newest: BlockTag, percentiles?: number[] | null];
        result: { oldestBlock: Hex; baseFeePerGas?: Hex[]; gasUsedRatio: number[]; reward?: Hex[][]; [member: string]: unknown };
    };
    eth_gasPrice: { params?: []; result: Hex };
    eth_maxPriorityFeePerGas: { params?: []; result: Hex };
    eth_blobBaseFee: { params?: []; result: Hex };
    eth_getBalance: { params: [address: string, block?: BlockID | null]; result: Hex };
    eth_getBlockByHash: { params: [block: Hex, withTransactions?: boolean | null]; result: Block | null };
    eth_getBlockByNumber: { params: [block: BlockTag, withTransactions?: boolean | null]; result: Block | null };
    eth_getBlockReceipts: { params: [block: BlockID]; result: Receipt[] | null };
    eth_getBlockTransactionCountByHash: { params: [block: Hex]; result: Hex | null };
    eth_getBlockTransactionCountByNumber: { params: [block: BlockTag]; result: Hex | null };
    eth_getCode: { params: [address: string, block?: BlockID | null]; result: Hex };
    /** `blockHash` replaces the range of blocks. */
    eth_getLogs: { params: [filter: LogFilter & { blockHash?: Hex | null }]; result: Log[] };
    eth_getProof: {
        params: [address: string, slots: Hex[], block?: BlockID | null];
        result: { accountProof: Hex[]; storageProof: Array<{ key: Hex; value: Hex; proof: Hex[] }>; [member: string]: unknown };
    };
    eth_getStorageAt: { params: [address: string, slot: Hex, block?: BlockID | null]; result: Hex };
    eth_getTransactionByBlockHashAndIndex: { params: [block: Hex, index: Hex]; result: Transaction | null };
    eth_getTransactionByBlockNumberAndIndex: { params: [block: BlockTag, index: Hex]; result: Transaction | null };
    eth_getTransactionByHash: { params: [transaction: Hex]; result: Transaction | null };
    eth_getTransactionCount: { params: [address: string, block?: BlockID | null]; result: Hex };
    eth_getTransactionReceipt: { params: [transaction: Hex]; result: Receipt | null };
    eth_syncing: { params?: []; result: false | { [member: string]: unknown } };
    net_listening: { params?: []; result: boolean };
}

/** The values that the listeners of each event get. */
export interface ProviderEvents {
    connect: [{ chainId: Hex }];
    disconnect: [ProviderRpcError];
    chainChanged: [chainId: Hex];
    accountsChanged: [accounts: Hex[]];
    message: [SubscriptionMessage | { type: string; data: unknown }];
    /** Deprecated: the chain as a decimal number, after `chainChanged`. */
    networkChanged: [networkVersion: string];
}

/** The codes of EIP-1193, EIP-1474 and JSON-RPC 2.0 that the provider uses; 3 if a contract reverted a call. */
export type ErrorCode =
    | 3
    | -32000
    | -32002
    | -32005
    | -32600
    | -32601
    | -32602
    | -32603
    | 4001
    | 4100
    | 4200
    | 4900
    | 4902
    | 5700
    | 5710
    | 5720
    | 5730
    | 5740
    | 5760;

/** The error with which a promise of the provider rejects. */
export interface ProviderRpcError extends Error {
    code: ErrorCode;
    /** The reason; with the code 3, the revert data. Missing if the arguments of `request` are invalid. */
    data?: { reason: ErrorReason } | Hex;
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

/** The Ethereum provider (EIP-1193), with its legacy members. */
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
    prependListener<E extends keyof ProviderEvents>(event: E, listener: (...values: ProviderEvents[E]) => void): this;
    prependOnceListener<E extends keyof ProviderEvents>(event: E, listener: (...values: ProviderEvents[E]) => void): this;
    listenerCount(event: keyof ProviderEvents, listener?: (...values: any[]) => void): number;
    listeners(event: keyof ProviderEvents): Array<(...values: any[]) => void>;
    rawListeners(event: keyof ProviderEvents): Array<(...values: any[]) => void>;
    eventNames(): Array<string | symbol>;
    emit(event: string | symbol, ...values: any[]): boolean;
    /** Changes nothing but the result of `getMaxListeners`: the number is not limited. */
    setMaxListeners(count: number): this;
    getMaxListeners(): number;

    /** Whether the wallet accepts requests: from the first script on, until the connection ends. */
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
    /** Deprecated: only for `eth_accounts`, `eth_coinbase` and `net_version`. */
    send(payload: Payload): Response;
    /** Deprecated: `request` with a callback. */
    sendAsync(payload: Payload, callback: (error: ProviderRpcError | null, response: Response) => void): void;
    sendAsync(payload: Payload[], callback: (error: null, responses: Response[]) => void): void;
    /** Deprecated: without a callback, the result is a promise. */
    sendAsync(payload: Payload): Promise<Response>;
    sendAsync(payload: Payload[]): Promise<Response[]>;
}

/** The wallet's description of itself (EIP-6963, section "Provider Info"). */
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
