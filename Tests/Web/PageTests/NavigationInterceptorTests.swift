import Bridge
import WebHost
import WindowTesting

/// Addresses that the app takes over itself.
@MainActor var handOverTests: [PageTest] {
    [
        PageTest("a link that the app handles goes to the app, however the click leads to it") { stage in
            let shop = try await stage.url("/pay")
            await stage.redirect("/pay", to: "sumupmerchant://pay/1.0?amount=1")
            for body in [
                "<a href='sumupmerchant://pay/1.0?amount=1'>pay</a>",
                "<a target=_blank href='sumupmerchant://pay/1.0?amount=1'>pay</a>",
                "<a href='#' onclick='location.href = \"sumupmerchant://pay/1.0?amount=1\"; return false'>pay</a>",
                "<a href='#' onclick='window.open(\"sumupmerchant://pay/1.0?amount=1\"); return false'>pay</a>",
                "<a href='\(shop)'>pay</a>",
            ] {
                let taken = try await stage.taken(afterClickOn: body)
                try expectEqual(taken.url, "sumupmerchant://pay/1.0?amount=1", of: body)
                try expectEqual(taken.scheme, "sumupmerchant", of: body)
                try expectEqual(taken.page, stage.view.origin, of: body)
            }
        },
        PageTest("the app can handle a web address, too, and the view keeps its page") { stage in
            let taken = try await stage.taken(afterClickOn: "<a href='https://pay.taken.example/?pid=x'>pay</a>")
            try expectEqual(taken.url, "https://pay.taken.example/?pid=x")
            try expectEqual(stage.commits.count, 1)
        },
        PageTest("a link that the app handles is not passed on without a gesture") { stage in
            let taken = Taken()
            stage.makeView(interceptor: taken.hook)
            for (way, target) in [
                ("href", "sumupmerchant://pay/1.0?amount=1"), ("href", "https://pay.taken.example/"),
                ("link", "sumupmerchant:x"), ("frame", "sumupmerchant:x"), ("form", "sumupmerchant:x"),
            ] {
                let count = stage.refusals.count
                let script = PageCode.call("leave", "leaveSoon", ["way": way, "target": target])
                try await stage.show(try await stage.serve(script, body: "<body>"))
                try await stage.wait("\(way) to \(target) is refused") { stage.refusals.count > count }
            }
            try expect(taken.departures.isEmpty, "it was taken")
        },
        PageTest("while one link is being passed on, a second one is refused") { stage in
            let taken = Taken(isSlow: true)
            try await stage.click(on: "<a href='sumupmerchant:a'>a</a>", taken)
            try await stage.wait("it is taken") { taken.departures.count == 1 }
            let pointer = try Pointer()
            let count = stage.refusals.count
            try await waitUntil("the second is refused", trying: { pointer.click(x: 500, y: 500) }) {
                stage.refusals.count > count
            }
            try expectEqual(taken.departures.count, 1)
            taken.end()
        },
        PageTest("an address that the user typed is passed on without a page") { stage in
            let taken = Taken()
            stage.makeView(interceptor: taken.hook).load("sumupmerchant:typed")
            try await stage.wait("it is taken") { !taken.departures.isEmpty }
            try expectEqual(taken.departures[0].page, nil)
        },
        PageTest("an answer returns the view to the page's own origin, and nowhere else") { stage in
            try await stage.show(try await stage.serve(""))
            guard let page = stage.view.origin else { throw Failure("the page has no origin") }
            let other = try await stage.twinURL("/x")
            for url in [other, "https://evil.example/", "javascript:done(1)", "data:text/html,x", "about:blank", "x"] {
                try expect(!stage.view.comeBack(to: url, for: page), "it went to \(url)")
            }
            let foreign = try Origin(ofURL: other)
            try expect(!stage.view.comeBack(to: other, for: foreign), "it went to a page that does not show")
            await stage.put("/back", "done(location.search)")
            try expect(stage.view.comeBack(to: try await stage.url("/back?smp-status=success"), for: page), "it stayed")
            try expectEqual(try await stage.said(), "?smp-status=success")
        },
    ]
}

/// An app that takes payments, and notes them.
@MainActor private final class Taken {
    private(set) var departures: [ExternalNavigation] = []
    private let isSlow: Bool
    private var waiting: CheckedContinuation<Void, Never>?

    init(isSlow: Bool = false) {
        self.isSlow = isSlow
    }

    var hook: NavigationInterceptor {
        NavigationInterceptor(
            takes: { $0.hasPrefix("sumupmerchant:") || $0.hasPrefix("https://pay.taken.example/") },
            take: { [weak self] navigation, _ in await self?.take(navigation) })
    }

    func end() {
        waiting?.resume()
        waiting = nil
    }

    private func take(_ navigation: ExternalNavigation) async {
        departures.append(navigation)
        if isSlow { await withCheckedContinuation { waiting = $0 } }
    }
}

extension PageTestContext {
    /// Shows a page that is one big link, and clicks it until the app has taken something or the page was refused it.
    fileprivate func click(on link: String, _ taken: Taken) async throws {
        showWindow(interceptor: taken.hook)
        let body = "<style>a { position: fixed; inset: 0; }</style>\(link)"
        try await show(try await serve("", body: body))
        let pointer = try Pointer()
        // The page is there before it is drawn, and only what is drawn can be clicked.
        try await waitUntil(
            "the click is taken", repeatingAfter: .seconds(3), trying: { pointer.click(x: 500, y: 500) }
        ) {
            !taken.departures.isEmpty
        }
    }

    fileprivate func taken(afterClickOn link: String) async throws -> ExternalNavigation {
        let taken = Taken()
        try await click(on: link, taken)
        try await wait("it is taken") { !taken.departures.isEmpty }
        return taken.departures[0]
    }
}
