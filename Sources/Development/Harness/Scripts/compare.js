// @ts-check

/**
 * Whether two values are the same, and what is in them: numbers as `Object.is` has it, objects by what they hold.
 *
 * @param {any} left
 * @param {any} right
 * @param {Map<object, object>} [seen] Pairs that are being compared further up.
 * @returns {boolean}
 */
export function sameValue(left, right, seen = new Map()) {
    if (Object.is(left, right)) return true;
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
    const kind = Object.prototype.toString.call(left);
    if (kind !== Object.prototype.toString.call(right)) return false;
    if (seen.get(left) === right) return true;
    seen.set(left, right);
    if (left instanceof Error || right instanceof Error) {
        if (left.name !== right.name || left.message !== right.message) return false;
    }
    if (kind === "[object Date]") return left.getTime() === right.getTime();
    if (kind === "[object RegExp]") return String(left) === String(right);
    if (kind === "[object ArrayBuffer]") return sameValue(new Uint8Array(left), new Uint8Array(right));
    if (left instanceof Map && right instanceof Map) return sameValue([...left], [...right], seen);
    if (left instanceof Set && right instanceof Set) return sameValue([...left], [...right], seen);
    if (Array.isArray(left) && left.length !== right.length) return false;
    const keys = Object.keys(left);
    return (
        keys.length === Object.keys(right).length &&
        keys.every((key) => Object.hasOwn(right, key) && sameValue(left[key], right[key], seen))
    );
}

/**
 * Writes a value down for people.
 *
 * @param {any} value
 * @param {number} [depth] How deep to look.
 * @returns {string}
 */
export function inspect(value, depth = 6) {
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return value.name === "" ? "a function" : `function ${value.name}`;
    if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
    if (value instanceof Error) return inspectError(value);
    if (value instanceof Date) return `Date ${Number.isNaN(value.getTime()) ? "invalid" : value.toISOString()}`;
    if (value instanceof RegExp) return String(value);
    if (value instanceof Node) return `<${value.nodeName.toLowerCase()}>`;
    if (depth === 0) return "…";
    if (value instanceof Map || value instanceof Set) return `${value.constructor.name} ${inspect([...value], depth)}`;
    if (Array.isArray(value)) return `[${value.map((item) => inspect(item, depth - 1)).join(", ")}]`;
    const members = Object.keys(value).map((key) => `${key}: ${inspect(value[key], depth - 1)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** @param {any} error @returns {string} */
function inspectError(error) {
    const code = error.code === undefined ? "" : ` (code ${String(error.code)})`;
    return `${error.name}: ${error.message}${code}`;
}
