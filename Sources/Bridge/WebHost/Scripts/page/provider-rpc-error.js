// @ts-check

/** The error with which a provider's promise is rejected (EIP-1193, section "Errors"). */
export class ProviderRpcError extends Error {
    /** @param {number} code @param {string} message @param {unknown} [data] */
    constructor(code, message, data) {
        super(message);
        this.name = "ProviderRpcError";
        this.code = code;
        this.data = data;
    }
}
