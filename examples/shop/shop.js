// @ts-check

/** @typedef {{ id: string, name: string, price: string }} Good */
/** @typedef {{ payment: string, name: string, price: string, link: string, pairing: string }} Order */

/** What the shop says about a payment, by what the gateway says. */
const sentences = new Map([
    ["requires_action", "Not paid yet."],
    ["processing", "The payment is on its way."],
    ["succeeded", "Paid. Thank you!"],
    ["failed", "The payment was not carried out."],
    ["expired", "The time to pay is over. Please order again."],
    ["cancelled", "The payment was cancelled."],
]);

/** The order whose payment is watched; a new one takes the place of the old. */
let watched = "";

function element(/** @type {string} */ id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
}

async function ask(/** @type {string} */ path, /** @type {"GET" | "POST"} */ method) {
    const answer = await fetch(path, { method });
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`);
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

/** Asks how the payment stands until nothing can follow. */
async function watch(/** @type {string} */ payment) {
    while (watched === payment) {
        const { status, isFinal } = await ask(`orders/${payment}`, "GET");
        element("status").textContent = sentences.get(status) ?? "The shop does not know this state.";
        if (isFinal) return;
        await new Promise((resolve) => setTimeout(resolve, 500));
    }
}

void show();
