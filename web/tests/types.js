// @ts-check
// Writes a TypeScript file that compares the golden messages with the declarations of web/types; scripts/types checks
// it. A request that succeeds and its result have the types of their method, each error has the types of errors, and
// there are no other methods.

import { exchanges, golden } from "./window.js";

const types = new URL("../types/", import.meta.url).pathname;
const json = (/** @type {unknown} */ value) => JSON.stringify(value);
const lines = [
    `import type { ErrorReason, Ethereum, Invoke, Link } from ${json(`${types}index`)};`,
    `import type { Question, ScriptedWallet } from ${json(`${types}test`)};`,
    "type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;",
];

/**
 * Declares that `value` has `type`.
 *
 * @param {string} name @param {unknown} value @param {string} type
 */
function declare(name, value, type) {
    lines.push(`// ${name}`, `const value${lines.length}: ${type} = ${json(value)};`);
}

/**
 * Declares that `type` is the union of `names`.
 *
 * @param {string} type @param {Iterable<string>} names
 */
function equal(type, names) {
    const union = [...new Set(names)].sort().map(json).join(" | ");
    declare(type, true, `Same<${type}, ${union}>`);
}

const link = exchanges("link").filter(({ method }) => !method.startsWith("_"));
for (const { method, name, request, reply } of link) {
    if (reply.error !== undefined) declare(`${method}: ${name}`, reply, "Link.Failure");
    if (request.command !== method || reply.error !== undefined) continue;
    declare(`${method}: ${name}`, request, `Link.MessageOf<${json(method)}>`);
    declare(`${method}: ${name}`, reply, `Link.AnswerOf<${json(method)}>`);
}
equal("Link.Command", link.map(({ method }) => method));

const failure = "{ code: Ethereum.ErrorCode; message: string; data?: Ethereum.ProviderRpcError[\"data\"] }";
const supported = new Set();
for (const { method, name, request, reply } of exchanges("ethereum")) {
    if (reply?.error !== undefined) declare(`${method}: ${name}`, reply.error, failure);
    if (request?.method !== method || reply.error !== undefined) continue;
    supported.add(method);
    const type = `Ethereum.Methods[${json(method)}]`;
    declare(`${method}: ${name}`, request.params, `${type}["params"]`);
    declare(`${method}: ${name}`, reply.result, `${type}["result"]`);
}
equal("keyof Ethereum.Methods", supported);

const all = [...golden("errors"), ...golden("page-errors")];
for (const { ethereum, link: error, invoke } of all) {
    if (ethereum) declare("An error", ethereum, failure);
    if (error) declare("An error", error, "Link.LinkError");
    if (invoke) declare("An error", invoke, 'Pick<Invoke.InvokeError, "code" | "message" | "data">');
}
const errors = all.filter(({ ethereum }) => ethereum !== undefined);
equal("ErrorReason", errors.flatMap(({ reason }) => reason === undefined ? [] : [reason]));
equal("`${Ethereum.ErrorCode}`", errors.map(({ ethereum }) => `${ethereum.code}`));
equal("Link.ErrorType", errors.flatMap(({ link: error }) => error ? [error.type] : []));

for (const { event: { event, data } } of golden("events")) {
    if (event === "disconnect") declare("An event", data, failure);
    else declare("An event", data, `Ethereum.ProviderEvents[${json(event)}][0]`);
}

// A test page's reports to the harness are not for pages to call.
const reports = ["start", "begin", "skip", "end", "done", "error", "log"];
const controls = exchanges("harness").filter(({ method }) => !reports.includes(method));
for (const { method, name, reply } of controls) {
    if (method === "questions" && !reply.error) declare(`${method}: ${name}`, reply.result, "Question[]");
}
// The orders to a chain have an interface of their own.
equal("keyof ScriptedWallet", controls.map(({ method }) => method).filter((method) => method !== "chain"));

console.log(lines.join("\n"));
