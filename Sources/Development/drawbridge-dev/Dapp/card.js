// @ts-check

/** The parameters that SumUp’s app adds to the address of this page. */
const told = ["smp-status", "smp-message", "smp-tx-code", "foreign-tx-id"];

/** Asks for a payment with SumUp’s app; its answer loads this page again. */
export function payByCard() {
    const back = new URL(location.href);
    for (const name of told) back.searchParams.delete(name);
    const fields = {
        amount: "4.50", total: "4.50", currency: "EUR", title: "Coffee", "affiliate-key": "demo",
        "app-id": "com.example.shop", "foreign-tx-id": `sale-${Date.now()}`, callbacksuccess: back.href,
        callbackfail: back.href,
    };
    const pairs = Object.entries(fields).map((pair) => pair.map(encodeURIComponent).join("="));
    location.href = `sumupmerchant://pay/1.0?${pairs.join("&")}`;
    return new Promise(() => {});
}

/** Shows the answer that is in the address of this page, if there is one. */
export function showCardAnswer(/** @type {string} */ id) {
    const query = new URLSearchParams(location.search);
    const result = document.getElementById(id);
    if (!result || !query.has("smp-status")) return;
    const answer = told.filter((name) => query.has(name)).map((name) => [name, query.get(name)]);
    result.textContent = JSON.stringify(Object.fromEntries(answer), null, 2);
    result.dataset.state = query.get("smp-status") === "success" ? "done" : "failed";
}
