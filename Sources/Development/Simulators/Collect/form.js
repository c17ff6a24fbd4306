// @ts-check

/** @typedef {{ type: string, success?: boolean, error?: string }} Ending */
/** @typedef {{ postMessage(message: unknown): unknown }} Poster */
/**
 * The bridges that a wallet's view may have.
 *
 * @typedef {object} Bridges
 * @property {{ messageHandlers?: { payDataCollectionComplete?: Poster } }} [webkit]
 * @property {{ onDataCollectionComplete(text: string): unknown }} [AndroidWallet]
 * @property {Poster} [ReactNativeWebView]
 */

const bridges = /** @type {Bridges} */ (/** @type {unknown} */ (window));
const query = new URLSearchParams(location.search);
const form = /** @type {HTMLFormElement} */ (document.getElementById("form"));
const send = /** @type {HTMLButtonElement} */ (document.getElementById("send"));
const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));

/** The message for each invalid field, by its id. */
const problems = {
    fullName: "Enter your full name.",
    dob: "Enter your date of birth as YYYY-MM-DD, such as 1990-12-31.",
    country: "Enter the two-letter code of the country, such as AT.",
    address: "Enter a town or an address.",
    tosConfirmed: "Accept the terms and the privacy notice.",
};

function field(/** @type {string} */ id) {
    return /** @type {HTMLInputElement} */ (document.getElementById(id));
}

function place() {
    return new FormData(form).get("place") === "por" ? "por" : "pob";
}

/** Fills in what the wallet already knows: a JSON object in base64 or base64url. */
function prefill() {
    const text = query.get("prefill");
    if (text === null) return;
    try {
        const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
            letter.charCodeAt(0));
        const known = JSON.parse(new TextDecoder().decode(bytes));
        const side = known.porCountry !== undefined || known.porAddress !== undefined ? "por" : "pob";
        const radio = form.querySelector(`input[name="place"][value="${side}"]`);
        if (radio instanceof HTMLInputElement) radio.checked = true;
        const values = {
            fullName: known.fullName,
            dob: known.dob,
            country: known[`${side}Country`],
            address: known[`${side}Address`],
        };
        for (const [id, value] of Object.entries(values)) {
            if (typeof value === "string") field(id).value = value;
        }
    } catch {
        // An unreadable value is ignored.
    }
}

/** The id of the first invalid field, or `null`. */
function fault() {
    if (field("fullName").value.trim() === "") return "fullName";
    const date = field("dob").value;
    const day = new Date(`${date}T00:00:00Z`);
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(day.getTime())
        && day.toISOString().startsWith(date) && day.getTime() < Date.now();
    if (!isDay) return "dob";
    if (!/^[A-Z]{2}$/.test(field("country").value.toUpperCase())) return "country";
    if (field("address").value.trim() === "") return "address";
    return field("tosConfirmed").checked ? null : "tosConfirmed";
}

function values() {
    const side = place();
    return {
        fullName: field("fullName").value.trim(),
        dob: field("dob").value,
        [`${side}Country`]: field("country").value.toUpperCase(),
        [`${side}Address`]: field("address").value.trim(),
        tosConfirmed: "true",
    };
}

/** Notifies the wallet through the first available bridge; `first` names a preferred one. */
function tell(/** @type {Ending} */ ending, /** @type {string} */ first) {
    const text = JSON.stringify(ending);
    const apple = bridges.webkit?.messageHandlers?.payDataCollectionComplete;
    const ways = [
        { name: "webkit", run: apple && (() => apple.postMessage(first === "text" ? text : ending)) },
        {
            name: "android",
            run: bridges.AndroidWallet && (() => bridges.AndroidWallet?.onDataCollectionComplete(text)),
        },
        {
            name: "reactNative",
            run: bridges.ReactNativeWebView && (() => bridges.ReactNativeWebView?.postMessage(text)),
        },
        { name: "opener", run: window.opener && (() => window.opener.postMessage(ending, "*")) },
    ];
    ways.sort((one, other) => Number(other.name === first) - Number(one.name === first));
    ways.find((way) => way.run)?.run?.();
}

async function submit() {
    const wrong = fault();
    for (const id of Object.keys(problems)) field(id).setAttribute("aria-invalid", String(id === wrong));
    problem.textContent = wrong === null ? "" : problems[/** @type {keyof typeof problems} */ (wrong)];
    if (wrong !== null) {
        field(wrong).focus();
        return;
    }
    send.disabled = true;
    try {
        const answer = await fetch("submit", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ pid: query.get("pid"), accounts: query.get("accounts"), fields: values() }),
        });
        const { error, message } = await answer.json();
        if (typeof error === "string") {
            problem.textContent = error;
            tell({ type: "IC_ERROR", success: false, error }, message);
        } else {
            form.hidden = true;
            field("done").hidden = false;
            tell({ type: "IC_COMPLETE", success: true }, message);
        }
    } catch {
        problem.textContent = "The payment service cannot be reached. Try again.";
    } finally {
        send.disabled = false;
    }
}

const theme = query.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
prefill();
form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
});
