// @ts-check

/**
 * Finds values that `JSON.stringify` would silently replace by another one or leave out.
 *
 * @param {any} window
 */
export function makeLoss(window) {
    const { Object } = window;
    const { isArray } = window.Array;
    const { isView } = window.ArrayBuffer;
    const { getPrototypeOf, keys } = Object;
    const objects = Object.prototype;
    const uncurry = window.Function.prototype.bind.bind(window.Function.prototype.call);
    const tagOf = uncurry(Object.prototype.toString);
    const slice = uncurry(window.String.prototype.slice);
    const timeOf = uncurry(window.Date.prototype.getTime);
    /** Objects without properties of their own whose text is not `{}`, or is the right one. */
    const plain = { __proto__: null, Object: 1, ArrayBuffer: 1, Boolean: 1, Number: 1, String: 1, BigInt: 1 };

    /** @param {unknown} value */
    function isInvalidDate(value) {
        try {
            return timeOf(value) !== timeOf(value);
        } catch {
            return false;
        }
    }

    return {
        /**
         * @param {any} holder The object or array that has the value. @param {string} key @param {unknown} value
         * @returns {string | undefined} What is wrong with the value; nothing if its text is right.
         */
        of(holder, key, value) {
            switch (typeof value) {
            case "number":
                return value - value === 0 ? undefined : `is ${value}, which JSON cannot represent.`;
            case "bigint": return "is a BigInt, which JSON cannot represent; use a string.";
            case "function": return "is a function.";
            case "symbol": return "is a symbol.";
            case "object": break;
            default: return undefined;
            }
            if (value === null) {
                return holder[key] !== null && isInvalidDate(holder[key]) ? "is an invalid Date." : undefined;
            }
            const prototype = getPrototypeOf(value);
            if (prototype === objects || prototype === null || isArray(value) || isView(value)) return undefined;
            const tag = slice(tagOf(value), 8, -1);
            if (tag in plain || keys(value).length > 0) return undefined;
            return `is of the type ${tag}, whose content JSON cannot represent.`;
        },

        /** @param {unknown} holder @param {string} key @returns {string} The name of the value. */
        name(holder, key) {
            if (key === "") return "The parameter";
            return isArray(holder) ? `“[${key}]”` : `“${key.length > 64 ? slice(key, 0, 64) + "…" : key}”`;
        },
    };
}
