import Bridge
import TestServers
import WebHost
import WindowTesting

/// Where a form may go, and where not; the proxy sees every place that anything wanted to reach.
@MainActor var collectionBorderTests: [PageTest] {
    [
        .form("a form stays on its own host, however it tries to leave") { stage in
            try await stage.open(FormStage.obedient, body: "<div id=place></div>")
            for (name, step) in steps {
                for target in elsewhere {
                    try await stage.attempt(name, step, target)
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
                    stage.server.redirect("/hop1", to: "https://\(FormStage.host)/hop2", status: status)
                    let count = stage.failures.count
                    view.retry()
                    try await stage.wait("\(status) to \(target) fails") { stage.failures.count > count }
                    try expect(!stage.events.contains(.loaded), "\(status) to \(target)")
                }
            }
            try expectEqual(stage.strays, [])
        },
        .form("a redirect after a link, a form or a script is stopped, too") { stage in
            try await stage.open(FormStage.obedient, body: "<div id=place></div>")
            for (name, step) in steps where name != "deep link" {
                for target in [
                    "https://evil.test/x", "http://pay.walletconnect.com/x", "https://staging.pay.walletconnect.com/",
                ] {
                    stage.server.redirect("/away", to: target, status: name.contains("post") ? 307 : 302)
                    try await stage.attempt(name, step, "https://\(FormStage.host)/away", leadingTo: target)
                }
            }
            try expectEqual(stage.strays, [])
        },
        .form("on its own host a form can navigate by a link, a redirect, a form and a script") { stage in
            stage.server.redirect("/hop", to: "HTTPS://PAY.WalletConnect.com:443/next?hop", status: 302)
            for (name, step) in ownSteps {
                stage.serve("/next", "done(location.href)")
                try await stage.open(step)
                try expect(try await stage.said().hasPrefix("https://\(FormStage.host)/next"), name)
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
            try await stage.open(FormStage.obedient, body: "<div id=place></div>")
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
                stage.serve("/collect/", "const name = (error) => done(error.name ?? String(error.code)); \(ask);")
                try stage.view.retry()
                let answer = try await stage.said()
                try expect(wanted.contains(answer), "\(ask): \(answer)")
            }
        },
        .form("an invalid certificate cannot be overridden, and its page cannot end the form") { _ in
            for (identity, fault) in [
                (.form, "issuer is not trusted"), (.formExpired, "expired"), (.elsewhere, "another host"),
                (.server, "another host"), (.stranger, "issuer is not trusted"), (.selfSigned, "another host"),
            ] as [(TestIdentity, String)] {
                let stage = try await FormStage(identity, isTrusted: false)
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
    ]
}

extension FormStage {
    /// Has the page try to reach `target`, and waits until that is refused.
    fileprivate func attempt(
        _ name: String, _ step: String, _ target: String, leadingTo end: String? = nil
    ) async throws {
        let count = blocked.count
        try await ask(step.replacing("TARGET", with: target))
        // WebKit refuses these by itself, and tells nobody: addresses of this machine, windows without a gesture, and
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

/// The ways by which a page goes somewhere; TARGET is where.
private let steps = [
    ("script", "location.href = 'TARGET'"), ("replacing", "location.replace('TARGET')"),
    ("assigning", "location.assign('TARGET')"), ("window.open", "window.open('TARGET', '_self')"),
    ("new window", "window.open('TARGET')"),
    ("link", "place.innerHTML = '<a href=\"TARGET\">x</a>'; place.firstChild.click()"),
    ("link to a new window", "place.innerHTML = '<a target=_blank href=\"TARGET\">x</a>'; place.firstChild.click()"),
    (
        "meta refresh",
        "document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content=\"0;url=TARGET\">')"
    ),
    (
        "form get",
        "place.innerHTML = '<form action=\"TARGET\"><input name=x value=y></form>'; place.firstChild.submit()"
    ),
    (
        "form post",
        "place.innerHTML = '<form method=post action=\"TARGET\"><input name=x value=y></form>'; place.firstChild.submit()"
    ),
    (
        "button's own post",
        "place.innerHTML = '<form method=post><button formaction=\"TARGET\">x</button></form>'; place.firstChild.firstChild.click()"
    ),
    (
        "form to a new window",
        "place.innerHTML = '<form method=post target=_blank action=\"TARGET\"><input name=x></form>'; place.firstChild.submit()"
    ),
    ("frame", "place.innerHTML = '<iframe src=\"TARGET\"></iframe>'"),
    ("frame's top", "place.innerHTML = '<iframe srcdoc=\"<script>top.location.href = `TARGET`</script>\"></iframe>'"),
]

private let elsewhere = [
    "https://evil.test/", "https://evilpay.walletconnect.com/", "https://xpay.walletconnect.com.co/",
    "https://pay.walletconnect.com.evil.test/", "https://user@pay.walletconnect.com:8443/",
    "https://pay.walletconnect.com@evil.test/", "https://pay.walletconnect.com./", "http://pay.walletconnect.com/",
    "https://staging.pay.walletconnect.com/", "https://pay.walletconnect.com:8443/", "https://walletconnect.com/",
    "data:text/html,x", "wc:abc@2", "sumupmerchant://pay/1.0?amount=1", "intent://x", "view-source:https://evil.test/",
    "mailto:x@evil.test", "javascript:void 0", "file:///etc/passwd", "webkit://gpu", "resource:///x",
]

private let ownSteps = [
    ("link", "document.body.innerHTML = '<a href=\"/next?a\">x</a>'; document.links[0].click()"),
    (
        "absolute link",
        "document.body.innerHTML = '<a href=\"HTTPS://PAY.walletconnect.com/next\">x</a>'; document.links[0].click()"
    ),
    ("redirect", "location.href = '/hop'"),
    (
        "form get",
        "document.body.innerHTML = '<form action=\"/next\"><input name=x></form>'; document.forms[0].submit()"
    ),
    (
        "form post",
        "document.body.innerHTML = '<form method=post action=\"https://pay.walletconnect.com/next\"><input name=x></form>'; document.forms[0].submit()"
    ),
    ("script", "location.assign('https://pay.walletconnect.com:443/next#x')"),
    (
        "meta refresh",
        "document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content=\"0;url=/next\">')"
    ),
]

/// What a page asks for, and what it may hear.
private let permissions = [
    ("navigator.geolocation.getCurrentPosition(() => done('found'), (error) => done(String(error.code)))", ["1"]),
    ("Notification.requestPermission().then(done, name)", ["denied"]),
    (
        "navigator.mediaDevices?.getUserMedia ? navigator.mediaDevices.getUserMedia({ video: true }).then(done, name) : done('none')",
        ["NotAllowedError", "none"]
    ),
    (
        "navigator.clipboard?.readText ? navigator.clipboard.readText().then(done, name) : done('none')",
        ["NotAllowedError", "none"]
    ),
    (
        "document.documentElement.requestPointerLock?.()?.catch(() => {}); setTimeout(() => done(String(document.pointerLockElement)), 300)",
        ["null"]
    ),
    (
        "navigator.serviceWorker ? navigator.serviceWorker.register('/sw.js').then(() => done('registered'), name) : done('none')",
        ["none", "SecurityError"]
    ),
]
