// @ts-check
// Buys something in the shop of the demo: `drawbridge-dev test --root . Tests/Tools/SimulatorPages`.

/** @typedef {import("../../../web/types/test").TestContext} TestContext */

const shop = new URL("../../../Sources/Development/Simulators/ShopPage/", import.meta.url);
const source = await (await fetch(new URL("index.html", shop))).text();
document.body.replaceWith(new DOMParser().parseFromString(source, "text/html").body);

/** How the payment stands, answer for answer; the last one stays. */
const standing = ["requires_action", "processing", "succeeded"];
const asked = /** @type {string[]} */ ([]);
const page = /** @type {Record<string, any>} */ (/** @type {unknown} */ (window));
page.fetch = async (/** @type {string} */ path, /** @type {{ method: string }} */ { method }) => {
    asked.push(`${method} ${path}`);
    if (path === "goods") return answer([{ id: "tea", name: "<b>Tea</b>", price: "$ 1.00" }]);
    if (method === "POST") {
        return answer({ payment: "pay_1", name: "Tea", price: "$ 1.00", link: "https://a.example/?pid=pay_1", pairing: "wc:1" });
    }
    const status = standing.length > 1 ? standing.shift() : standing[0];
    return answer({ status, isFinal: status === "succeeded" });
};
await import(new URL("shop.js", shop).href);

function answer(/** @type {object} */ value) {
    return new Response(JSON.stringify(value));
}

function text(/** @type {string} */ id) {
    return document.getElementById(id)?.textContent;
}

test("a good is bought by its link, and the shop says when it is paid", async (t) => {
    await t.until(() => document.querySelector("li button"));
    t.equal(document.querySelector("li span")?.textContent, "<b>Tea</b>, $ 1.00");
    /** @type {HTMLButtonElement} */ (document.querySelector("li button")).click();
    await t.until(() => text("status") === "Paid. Thank you!");
    t.equal(document.getElementById("pay")?.getAttribute("href"), "https://a.example/?pid=pay_1");
    t.equal(document.getElementById("pair")?.getAttribute("href"), "wc:1");
    t.equal(asked, ["GET goods", "POST orders/tea", ...Array(3).fill("GET orders/pay_1")]);
});
