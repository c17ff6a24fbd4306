// @ts-check

import { makeEmitter } from "./emitter.js";
import { ProviderRpcError } from "./provider-rpc-error.js";

/**
 * Gives the page an Ethereum provider: `window.ethereum` (EIP-1193), announced by EIP-6963.
 *
 * @param {any} window
 * @param {import("./wire.js").Wire} wire
 * @param {{ name: string, icon: string, rdns: string }} info The wallet's information for EIP-6963.
 */
export function installEthereum(window, wire, info) {
    const { CustomEvent, Event, Promise, Array, Number, Object, Map } = window;
    const { parse, stringify } = window.JSON;
    const { apply } = window.Reflect;
    const { addEventListener, dispatchEvent } = window.EventTarget.prototype;
    const { queueMicrotask, reportError } = window;
    const emitter = makeEmitter(Map, Array, (error) => apply(reportError, window, [error]), (event, hears) => {
        if (event !== "connect" || state.chainId === null) return;
        // A page that listens after the event gets it, too.
        apply(queueMicrotask, window, [() => {
            if (state.isConnected) hears({ chainId: state.chainId });
        }]);
    });

    /** The state of the connection, updated by the wallet's events: requests are accepted from the first script on. */
    const state = {
        /** @type {string | null} */ chainId: null,
        /** @type {string | null} */ selectedAddress: null,
        isConnected: true,
    };

    /**
     * @param {{ method: string, params?: unknown }} args
     * @returns {Promise<unknown>}
     */
    function request(args) {
        return new Promise((/** @type {any} */ resolve, /** @type {any} */ reject) => {
            if (typeof args !== "object" || args === null || Array.isArray(args)) {
                throw new ProviderRpcError(-32600, "Expected a single, non-array, object argument.");
            }
            const { method, params } = args;
            if (typeof method !== "string" || method === "") {
                throw new ProviderRpcError(-32600, "'args.method' must be a non-empty string.");
            }
            if (params !== undefined && (typeof params !== "object" || params === null)) {
                throw new ProviderRpcError(-32600, "'args.params' must be an object or array if provided.");
            }
            let body;
            try {
                body = stringify({ method, params });
            } catch {
                throw new ProviderRpcError(-32602, "'args.params' cannot be serialized as JSON.");
            }
            wire.send("E", body, {
                answer(text) {
                    const { result, error } = parse(text);
                    if (error) reject(new ProviderRpcError(error.code, error.message, error.data));
                    else resolve(result);
                },
                refuse(reason) {
                    if (reason === "gone") state.isConnected = false;
                    const { code, message } = refusals[reason];
                    reject(new ProviderRpcError(code, message, { reason }));
                },
            });
        });
    }

    /** @param {{ id?: unknown, method: string, params?: unknown }} payload */
    async function respond(payload) {
        const reply = { id: payload?.id, jsonrpc: "2.0" };
        try {
            return { error: null, response: { ...reply, result: await request(payload) } };
        } catch (caught) {
            const { code, message, data } = /** @type {ProviderRpcError} */ (caught);
            return { error: caught, response: { ...reply, error: { code, message, data } } };
        }
    }

    /**
     * @param {any} payload One payload or several.
     * @param {(error: unknown, response: unknown) => void} [callback] Without a callback, a promise is returned.
     */
    async function sendAsync(payload, callback) {
        /** @type {unknown} */
        let error = null;
        /** @type {unknown} */
        let response;
        if (Array.isArray(payload)) {
            response = (await Promise.all(payload.map(respond))).map((/** @type {any} */ one) => one.response);
        } else {
            ({ error, response } = await respond(payload));
        }
        if (typeof callback !== "function") return response;
        // An error of the callback is the page's, not a response of the wallet.
        apply(queueMicrotask, window, [() => callback(error, response)]);
        return undefined;
    }

    /** @param {any} payload @param {any} [second] */
    function send(payload, second) {
        if (typeof payload === "string") return request({ method: payload, params: second ?? [] });
        if (typeof second === "function" || Array.isArray(payload)) return sendAsync(payload, second);
        const reply = { id: payload?.id, jsonrpc: "2.0" };
        switch (payload?.method) {
            case "eth_accounts":
                return { ...reply, result: state.selectedAddress === null ? [] : [state.selectedAddress] };
            case "eth_coinbase":
                return { ...reply, result: state.selectedAddress };
            case "net_version":
                return { ...reply, result: networkVersion() };
            default:
                throw new ProviderRpcError(4200, "This method is not supported without a callback; use request().");
        }
    }

    function networkVersion() {
        return state.chainId === null ? null : `${Number(state.chainId)}`;
    }

    const provider = Object.assign(emitter.methods, {
        isDrawbridge: true,
        request,
        enable: () => request({ method: "eth_requestAccounts" }),
        send,
        sendAsync,
        isConnected: () => state.isConnected,
    });
    Object.defineProperties(provider, {
        chainId: { get: () => state.chainId, enumerable: true, configurable: true },
        networkVersion: { get: networkVersion, enumerable: true, configurable: true },
        selectedAddress: { get: () => state.selectedAddress, enumerable: true, configurable: true },
    });

    wire.listen("E", (text) => {
        const { event, data } = parse(text);
        switch (event) {
            case "connect":
                state.isConnected = true;
                state.chainId = data.chainId;
                return emitter.emit("connect", data);
            case "disconnect":
                state.isConnected = false;
                return emitter.emit("disconnect", new ProviderRpcError(data.code, data.message, data.data));
            case "chainChanged":
                if (state.chainId === data) return undefined;
                state.chainId = data;
                emitter.emit("chainChanged", data);
                return emitter.emit("networkChanged", networkVersion());
            case "accountsChanged":
                state.selectedAddress = data[0] ?? null;
                return emitter.emit("accountsChanged", data);
            default:
                return emitter.emit(event, data);
        }
    });

    const detail = Object.freeze({ info: Object.freeze({ uuid: makeUUID(window.crypto), ...info }), provider });
    function announce() {
        apply(dispatchEvent, window, [new CustomEvent("eip6963:announceProvider", { detail })]);
    }
    function listenForRequests() {
        apply(addEventListener, window, ["eip6963:requestProvider", announce]);
    }
    listenForRequests();
    wire.onReplaced(() => {
        listenForRequests();
        announce();
    });
    Object.defineProperty(window, "ethereum", {
        value: provider, writable: true, configurable: true, enumerable: true,
    });
    apply(dispatchEvent, window, [new Event("ethereum#initialized")]);
    announce();
}

/** Why a request did not reach the wallet: EIP-1474 and EIP-1193 codes. */
const refusals = /** @type {Record<string, { code: number, message: string }>} */ ({
    tooMany: { code: -32005, message: "Too many requests of this page are waiting for their answers already." },
    tooLarge: { code: -32600, message: "The request is larger than the wallet accepts." },
    malformed: { code: -32600, message: "The request is not JSON text." },
    opaque: { code: 4100, message: "A page with an opaque origin cannot use the wallet." },
    gone: { code: 4900, message: "The wallet is not connected to this page." },
    replaced: { code: 4900, message: "The document was replaced before the request was answered." },
});

/**
 * A version 4 UUID (RFC 9562, section 5.4); `randomUUID` does not exist in an insecure context.
 *
 * @param {Crypto} crypto
 */
function makeUUID(crypto) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
