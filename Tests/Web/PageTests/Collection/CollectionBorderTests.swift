import Bridge
import TestServers
import WebHost
import WindowTesting

/// Where a form may go, and where not; the proxy sees every place that anything wanted to reach.
@MainActor var collectionBorderTests: [PageTest] {
    [
        .form("a form stays on its own host, however it tries to leave") { stage in
            try await stage.open(FormTestContext.obedient, body: "<div id=place></div>")
            for way in ways {
                for target in elsewhere {
                    try await stage.attempt(way, target)
                }
            }
            try expectEqual(stage.strays, [])
            try expectEqual(stage.failures, [])
            try expectEqual(stage.events.count { $0 == .loaded }, 1)
        },
        .form("a redirect is stopped at the first step to another host, however many steps came before") { stage in
            let view = try stage.makeView("/hop1")
            for status in [301, 302, 303, 307, 308] {
                for target in elsewhere where !target.hasPrefix("webkit:") {
                    stage.server.redirect("/hop3", to: target, status: status)
                    stage.server.redirect("/hop2", to: "/hop3", status: status)
                    stage.server.redirect("/hop1", to: "https://\(FormTestContext.host)/hop2", status: status)
                    let count = stage.failures.count
                    view.retry()
                    try await stage.wait("\(status) to \(target) fails") { stage.failures.count > count }
                    try expect(!stage.events.contains(.loaded), "\(status) to \(target)")
                }
            }
            try expectEqual(stage.strays, [])
        },
        .form("a redirect after a link, a form or a script is stopped, too") { stage in
            try await stage.open(FormTestContext.obedient, body: "<div id=place></div>")
            for way in ways where way != "deep link" {
                for target in [
                    "https://evil.test/x", "http://pay.walletconnect.com/x", "https://staging.pay.walletconnect.com/",
                ] {
                    stage.server.redirect("/away", to: target, status: way.contains("post") ? 307 : 302)
                    try await stage.attempt(way, "https://\(FormTestContext.host)/away", leadingTo: target)
                }
            }
            try expectEqual(stage.strays, [])
        },
        .form("on its own host a form can navigate by a link, a redirect, a form and a script") { stage in
            stage.server.redirect("/hop", to: "HTTPS://PAY.WalletConnect.com:443/next?hop", status: 302)
            for name in ownWays {
                stage.serve("/next", "done(location.href)")
                try await stage.open(PageCode.call("collection-border", "goOn", ["way": name]))
                try expect(try await stage.said().hasPrefix("https://\(FormTestContext.host)/next"), name)
                try stage.view.close()
            }
            try expectEqual(stage.blocked, [])
            try expectEqual(stage.strays, [])
        },
        .form("a navigation to about: is refused, and the form is restored") { stage in
            try await stage.open(
                "if (!sessionStorage.x) { sessionStorage.x = 1; location.href = 'about:blank'; } else done('back')")
            try expectEqual(try await stage.said(), "back")
        },
        .form("downloads, files, printing, dialogs and permissions are refused") { stage in
            stage.server.serve(
                "/file", "x", headers: ["Content-Disposition": "attachment; filename=x.html"])
            stage.server.serve("/program", "x", type: "application/x-desktop")
            try await stage.open(FormTestContext.obedient, body: "<div id=place></div>")
            for step in [
                "location.href = '/file'", "location.href = '/program'", "print()",
                "place.innerHTML = '<a download href=\"/file\">x</a>'; place.firstChild.click()",
                "place.innerHTML = '<a download=x href=\"data:text/plain,x\">x</a>'; place.firstChild.click()",
                "place.innerHTML = '<iframe src=\"/file\"></iframe>'",
            ] {
                let count = stage.blocked.count
                try await stage.ask(step)
                try await stage.wait("\(step) is refused") { stage.blocked.count > count }
            }
            for (ask, wanted) in permissions {
                stage.serve(
                    "/collect/", PageCode.call("collection-border", "askPermission", ["permission": ask]))
                try stage.view.retry()
                let answer = try await stage.said()
                try expect(wanted.contains(answer), "\(ask): \(answer)")
            }
        },
        .form("an invalid certificate cannot be overridden, and its page cannot end the form") { _ in
            for (identity, fault) in [
                (.form, "issuer is not trusted"), (.formExpired, "expired"), (.otherName, "another host"),
                (.server, "another host"), (.untrusted, "issuer is not trusted"), (.selfSigned, "another host"),
            ] as [(TestIdentity, String)] {
                let stage = try await FormTestContext(identity, isTrusted: false)
                stage.serve("/collect/", "complete()")
                try stage.makeView().load()
                try await stage.wait("\(identity) fails") { !stage.failures.isEmpty }
                try expect(stage.failures[0].contains(fault), stage.failures[0])
                try stage.view.retry()
                try await stage.wait("\(identity) fails again") { stage.failures.count == 2 }
                try expectEqual(stage.ends, [])
                try expect(stage.server.visits.isEmpty, "the server was asked")
                await stage.close()
            }
        },
        .form("a server that would take a certificate of its visitors shows its form without one") { _ in
            let stage = try await FormTestContext(clients: .offered)
            for _ in 0..<3 {
                try await stage.open("fetch('/said', { method: 'POST', body: 'sent' })")
                try expectEqual(try await stage.said(), "sent")
            }
            try expectEqual(stage.blocked, [])
            await stage.close()
        },
        .form("a server that insists on a certificate is named as the reason") { _ in
            let stage = try await FormTestContext(clients: .required)
            stage.serve("/collect/", "complete()")
            try stage.makeView().load()
            try await stage.wait("the form fails") { !stage.failures.isEmpty }
            try expect(stage.failures[0].contains("certificate from its visitors"), stage.failures[0])
            try expect(stage.server.visits.isEmpty, "the server was asked")
            await stage.close()
        },
    ]
}

extension FormTestContext {
    /// Has the page try to reach `target`, and waits until that is refused.
    fileprivate func attempt(
        _ name: String, _ target: String, leadingTo end: String? = nil
    ) async throws {
        let count = blocked.count
        try await ask(PageCode.call("collection-border", "leave", ["way": name, "target": target]))
        // WebKit refuses these by itself, and reports nothing: addresses of this machine, windows without a gesture, and
        // frames of anything but https.
        let end = end ?? target
        let isSilent =
            name.contains("new window") || ["javascript:", "file:", "webkit:"].contains { end.hasPrefix($0) }
            || name == "frame" && !end.hasPrefix("https:")
        if isSilent {
            try await ask("void 0")
        } else {
            try await wait("\(name) to \(end) is refused") { blocked.count > count }
        }
    }
}

/// The ways by which a page goes somewhere, of `leave` in `Pages/collection-border.js`.
private let ways = [
    "script", "replacing", "assigning", "window.open", "new window", "link", "link to a new window", "meta refresh",
    "form get", "form post", "button's own post", "form to a new window", "frame", "frame's top",
]

private let elsewhere = [
    "https://evil.test/", "https://evilpay.walletconnect.com/", "https://xpay.walletconnect.com.co/",
    "https://pay.walletconnect.com.evil.test/", "https://user@pay.walletconnect.com:8443/",
    "https://pay.walletconnect.com@evil.test/", "https://pay.walletconnect.com./", "http://pay.walletconnect.com/",
    "https://staging.pay.walletconnect.com/", "https://pay.walletconnect.com:8443/", "https://walletconnect.com/",
    "data:text/html,x", "wc:abc@2", "sumupmerchant://pay/1.0?amount=1", "intent://x", "view-source:https://evil.test/",
    "mailto:x@evil.test", "javascript:void 0", "file:///etc/passwd", "webkit://gpu", "resource:///x",
]

/// The ways of `goOn` in `Pages/collection-border.js`.
private let ownWays = ["link", "absolute link", "redirect", "form get", "form post", "script", "meta refresh"]

/// The requests of a page (in `Pages/collection-border.js`), and the responses that it may get.
private let permissions = [
    ("geolocation", ["1"]), ("notifications", ["denied"]), ("camera", ["NotAllowedError", "none"]),
    ("clipboard", ["NotAllowedError", "none"]), ("pointer lock", ["null"]),
    ("service worker", ["none", "SecurityError"]),
]
