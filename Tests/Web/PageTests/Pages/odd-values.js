/** Texts as the program gets them, or the sentence with which a value is refused; both directions use the same page. */
const same = (value) => [value, JSON.stringify(value)];

const nested = (depth) => depth === 0 ? 1 : [nested(depth - 1)];

class Money {
    constructor() { this.cents = 5; }
    get euros() { return this.cents / 100; }
    pay() {}
}

class Secretive { #own = 1; has() { return #own in this; } }

/** Values that arrive: a name, the value, and its JSON text. */
function arriving() {
    const own = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": 3}');
    const bare = Object.assign(Object.create(null), { a: 1 });
    const hidden = Object.defineProperty({ a: 1 }, "b", { value: 2 });
    const plus = Object.assign([1, 2], { extra: 3 });
    return [
        ["true", ...same(true)], ["zero", ...same(0)], ["minus zero", -0, "0"], ["a fraction", ...same(0.1)],
        ["2^53-1", ...same(2 ** 53 - 1)], ["2^53", ...same(2 ** 53)], ["-2^53", ...same(-(2 ** 53))],
        ["2^64", 2 ** 64, "18446744073709552000"], ["the largest number", ...same(Number.MAX_VALUE)],
        ["the smallest number", ...same(5e-324)], ["1e21", ...same(1e21)], ["1e-7", ...same(1e-7)],
        ["0.1+0.2", ...same(0.1 + 0.2)], ["null", ...same(null)], ["nothing", undefined, "null"],
        ["an empty text", ...same("")], ["NUL", ...same("a\0b")], ["separators", ...same("\u2028\u2029\u{1e}\u{1f}")],
        ["combining marks", ...same("e\u0301 \u00e9")], ["emoji", ...same("👩‍👩‍👧 🇩🇪")], ["the last character", ...same("\u{10ffff}")],
        ["a noncharacter", ...same("\uffff\ufdd0")], ["a byte order mark", ...same("\ufeff")],
        ["escapes", ...same("\\\"\b\f\n\r\t/")], ["a script's end", ...same("<" + "/script><" + "!--")],
        ["right to left", ...same("\u202eabc\u202c")], ["500,000 characters", ...same("x".repeat(500000))],
        ["300,000 bytes of three-byte characters", ...same("€".repeat(100000))],
        ["an empty list", ...same([])], ["an empty object", ...same({})], ["holes", [1, , 3], "[1,null,3]"],
        ["undefined in a list", [undefined], "[null]"], ["an undefined member", { a: undefined, b: 1 }, '{"b":1}'],
        ["10,000 numbers", ...same(Array.from({ length: 10000 }, (_, n) => n))],
        ["an array with a member", plus, "[1,2]"], ["__proto__ as a name", own, JSON.stringify(own)],
        ["an empty name", ...same({ "": 1 })], ["numbers as names", ...same({ 1: "a", 0: "b" })],
        ["a name with NUL", ...same({ "a\0": 1 })], ["a long name", ...same({ ["n".repeat(10000)]: 1 })],
        ["no prototype", bare, '{"a":1}'], ["a hidden member", hidden, '{"a":1}'],
        ["a symbol as a name", { [Symbol("s")]: 1, a: 2 }, '{"a":2}'], ["a class", new Money(), '{"cents":5}'],
        ["a class without members", new (class Empty {})(), "{}"],
        ["a getter", { get a() { return 5; } }, '{"a":5}'], ["toJSON", { toJSON: () => ({ b: 1 }) }, '{"b":1}'],
        ["toJSON with the name", { n: { toJSON: (key) => key } }, '{"n":"n"}'], ["a Date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
        ["a far Date", new Date(8.64e15), '"+275760-09-13T00:00:00.000Z"'],
        ["a URL", new URL("https://shop.example/ä"), '"https://shop.example/%C3%A4"'],
        ["a Boolean object", Object(false), "false"], ["a Number object", Object(1), "1"], ["a String object", Object("a"), '"a"'],
        ["a Proxy of an object", new Proxy({ a: 1 }, {}), '{"a":1}'], ["a Proxy of a list", new Proxy([1], {}), "[1]"],
        ["frozen", Object.freeze({ a: 1 }), '{"a":1}'], ["the same object twice", ((a) => [a, a])({ b: 1 }), '[{"b":1},{"b":1}]'],
        ["nested 60 deep", nested(60), JSON.stringify(nested(60))],
        ["bytes", new Uint8Array([1, 2, 255]), '"AQL/"'], ["an ArrayBuffer", new ArrayBuffer(1), '"AA=="'],
        ["no bytes", new Uint8Array(0), '""'], ["a DataView", new DataView(new Uint8Array([7, 8]).buffer, 1), '"CA=="'],
        ["doubles", new Float64Array([1]), '"AAAAAAAA8D8="'], ["bytes in a Proxy's list", new Proxy([new Uint8Array([1])], {}), '["AQ=="]'],
        ["large integers as bytes", new BigInt64Array([1n]), '"AQAAAAAAAAA="'],
        ["an object that resembles bytes", ...same({ byteLength: 3, buffer: "no" })],
    ];
}

/** Values that are refused: a name, the value, and the beginning of the sentence. */
function refused() {
    const cycle = {};
    cycle.self = { cycle };
    const json = "which JSON cannot represent";
    const content = (type) => `is of the type ${type}, whose content JSON cannot represent.`;
    return [
        ["NaN", NaN, `The parameter is NaN, ${json}.`], ["Infinity", { price: Infinity }, `“price” is Infinity, ${json}.`],
        ["-Infinity", [0, -Infinity], `“[1]” is -Infinity, ${json}.`], ["a BigInt", { id: 1n }, `“id” is a BigInt, ${json}; use a string.`],
        ["a function", () => 1, "The parameter is a function."], ["a method", { pay() {} }, "“pay” is a function."],
        ["a class as a value", { Money }, "“Money” is a function."], ["a symbol", { kind: Symbol("a") }, "“kind” is a symbol."],
        ["an invalid Date", { at: new Date(NaN) }, "“at” is an invalid Date."], ["an invalid Date alone", new Date(NaN), "The parameter is an invalid Date."],
        ["a Map", { rows: new Map([[1, 2]]) }, `“rows” ${content("Map")}`], ["a Set", new Set([1]), `The parameter ${content("Set")}`],
        ["a WeakMap", new WeakMap(), `The parameter ${content("WeakMap")}`], ["a Blob", { file: new Blob(["a"]) }, `“file” ${content("Blob")}`],
        ["a File", [new File(["a"], "a.txt")], `“[0]” ${content("File")}`], ["a Promise", { later: Promise.resolve(1) }, `“later” ${content("Promise")}`],
        ["a RegExp", /a/, `The parameter ${content("RegExp")}`], ["an Error", new Error("a"), `The parameter ${content("Error")}`],
        ["a FormData", new FormData(), `The parameter ${content("FormData")}`], ["search parameters", new URLSearchParams("a=1"), `The parameter ${content("URLSearchParams")}`],
        ["headers", new Headers(), `The parameter ${content("Headers")}`], ["an element", document.createElement("p"), `The parameter ${content("HTMLParagraphElement")}`],
        ["a generator", (function* () {})(), `The parameter ${content("Generator")}`], ["a Proxy of a Map", new Proxy(new Map(), {}), `The parameter ${content("Map")}`],
        ["a proxied function", { f: new Proxy(() => 1, {}) }, "“f” is a function."],
        ["a cycle", cycle, "The parameters have no JSON text."], ["a throwing toJSON", { toJSON() { throw new Error("own"); } }, "The parameters have no JSON text."],
        ["a throwing getter", { get a() { throw new Error("own"); } }, "The parameters have no JSON text."],
        ["toJSON of nothing", { toJSON: () => undefined }, "The parameters have no JSON text."],
        ["a half of a pair", "\ud800", "The message is not Unicode text."], ["the other half", { a: "x\udc00" }, "The message is not Unicode text."],
        ["half of a pair as a name", { "\ud83d": 1 }, "The message is not Unicode text."],
        ["nested 70 deep", nested(70), ""], ["nested 5,000 deep", nested(5000), ""],
        ["100,000 numbers", Array.from({ length: 100000 }, (_, n) => n), "The message has too many values."],
        ["a megabyte", "x".repeat(1 << 20), "The request is larger than the program accepts."],
    ];
}

/** The text without differences that mean nothing, such as escapes. */
function normal(text) {
    try {
        return JSON.stringify(JSON.parse(text));
    } catch {
        return text;
    }
}

/** Sends each value; says which ones did not arrive, or were not refused, as they should. */
async function sendOddValues() {
    const wrong = [];
    const all = [...arriving(), ...refused()];
    for (const [name, value, text] of arriving()) {
        const found = await drawbridge.invoke("text", value).catch((error) => `${error.code}: ${error.message}`);
        if (normal(found) !== text) wrong.push([name, String(found).slice(0, 80)]);
    }
    for (const [name, value, sentence] of refused()) {
        const found = await drawbridge.invoke("text", value).then((text) => `arrived: ${text}`, (error) => error.message);
        if (!String(found).startsWith(sentence) || found.startsWith("arrived:")) wrong.push([name, found.slice(0, 80)]);
    }
    done([all.length, ...wrong.slice(0, 6)]);
}

/** What the page got: exactly, unlike JSON. */
function written(value) {
    if (value instanceof ArrayBuffer) return `bytes ${new Uint8Array(value).join(" ")}`;
    if (typeof value === "number") return Object.is(value, -0) ? "-0" : `${value}`;
    if (typeof value === "string") return value.length > 100 ? `${value.length} characters` : JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
    if (typeof value !== "object" || value === null) return `${value}`;
    return `{${Object.keys(value).map((key) => `${key}:${written(value[key])}`).join(",")}}`;
}

/** Asks for each value by its name; says which ones did not arrive as they should. */
async function getOddValues({ wanted }) {
    const wrong = [];
    for (const [name, text] of wanted) {
        const found = await drawbridge.invoke("odd", name).then(written, (error) => `${error.code}: ${error.message}`);
        if (found !== text) wrong.push([name, found.slice(0, 100)]);
    }
    done([wanted.length, ...wrong.slice(0, 5)]);
}
