// @ts-check

/** The error with which the promise of `invoke` is rejected. */
export class InvokeError extends Error {
    /** @param {string} code @param {string} message @param {unknown} [data] */
    constructor(code, message, data) {
        super(message);
        this.name = "InvokeError";
        this.code = code;
        this.data = data;
    }
}
