// @ts-check

/** @typedef {{ id: string, name: string, price: string }} Good */
/** @typedef {{ payment: string, name: string, price: string, link: string, pairing: string }} Order */

/** The sentence for each status of a payment at the gateway. */
const sentences = new Map([
    ["requires_action", "Not paid yet."],
    ["processing", "The payment is being processed."],
    ["succeeded", "Paid. Thank you!"],
    ["failed", "The payment failed."],
    ["expired", "The payment expired. Order again."],
    ["cancelled", "The payment was cancelled."],
]);

/** The payment of the latest order, whose status is shown. */
let watched = "";

function element(/** @type {string} */ id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
}

async function ask(/** @type {string} */ path, /** @type {"GET" | "POST"} */ method) {
    const answer = await fetch(path, { method });
    if (!answer.ok) throw new Error(`The shop returned HTTP error ${answer.status}.`);
    return answer.json();
}

async function show() {
    const goods = /** @type {Good[]} */ (await ask("goods", "GET"));
    element("goods").replaceChildren(...goods.map((good) => {
        const row = document.createElement("li");
        const name = document.createElement("span");
        name.textContent = `${good.name}, ${good.price}`;
        const button = document.createElement("button");
        button.textContent = `Buy ${good.name}`;
        button.addEventListener("click", () => void order(good.id));
        row.append(name, button);
        return row;
    }));
}

async function order(/** @type {string} */ good) {
    element("problem").textContent = "";
    try {
        const made = /** @type {Order} */ (await ask(`orders/${good}`, "POST"));
        element("what").textContent = `${made.name}, ${made.price}`;
        element("pay").setAttribute("href", made.link);
        element("pair").setAttribute("href", made.pairing);
        element("status").textContent = sentences.get("requires_action") ?? "";
        element("order").hidden = false;
        watched = made.payment;
        await watch(made.payment);
    } catch (error) {
        element("problem").textContent = `${error instanceof Error ? error.message : error}`;
    }
}

/** Asks for the status of the payment until it is final. */
async function watch(/** @type {string} */ payment) {
    while (watched === payment) {
        const { status, isFinal } = await ask(`orders/${payment}`, "GET");
        element("status").textContent = sentences.get(status) ?? "The status of the payment is unknown.";
        if (isFinal) return;
        await new Promise((resolve) => setTimeout(resolve, 500));
    }
}

void show();
