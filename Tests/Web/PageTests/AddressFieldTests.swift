import Bridge
import TestServers
import WalletUI
import WebHost
import WindowTesting

/// The address field and its padlock are those of the current page, regardless of any load in progress.
@MainActor var addressFieldTests: [PageTest] {
    [
        addressTest("window.stop()", "setTimeout(() => window.stop(), 300)"),
        addressTest("window.stop() again and again", "setInterval(() => window.stop(), 20)"),
        addressTest("a fragment", "setTimeout(() => { location.hash = 'x' }, 300)", moves: "#x"),
        addressTest("fragments again and again", "setInterval(() => { location.hash += 'x' }, 20)", moves: "#x"),
        addressTest("a step to an answer without content", "setTimeout(() => { location.href = '/204' }, 300)"),
        addressTest("a download", "setTimeout(() => { location.href = '/download' }, 300)"),
        addressTest("a step to an address for another program", "setTimeout(() => { location.href = 'wc:x' }, 300)"),
        addressTest("pushState", "setTimeout(() => { history.pushState(1, '', '#pushed') }, 300)", moves: "#pushed"),
        addressTest(
            "replaceState", "setTimeout(() => { history.replaceState(1, '', '#replaced') }, 300)", moves: "#replaced"),
        PageTest("typed text is kept while pages load, without a padlock, until Escape is pressed") { stage in
            let window = stage.showWindow()
            let first = try await stage.serve("gate('\(stage.number)').then(() => { location.href = '/typing' })")
            await stage.put("/typing", "history.pushState(1, '', '/typing?2')")
            try await stage.show(first)
            try expectEqual(window.addressField.mark, .local)
            window.typeAddress("bank.example/login")
            try expectEqual(window.addressField.mark, .editing)
            await stage.openGate()
            try await stage.wait("the next page is shown") { stage.view.url.hasSuffix("/typing?2") }
            try expectEqual(window.addressField.text, "bank.example/login")
            try expectEqual(window.addressField.mark, .editing)
            stage.view.reload()
            try await stage.wait("it is reloaded") { stage.commits.count == 3 }
            try expectEqual(window.addressField.text, "bank.example/login")
            window.pressEscape()
            try expectEqual(window.addressField.text, try await stage.url("/typing?2"))
            try expectEqual(window.addressField.mark, .local)
        },
        PageTest("a link that is dropped on the address field takes the place of the whole text") { stage in
            let window = stage.showWindow()
            let body = "<style>a { position: fixed; inset: 0; }</style><a href='https://dropped.example/x'>x</a>"
            try await stage.show(try await stage.serve("", body: body))
            let pointer = try Pointer()
            try await waitUntil(
                "it is dropped", repeatingAfter: .seconds(3),
                trying: {
                    pointer.move(x: 500, y: 500)
                    pointer.press(true)
                    Task {
                        // As far as the header bar, in steps in which the program sees the pointer.
                        for y in stride(from: 490, through: 20, by: -10) {
                            pointer.move(x: 500, y: y)
                            try? await Task.sleep(for: .milliseconds(20))
                        }
                        pointer.press(false)
                    }
                }
            ) { window.addressField.text.contains("dropped.example") }
            try expectEqual(window.addressField.text, "https://dropped.example/x")
            try expectEqual(window.addressField.mark, .editing)
        },
        PageTest("a page whose server has an invalid certificate is not loaded, and the user cannot override this") {
            stage in
            for identity in [TestIdentity.form, .formExpired, .server, .untrusted, .selfSigned] {
                let server = try await FormServer(identity)
                server.serveEverything(PageTestContext.html("done('loaded')"))
                let window = stage.showWindow()
                let page = try await stage.serve("")
                try await stage.show(page)
                let commits = stage.commits.count
                for host in ["127.0.0.1", "localhost"] {
                    let failures = stage.failures.count
                    stage.view.load("https://\(host):\(server.port)/")
                    try await stage.wait("\(identity) fails") { stage.failures.count > failures }
                }
                stage.view.reload()
                try await Task.sleep(for: .milliseconds(100))
                try expect(server.visits.isEmpty, "the server was asked")
                try expect(
                    stage.commits.dropFirst(commits).allSatisfy { $0.hasPrefix("http://") }, "\(identity) was shown")
                try expect(window.addressField.mark != .encrypted, "a padlock for \(identity)")
            }
        },
        PageTest("typed text is discarded when the page gets the keyboard focus") { stage in
            let window = stage.showWindow()
            let page = try await stage.serve("")
            try await stage.show(page)
            window.typeAddress("bank.example")
            window.focusPage()
            try await stage.wait("the address returns") { window.addressField.text == page }
            try expectEqual(window.addressField.mark, .local)
        },
        PageTest("a load that never finishes does not change the address, and is shown as loading") { stage in
            let window = stage.showWindow()
            let page = try await stage.serve("")
            try await stage.show(page)
            window.typeAddress(try await stage.url("/gate/\(stage.number)", host: "localhost"))
            window.pressEnter()
            try await stage.wait("it is loading") { window.loadStatus?.hasPrefix("Loading localhost:") == true }
            for _ in 0..<20 {
                try expectEqual(window.addressField.text, page)
                try expectEqual(window.addressField.mark, .local)
                try await Task.sleep(for: .milliseconds(10))
            }
            stage.view.stop()
            try await stage.wait("it has stopped") { window.loadStatus == nil }
            try expectEqual(window.addressField.text, page)
            window.typeAddress(try await stage.serve("done('there')"))
            window.pressEnter()
            try expectEqual(try await stage.said(), "there")
            try expectEqual(window.addressField.text, stage.view.url)
            try expectEqual(window.loadStatus, nil)
        },
        PageTest("a load that replaces another is the one that counts") { stage in
            let window = stage.showWindow()
            let page = try await stage.serve("")
            try await stage.show(page)
            let slow = try await stage.url("/gate/\(stage.number)", host: "localhost")
            let target = try await stage.serve("done('there')")
            for pause in [0, 5, 50, 200] {
                try await stage.show(page)
                window.typeAddress(slow)
                window.pressEnter()
                try await Task.sleep(for: .milliseconds(pause))
                try expectEqual(window.addressField.text, page)
                window.typeAddress(target)
                window.pressEnter()
                try await stage.wait("it is there") { window.addressField.text == target }
                try await stage.wait("nothing is on its way") { window.loadStatus == nil }
            }
        },
        PageTest("an address that cannot be loaded or is refused does not change the address field") { stage in
            let window = stage.showWindow()
            let page = try await stage.serve("")
            try await stage.show(page)
            await stage.redirect("/elsewhere", to: "wc:abc")
            for address in [
                "http://nobody.invalid/", "http://127.0.0.1:59999/", "javascript:document.title='x'",
                "file:///etc/passwd",
                "data:text/html,x", "view-source:http://127.0.0.1/", try await stage.url("/204"),
                try await stage.url("/download"), try await stage.url("/elsewhere"), "http://bank.example@127.0.0.1/",
            ] {
                await stage.serveEnds()
                window.typeAddress(address)
                window.pressEnter()
                try expectEqual(window.addressField.text, page, of: address)
                try await Task.sleep(for: .milliseconds(400))
                try await stage.wait("\(address) is over") { window.loadStatus == nil }
                try expectEqual(window.addressField.text, page, of: address)
                try expectEqual(window.addressField.mark, .local, of: address)
            }
            try expectEqual(stage.commits, [page])
        },
        PageTest("a document without a web address has no padlock, and the next document has its own") { stage in
            let window = stage.showWindow()
            let page = try await stage.serve("gate('\(stage.number)').then(() => { location.href = 'about:blank' })")
            try await stage.show(page)
            await stage.openGate()
            try await stage.wait("it is left again") { stage.commits.count >= 3 }
            try await stage.wait("the page is back") { window.addressField.text == page }
            try expectEqual(window.addressField.mark, .local)
        },
        PageTest("going back and forward shows each page's address") { stage in
            let window = stage.showWindow()
            let first = try await stage.serve("history.pushState(1, '', '?a'); done('1')")
            let second = try await stage.serve("done('2')", host: "localhost")
            try await stage.show(first)
            _ = try await stage.said()
            try await stage.wait("it is at ?a") { window.addressField.text == "\(first)?a" }
            try await stage.show(second)
            try expectEqual(window.addressField.text, second)
            stage.view.goBack()
            try await stage.wait("it is back") { window.addressField.text == "\(first)?a" }
        },
        PageTest("a page that goes back within its document is shown at its current address") { stage in
            let window = stage.showWindow()
            let page = try await stage.serve(
                PageCode.call("address-field", "goBackAtGate", ["number": stage.number]))
            try await stage.show(page)
            try await stage.wait("it is at ?b") { window.addressField.text == "\(page)?b" }
            await stage.openGate()
            try await stage.wait("it is at ?a") { window.addressField.text == "\(page)?a" }
            try expectEqual(stage.view.url, "\(page)?a")
            try expectEqual(stage.commits.count, 1)
        },
        PageTest("a page that goes back in its history keeps its own address until the other page is loaded") {
            stage in
            let window = stage.showWindow()
            let first = try await stage.serve("")
            try await stage.show(first)
            try await stage.show(try await stage.serve("setTimeout(() => history.back(), 200)"))
            for _ in 0..<100 {
                try expectEqual(window.addressField.text, stage.commits.last ?? "")
                try await Task.sleep(for: .milliseconds(5))
            }
            try await stage.wait("it is there") { window.addressField.text == first }
        },
        PageTest("while a load hangs, the page's navigation within its document is shown") { stage in
            let window = stage.showWindow()
            let slow = try await stage.url("/gate/\(stage.number)", host: "localhost")
            let page = try await stage.serve(
                "setInterval(() => { if (document.title === 'go') history.pushState(1, '', '?here') }, 20)")
            try await stage.show(page)
            window.typeAddress(slow)
            window.pressEnter()
            try await stage.wait("it is loading") { window.loadStatus != nil }
            let target = try await stage.serve(
                "setTimeout(() => { location.href = '\(slow)'; setTimeout(() => history.pushState(1, '', '?x'), 300) }, 50)"
            )
            try await stage.show(target)
            try await stage.wait("it has moved") { window.addressField.text == "\(target)?x" }
            try expect(window.loadStatus != nil, "nothing is on its way")
            await stage.openGate()
        },
        PageTest("a site whose name resembles another's is marked while it is shown") { stage in
            let window = stage.showWindow()
            window.resembled = { $0.host == "localhost" ? "uniswap.org" : nil }
            try await stage.show(try await stage.serve("", host: "localhost"))
            try expectEqual(window.addressField.mark, .lookalike("uniswap.org"))
            try expect(window.lookalikeNotice?.contains("uniswap.org") == true, "nothing is said")
            window.typeAddress("https://uniswap.org/")
            try expectEqual(window.addressField.mark, .editing)
            window.pressEscape()
            try await stage.show(try await stage.serve(""))
            try expectEqual(window.addressField.mark, .local)
            try expectEqual(window.lookalikeNotice, nil)
        },
        PageTest("the requested page gets the keyboard focus, unless the user types again") { stage in
            let window = stage.showWindow()
            try await stage.show(try await stage.serve(""))
            window.typeAddress(try await stage.serve(""))
            try expect(window.isInAddressField)
            window.pressEnter()
            try await stage.wait("it is there") { stage.commits.count == 2 }
            try expect(!window.isInAddressField, "the field has the keyboard")
            window.typeAddress(try await stage.serve(""))
            window.pressEnter()
            window.typeAddress("bank")
            try await stage.wait("it is there") { stage.commits.count == 3 }
            try expect(window.isInAddressField, "the page has the keyboard")
            try expectEqual(window.addressField.text, "bank")
        },
        PageTest("a page that has crashed has no padlock") { stage in
            let window = stage.showWindow()
            try await stage.show(try await stage.serve("while (true) {}"))
            try expectEqual(window.addressField.mark, .local)
            stage.view.restart()
            try await stage.wait("it has crashed") {
                stage.events.contains { if case .crashed = $0 { true } else { false } }
            }
            try await stage.wait("it is back") { window.addressField.mark == .local && stage.commits.count == 2 }
            var marks: [AddressEntry.Mark] = []
            let follow = window.onEvent
            window.onEvent = { event in
                if case .crashed = event { marks.append(window.addressField.mark) }
                follow?(event)
            }
            stage.view.restart()
            try await stage.wait("it has crashed again") { !marks.isEmpty }
            try expectEqual(marks, [.none])
        },
    ]
}

/// The user types an address that is slow to come, and the page that is shown does `step`: whatever becomes of the
/// load, the field shows the page that is there.
@MainActor private func addressTest(_ name: String, _ step: String, moves suffix: String = "") -> PageTest {
    PageTest("a typed address is not shown as the page's address if the page answers with \(name)") { stage in
        let window = stage.showWindow()
        await stage.serveEnds()
        let page = try await stage.serve(
            "\(step);")
        try await stage.show(page)
        window.typeAddress(try await stage.url("/gate/\(stage.number)", host: "localhost"))
        window.pressEnter()
        for _ in 0..<60 {
            try expect(window.addressField.text.hasPrefix(page), window.addressField.text)
            try expectEqual(window.addressField.mark, .local)
            try await Task.sleep(for: .milliseconds(20))
        }
        try await stage.wait("the address is the page's") { window.addressField.text.hasPrefix(page + suffix) }
        stage.view.stop()
        try await stage.wait("nothing is on its way") { window.loadStatus == nil }
        try expect(window.addressField.text.hasPrefix(page + suffix), window.addressField.text)
        try expectEqual(stage.view.url, window.addressField.text)
        await stage.openGate()
    }
}

extension PageTestContext {
    /// Serves what ends a load without a document: `/204` and `/download`.
    fileprivate func serveEnds() async {
        await server.serve("/204", status: 204, headers: [:])
        await server.serve(
            "/download", type: "application/octet-stream", "x", headers: ["Content-Disposition": "attachment"])
    }
}
