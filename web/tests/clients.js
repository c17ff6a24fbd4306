// @ts-check
// Small clients that check a provider like the usual libraries: for the same codes, phrases and messages. They contain
// no code of these libraries; docs/protocol/libraries.md says what each library checks.

/** @typedef {{ code: number, message: string, data?: unknown }} Failure */

/** @type {Array<[RegExp, string]>} */
const ethers5Phrases = [
    [/user denied/i, "ACTION_REJECTED"],
    [/insufficient funds|base fee exceeds gas limit/i, "INSUFFICIENT_FUNDS"],
    [/nonce (is )?too low/i, "NONCE_EXPIRED"],
    [/replacement transaction underpriced|transaction gas price.*too low/i, "REPLACEMENT_UNDERPRICED"],
];

/** @type {Array<[RegExp, string]>} */
const viemPhrases = [
    [/execution reverted|gas required exceeds allowance/, "ExecutionRevertedError"],
    [/max fee per gas less than block base fee|fee cap less than block base fee/, "FeeCapTooLowError"],
    [/nonce too high/, "NonceTooHighError"],
    [/nonce too low|transaction already imported|already known/, "NonceTooLowError"],
    [/insufficient funds|exceeds transaction sender account balance/, "InsufficientFundsError"],
    [/intrinsic gas too high|gas limit reached/, "IntrinsicGasTooHighError"],
    [/intrinsic gas too low/, "IntrinsicGasTooLowError"],
    [/max priority fee per gas higher than max fee per gas|tip higher than fee cap/, "TipAboveFeeCapError"],
];

/** @type {Record<number, string>} */
const viemCodes = {
    [-32000]: "InvalidInputRpcError", [-32601]: "MethodNotFoundRpcError", [-32602]: "InvalidParamsRpcError",
    [-32603]: "InternalRpcError", [-32005]: "LimitExceededRpcError", [-32002]: "ResourceUnavailableRpcError",
    4001: "UserRejectedRequestError", 4100: "UnauthorizedProviderError", 4200: "UnsupportedProviderMethodError",
    4900: "ProviderDisconnectedError", 4902: "SwitchChainError", 5700: "UnsupportedNonOptionalCapabilityError",
    5710: "UnsupportedChainIdError", 5720: "DuplicateIdError", 5730: "UnknownBundleIdError",
    5740: "BundleTooLargeError", 5760: "AtomicityNotSupportedError",
};

/**
 * How each library interprets a failure of `method`.
 *
 * @type {Record<string, (error: Failure, method: string) => string>}
 */
export const readers = {
    "ethers 5": ({ code, message, data }, method) => {
        const known = ethers5Phrases.find(([phrase]) => phrase.test(message));
        if (known) return known[1];
        const isRevert = method === "eth_call" && /revert/i.test(message) && typeof data === "string";
        return isRevert ? "CALL_EXCEPTION" : `${code}`;
    },
    "ethers 6": ({ code, message, data }, method) => {
        const isSent = ["eth_sendTransaction", "eth_sendRawTransaction", "eth_estimateGas"].includes(method);
        if (method === "eth_call" && /revert/i.test(message) && typeof data === "string") return "CALL_EXCEPTION";
        if (code === 4001 || /user denied/i.test(message)) return "ACTION_REJECTED";
        if (isSent && /insufficient funds/i.test(message)) return "INSUFFICIENT_FUNDS";
        if (isSent && /nonce/i.test(message) && /too low/i.test(message)) return "NONCE_EXPIRED";
        if (isSent && /replacement transaction/i.test(message) && /underpriced/i.test(message)) {
            return "REPLACEMENT_UNDERPRICED";
        }
        if (/the method .* does not exist/i.test(message)) return "UNSUPPORTED_OPERATION";
        return "UNKNOWN_ERROR";
    },
    viem: ({ code, message }) => {
        if (code === 3) return "ExecutionRevertedError";
        const known = viemPhrases.find(([phrase]) => phrase.test(message.toLowerCase()));
        return known && code !== 4001 ? known[1] : viemCodes[code] ?? "UnknownRpcError";
    },
    // Checks by pages themselves, case-sensitive and case-insensitive.
    page: ({ code, message }) => {
        const says = message.includes("User rejected") && message.includes("User denied") && /user rejected/i.test(message);
        return code === 4001 && says ? "rejected" : "failed";
    },
};

/** Clients that follow the logs of a contract; each returns those that it received. */
export const followers = {
    /**
     * Like ethers 6: a filter that is polled at each block, and then removed.
     *
     * @param {any} provider @param {any[]} params
     */
    async filter(provider, params, rounds = 3) {
        const heard = [];
        const id = await provider.request({ method: "eth_newFilter", params });
        for (let round = 0; round < rounds; round += 1) {
            heard.push(...await provider.request({ method: "eth_getFilterChanges", params: [id] }));
        }
        if (await provider.request({ method: "eth_uninstallFilter", params: [id] }) !== true) throw new Error("still there");
        return heard;
    },

    /**
     * Like viem: a filter that is created again if it no longer exists.
     *
     * @param {any} provider @param {any[]} params
     */
    async "renewed filter"(provider, params) {
        let id = await provider.request({ method: "eth_newFilter", params });
        for (;;) {
            try {
                return await provider.request({ method: "eth_getFilterChanges", params: [id] });
            } catch (error) {
                if (/** @type {Failure} */ (error).code !== -32000) throw error;
                id = await provider.request({ method: "eth_newFilter", params });
            }
        }
    },

    /**
     * Like web3.js: a subscription, received by the provider's event `message`.
     *
     * @param {any} provider @param {any[]} params
     */
    async subscription(provider, params) {
        /** @type {unknown[]} */
        const heard = [];
        /** @type {string | undefined} */
        let id;
        const said = new Promise((resolve) => {
            provider.on("message", (/** @type {any} */ message) => {
                if (message.type !== "eth_subscription" || message.data.subscription !== id) return;
                heard.push(message.data.result);
                resolve(undefined);
            });
        });
        id = await provider.request({ method: "eth_subscribe", params });
        await said;
        if (await provider.request({ method: "eth_unsubscribe", params: [id] }) !== true) throw new Error("still there");
        return heard;
    },
};
