function followEvents({ number }) {
    const heard = [];
    const state = () => [ethereum.isConnected(), ethereum.chainId, ethereum.networkVersion, ethereum.selectedAddress];
    for (const name of ["connect", "disconnect", "chainChanged", "networkChanged", "accountsChanged", "message"]) {
        ethereum.on(name, (...values) => {
            const value = values[0] instanceof Error ? [values[0].code, values[0].message] : values;
            heard.push([name, ...value, ...state()]);
            if (name === "disconnect") done(heard);
        });
    }
    ethereum.on("connect", () => ethereum.request({ method: "echo" }).then(() => gate(number)));
}

function useListeners() {
    const calls = [];
    let errors = 0;
    window.onerror = () => { errors += 1; };
    const listener = () => calls.push("twice");
    const removed = () => calls.push("removed");
    ethereum.on("message", listener).on("message", listener);
    ethereum.on("message", () => { throw new Error("x"); });
    ethereum.once("message", () => calls.push("once"));
    ethereum.on("message", removed);
    ethereum.on("message", removed);
    ethereum.removeListener("message", removed);
    ethereum.off("message", removed);
    ethereum.addListener("message", () => { ethereum.on("message", () => calls.push("late")); });
    const gone = () => calls.push("gone");
    ethereum.on("other", gone);
    ethereum.removeAllListeners("other");
    let turn = 0;
    ethereum.on("message", () => {
        turn += 1;
        if (turn === 2) setTimeout(() => done([calls, errors, ethereum.listenerCount("message"), ethereum.listeners("other")]));
    });
    try { ethereum.on("message", "no function"); } catch (error) { calls.push(error instanceof TypeError); }
    ethereum.request({ method: "echo" });
}

function throwInListener() {
    const own = new Error("an error of the page");
    const reports = [];
    window.onerror = null;
    const all = (test) => reports.length === 2 && reports.every(test);
    window.addEventListener("error", (event) => reports.push(event));
    ethereum.on("message", () => { throw own; });
    ethereum.on("message", () => setTimeout(() => done([
        all(({ error }) => error === own), all(({ message }) => message.includes("an error of the page")),
        all(({ filename }) => filename.startsWith(location.origin)), all(({ lineno }) => lineno > 0),
        all(({ error }) => error.stack.length > 0), "the next listener",
    ])));
    ethereum.sendAsync({ method: "echo" }, () => { throw own; });
}

function listenLate() {
    const atOnce = ethereum.isConnected();
    const heard = [];
    ethereum.on("connect", () => setTimeout(() => {
        ethereum.on("connect", (info) => heard.push(info));
        setTimeout(() => done([atOnce, heard, ethereum.isConnected(), ethereum.chainId]), 20);
    }));
}

function requestAnnouncements() {
    const seen = [];
    window.addEventListener("eip6963:announceProvider", (event) => seen.push(event.detail));
    window.dispatchEvent(new Event("eip6963:requestProvider"));
    window.dispatchEvent(new Event("eip6963:requestProvider"));
    const [detail] = seen;
    const { uuid, name, icon, rdns } = detail.info;
    try { detail.info.name = "Evil"; } catch {}
    try { detail.provider = {}; } catch {}
    done([
        seen.length, seen[0] === seen[1] || seen[0].info.uuid === seen[1].info.uuid,
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid),
        detail.info.name, icon.startsWith("data:image/"), rdns, detail.provider === window.ethereum,
        Object.isFrozen(detail), Object.isFrozen(detail.info), Object.keys(detail.info).sort().join(),
    ]);
}

function tellUUID() {
    window.addEventListener("eip6963:announceProvider", (event) => done(event.detail.info.uuid));
    window.dispatchEvent(new Event("eip6963:requestProvider"));
}

function replaceProvider() {
    const known = window.ethereum;
    const { writable, configurable, enumerable } = Object.getOwnPropertyDescriptor(window, "ethereum");
    window.ethereum = { isOther: true };
    const replaced = window.ethereum.isOther;
    delete window.ethereum;
    const deleted = typeof window.ethereum;
    Object.defineProperty(window, "ethereum", { value: "mine", configurable: false });
    known.request({ method: "echo", params: ["on"] }).then((value) =>
        done([writable, configurable, enumerable, replaced, deleted, window.ethereum, value[0]]));
}

function wrapProvider() {
    const ask = ethereum.request;
    ethereum.request = (args) => ask({ ...args, params: ["wrapped"] });
    const proxy = new Proxy(ethereum, {});
    proxy.request({ method: "echo" }).then(done);
}
