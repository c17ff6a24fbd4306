import Bridge
import WebHost
import WindowTesting

/// What a page may want when the user has really clicked.
@MainActor var gestureTests: [PageTest] {
    [
        PageTest("after a click on an address for another program the user is asked, and a rejection keeps the page") {
            stage in
            let navigation = try await stage.navigation(afterClickOn: "<a href='wc:abc@2?x=y'>pay</a>")
            try expectEqual(navigation.url, "wc:abc@2?x=y")
            try expectEqual(navigation.scheme, "wc")
            try expectEqual(navigation.page, stage.view.origin)
            try expectEqual(stage.commits.count, 1)
        },
        PageTest("a link to a new window asks whether to open it in the browser") { stage in
            let navigation = try await stage.navigation(
                afterClickOn: "<a target=_blank href='https://shop.example/x'>x</a>")
            try expectEqual(navigation.url, "https://shop.example/x")
            try expectEqual(navigation.scheme, "https")
            try expectEqual(stage.commits.count, 1)
        },
        PageTest("an address that a click may not open is refused without a question") { stage in
            for target in ["file:///etc/passwd", "smb://host/x", "data:text/html,x"] {
                let count = stage.refusals.count
                var asked = 0
                try await stage.click(on: "<a target=_blank href='\(target)'>x</a>") { _ in
                    asked += 1
                    return false
                }
                // The web process itself lets no web page open a file, and does not report it.
                if !target.hasPrefix("file:") {
                    try await stage.wait("\(target) is refused") { stage.refusals.count > count }
                }
                try expectEqual(asked, 0, of: target)
            }
        },
        PageTest("an address that is too long to be shown causes no question") { stage in
            var asked: [Int] = []
            for length in [ExternalNavigation.longest, ExternalNavigation.longest + 1] {
                let link = "wc:" + String(repeating: "a", count: length - 3)
                try await stage.click(on: "<a href='\(link)'>x</a>") { navigation in
                    asked.append(navigation.url.utf8.count)
                    return false
                }
                try await stage.wait("it is asked about or refused") { asked.count + stage.refusals.count > 0 }
            }
            try await stage.wait("the long one is refused") {
                stage.refusals.last?.contains("too long") == true
            }
            try expectEqual(asked, [ExternalNavigation.longest])
        },
        PageTest("one click asks one question, which nothing replaces") { stage in
            var asked: [String] = []
            var answer: CheckedContinuation<Bool, Never>?
            // The engine drops a navigation that another one follows at once, so their number is not known.
            let script = "onclick=\"for (let i = 0; i < 200; i++) setTimeout(() => location.href = 'wc:' + i, i * 20)\""
            try await stage.click(on: "<a href='wc:first' \(script)>x</a>") { navigation in
                asked.append(navigation.url)
                return await withCheckedContinuation { answer = $0 }
            }
            // Everything that the click has set going is refused while the question is open, and after it.
            try await stage.wait("the rest is refused") { stage.refusals.count >= 4 }
            try expectEqual(asked, ["wc:first"])
            answer?.resume(returning: false)
            let count = stage.refusals.count
            try await stage.wait("more of it is refused") { stage.refusals.count >= count + 5 }
            try expectEqual(asked, ["wc:first"])
        },
        PageTest("an approved address that no program can open is reported") { stage in
            try await stage.click(on: "<a href='drawbridge-nobody:x'>x</a>") { _ in true }
            try await stage.wait("it is told") { stage.refusals.last?.contains("No program opens") == true }
        },
    ] + handOverTests + instanceTests
}

extension PageTestContext {
    /// Shows a page with one large link, and clicks it until the page reports the click.
    ///
    /// Only the first click has an effect.
    fileprivate func click(
        on link: String, mayLeave: @escaping @MainActor (ExternalNavigation) async -> Bool
    ) async throws {
        showWindow()
        view.mayLeave = mayLeave
        let body = "<style>a { position: fixed; inset: 0; }</style>\(link)"
        let script = "ignoreFurtherClicks(); document.links[0].addEventListener('click', () => done('clicked'));"
        try await show(try await serve(script, body: body))
        let pointer = try Pointer()
        // The page's messages arrive before it is drawn, and only what is drawn can be clicked.
        try await waitUntil("the page is clicked", trying: { pointer.click(x: 500, y: 500) }) { said != nil }
        try expectEqual(try await said(), "clicked")
    }

    fileprivate func navigation(afterClickOn link: String) async throws -> ExternalNavigation {
        var departures: [ExternalNavigation] = []
        try await click(on: link) { navigation in
            departures.append(navigation)
            return false
        }
        try await wait("the user is asked") { !departures.isEmpty }
        return departures[0]
    }
}
