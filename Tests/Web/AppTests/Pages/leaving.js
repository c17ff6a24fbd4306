/** The names of everything that pages before this one have stored. */
async function left() {
    const databases = (await indexedDB.databases()).map((database) => database.name);
    return [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie, window.name, ...databases,
        ...await caches.keys(), ...await navigator.serviceWorker.getRegistrations()].filter((name) => name !== "");
}

test("fresh", async (t) => {
    t.equal(await left(), []);
    localStorage.setItem("local", "1");
    sessionStorage.setItem("session", "1");
    document.cookie = "cookie=1; max-age=999";
    window.name = "window";
    await new Promise((resolve, reject) => {
        const opening = indexedDB.open("database");
        opening.onsuccess = resolve;
        opening.onerror = reject;
    });
    await (await caches.open("cache")).put("/answer", new Response("1"));
    t.equal((await left()).length, 6);
    t.wallet.approve();
    await ethereum.request({ method: "eth_requestAccounts" });
});
test("globals belong to their document", (t) => {
    t.equal(globalThis.count, undefined);
    globalThis.count = 1;
});
