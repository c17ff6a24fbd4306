import Bridge
import WebHost
import WindowTesting

/// Where the view itself may not go.
@MainActor var topLevelTests: [PageTest] {
    [
        PageTest("the host cannot be made to load anything but web addresses") { stage in
            for url in unwanted + [
                "", "about:blank", "data:text/html,x", "wc:abc", "http://user@127.0.0.1/", "//x", "x",
            ] {
                let count = stage.refusals.count
                stage.view.load(url)
                try expectEqual(stage.refusals.count, count + 1, of: url)
            }
            try expectEqual(stage.commits, [])
        },
        PageTest("a page cannot navigate to data:, blob: or local addresses; it stays, and this is reported") { stage in
            let quiet = ["file:", "webkit:", "javascript:"]
            for (way, target) in unwanted.flatMap({ [("href", $0), ("replace", $0)] }) + markup {
                let url = try await stage.serve(
                    PageCode.call("leave", "leaveAfterAnswer", ["way": way, "target": target]), body: "<body>")
                let count = stage.refusals.count
                try await stage.show(url)
                if !quiet.contains(where: target.contains) {
                    try await stage.wait("\(way) to \(target) is refused") { stage.refusals.count > count }
                }
                try await stage.wait("it has spoken") { stage.view.document != nil }
                try stage.nudge()
                try expectEqual(try await stage.said(), "here", of: "\(way) to \(target)")
                try expectEqual(stage.view.url, url, of: "\(way) to \(target)")
            }
            try expect(!stage.commits.contains { !$0.hasPrefix("http") }, "\(stage.commits)")
        },
        PageTest("a page that navigates to about: is restored, as a new document") { stage in
            for target in ["about:blank", "about:srcdoc", "about:blank#x"] {
                stage.makeView()
                let url = try await stage.serve(
                    PageCode.call("top-level", "goAwayOnce", ["target": target]))
                try await stage.show(url)
                try await stage.wait("\(target) is refused") { stage.refusals.last?.contains("about:") == true }
                try expectEqual(try await stage.said(), #"["back"]"#, of: target)
                try expectEqual(stage.view.url, url, of: target)
            }
        },
        PageTest("an address that cannot be shown leaves the page unchanged, and nothing is shown under that address") {
            stage in
            for target in ["about:config", "ABOUT:BLANK"] {
                stage.makeView()
                try await stage.show(
                    try await stage.serve("setTimeout(() => { location.href = '\(target)'; }, 20);"))
                try await stage.wait("\(target) fails") { stage.failures.last?.lowercased() == target.lowercased() }
                try expect(stage.commits.allSatisfy { !$0.lowercased().hasPrefix("about:") }, "\(stage.commits)")
                try expect(stage.view.origin != nil, "the page has lost its origin")
            }
        },
        PageTest("a page that insists on about: ends there, and its messages are ignored") { stage in
            try await stage.show(
                try await stage.serve(
                    "ethereum.request({ method: 'late' }); setTimeout(() => { location.href = 'about:blank'; }, 20);"))
            try await stage.wait("it is left alone") { stage.commits.filter { $0 == "about:blank" }.count == 4 }
            try expect(stage.view.origin == nil, "it has an origin")
            try expectEqual(stage.dispatcher.pendingCount, 0)
        },
        PageTest("frames may show data:, blob:, srcdoc and about:blank") { stage in
            let answer = try await stage.run(
                PageCode.call("top-level", "addFrames"), body: "<body>")
            try expectEqual(answer, #"["blank","blob","data","srcdoc"]"#)
            try expectEqual(stage.refusals, [])
        },
        PageTest("a frame cannot navigate the view to an address that the page could not open") { stage in
            for target in ["data:text/html,x", "wc:abc", "view-source:http://127.0.0.1/"] {
                let frame = try await stage.serve("top.location.href = '\(target)'")
                let count = stage.refusals.count
                let url = try await stage.serve(
                    "gate('\(stage.number)').then(() => done('here'))", body: "<iframe src='\(frame)'></iframe>")
                try await stage.show(url)
                try await stage.wait("\(target) is refused") { stage.refusals.count > count }
                try expectEqual(stage.view.url, url)
            }
        },
        PageTest("every step of a redirect is checked") { stage in
            for status in [301, 302, 303, 307, 308] {
                for target in [
                    "wc:abc", "view-source:http://127.0.0.1/", "ftp://127.0.0.1/", "smb://host/share", "intent://x",
                ] {
                    await stage.redirect("/last", to: target, status: status)
                    await stage.redirect("/middle", to: "/last", status: status)
                    await stage.redirect("/first", to: "/middle", status: status)
                    let before = stage.refusals.count + stage.failures.count
                    stage.view.load(try await stage.url("/first"))
                    // What WebKit cannot even request is reported as a failure.
                    try await stage.wait("\(status) to \(target) is refused") {
                        stage.refusals.count + stage.failures.count > before
                    }
                }
            }
            try expect(stage.commits.isEmpty, "\(stage.commits)")
        },
        PageTest("a redirect to another website is followed, and the new origin is the one that counts") {
            stage in
            let target = try await stage.serve(
                "ethereum.request({ method: 'ask', params: [location.origin] }).then(done)", host: "localhost")
            await stage.redirect("/away", to: target)
            try await stage.show(try await stage.url("/away"))
            try expectEqual(try await stage.said(), "Do")
            let origin = try stage.user.onlyQuestion.peer.origin.description
            try expectEqual(origin, try await stage.url("", host: "localhost"))
        },
        PageTest("a navigation that starts while a page is still loading succeeds, and nothing is refused") { stage in
            let target = try await stage.serve("done('arrived')")
            let slow = try await stage.url("/gate/\(stage.number)")
            for pause in [0, 1, 5, 20, 50, 100, 200] {
                for count in 1...3 {
                    stage.makeView()
                    for _ in 1...count { stage.view.load(slow) }
                    try await Task.sleep(for: .milliseconds(pause))
                    try await stage.show(target)
                    try expectEqual(stage.refusals, [], of: "\(pause) ms")
                    try expectEqual(try await stage.said(), "arrived")
                    try expectEqual(stage.view.url, target)
                }
            }
        },
        PageTest("of loads that follow each other at any moment, the last one is shown") { stage in
            var pages: [String] = []
            for number in 0..<4 { pages.append(try await stage.serve("done('\(number)')")) }
            var dice = SeededDice(seed: 4)
            for round in 0..<200 {
                for _ in 0..<1 + dice.number(below: 3) {
                    stage.view.load(pages[2 + dice.number(below: 2)])
                    for _ in 0..<dice.number(below: 10) { await Task.yield() }
                }
                try await stage.load(pages[round % 2], until: "the last page is shown") { stage.said == "\(round % 2)" }
            }
        },
        PageTest("after a navigation within a page, or to a server that does not answer, others still work") { stage in
            let page = try await stage.serve("onhashchange = () => done(location.hash)")
            let other = try await stage.serve("done('other')")
            try await stage.show(page)
            stage.view.load("\(page)#here")
            try expectEqual(try await stage.said(), "#here")
            try await stage.show(other)
            try expectEqual(try await stage.said(), "other")
            // Instead of a port that is not for the web, WebKitGTK 2.50 goes to about:blank, and 2.54 fails.
            stage.view.load("http://127.0.0.1:1/")
            try await stage.wait("it is refused") { !stage.refusals.isEmpty || !stage.failures.isEmpty }
            // WebKitGTK 2.50 loses a load that begins while it leaves about:blank, and says nothing of it; the next one must not
            // wait for it.
            try await stage.wait("the load ends") { if case .finished? = stage.events.last { true } else { false } }
            stage.view.load(page)
            try await Task.sleep(for: .seconds(1))
            try await stage.show(page)
            let failed = stage.failures.count
            stage.view.load("http://nobody.invalid/")
            try await stage.wait("it fails") { stage.failures.count > failed }
            try await stage.show(other)
        },
        PageTest("an address with a user name is not loaded") { stage in
            let target = try await stage.serve("done('arrived')")
            let disguised = target.replacing("http://", with: "http://bank.example@")
            try await stage.show(
                try await stage.serve(
                    "location.href = '\(disguised)'; gate('\(stage.number)').then(() => done('here'))"))
            try await stage.wait("it is refused or cleaned") { !stage.refusals.isEmpty || stage.commits.count == 2 }
            try expect(!stage.commits.contains { $0.contains("@") }, "\(stage.commits)")
        },
    ]
}

/// What reaches into this machine or runs code.
private let unwanted = [
    "file:///etc/passwd", "javascript:void 0", "view-source:http://127.0.0.1/", "webkit://gpu", "resource:///org/x",
    "ftp://127.0.0.1/", "smb://host/share", "filesystem:http://127.0.0.1/x",
]

/// Other ways by which a page may want to go somewhere, of `leave` in `Pages/leave.js`.
private let markup = [
    ("href", "data:text/html,<title>x</title>"), ("blob", "x"), ("meta refresh", "data:text/html,x"),
    ("posted form", "data:text/html,x"), ("link", "data:text/html,x"), ("window", "data:text/html,x"),
    ("top window", "view-source:http://127.0.0.1/"),
]
