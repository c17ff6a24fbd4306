// @ts-check

/**
 * Where two values first differ: numbers are compared as by `Object.is`, objects by their contents.
 *
 * @param {any} left
 * @param {any} right
 * @param {string} [path] The path of both in the values that are compared.
 * @param {Map<object, object>} [seen] Pairs that are being compared further up.
 * @returns {string | null} A path such as `.items[0]`, empty for the values themselves; `null` if they are equal.
 */
export function difference(left, right, path = "", seen = new Map()) {
    if (Object.is(left, right)) return null;
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return path;
    const kind = Object.prototype.toString.call(left);
    if (kind !== Object.prototype.toString.call(right)) return path;
    if (seen.get(left) === right) return null;
    seen.set(left, right);
    if (left instanceof Error || right instanceof Error) {
        if (left.name !== right.name || left.message !== right.message) return path;
    }
    if (kind === "[object Date]") return left.getTime() === right.getTime() ? null : path;
    if (kind === "[object RegExp]") return String(left) === String(right) ? null : path;
    if (kind === "[object ArrayBuffer]") return difference(new Uint8Array(left), new Uint8Array(right), path);
    if ((left instanceof Map && right instanceof Map) || (left instanceof Set && right instanceof Set)) {
        return difference([...left], [...right], path, seen) === null ? null : path;
    }
    if (Array.isArray(left) && left.length !== right.length) return `${path}.length`;
    for (const key of Object.keys(left)) {
        const place = `${path}${step(left, key)}`;
        const found = Object.hasOwn(right, key) ? difference(left[key], right[key], place, seen) : place;
        if (found !== null) return found;
    }
    const other = Object.keys(right).find((key) => !Object.hasOwn(left, key));
    return other === undefined ? null : `${path}${step(right, other)}`;
}

/** @param {object} value @param {string} key @returns {string} The key as a script writes it behind the value. */
function step(value, key) {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${key}]`;
    return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
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
