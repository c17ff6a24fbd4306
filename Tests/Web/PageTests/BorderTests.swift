import Bridge
import WebHost
import WindowTesting

/// What leaves the page's area: windows, downloads, other programs, permissions, passwords.
@MainActor var borderTests: [PageTest] {
    [
        PageTest("window.open and target=_blank get no view, and nothing opens without a gesture") { stage in
            let target = try await stage.serve("done('opened')")
            let answer = try await stage.run(
                PageCode.call("border", "openWindows", ["target": target]), body: "<body>")
            try expectEqual(answer, "[true,true,true,true,true]")
            try expectEqual(stage.commits.count, 1)
        },
        PageTest("downloads are refused, however they start") { stage in
            await stage.server.serve(
                "/file", type: "text/html", "x", headers: ["Content-Disposition": "attachment; filename=x.html"])
            await stage.server.serve("/program", type: "application/x-desktop", "x", headers: [:])
            for (way, target) in [
                ("href", "/file"), ("href", "/program"), ("download", "/file"),
                ("named download", "data:text/plain,x"), ("frame", "/file"),
            ] {
                let count = stage.refusals.count
                let url = try await stage.serve(
                    PageCode.call("leave", "leaveSoon", ["way": way, "target": target]), body: "<body>")
                try await stage.show(url)
                try await stage.wait("\(way) to \(target) is refused") { stage.refusals.count > count }
                try expectEqual(stage.view.url, url)
            }
        },
        PageTest("the environment cannot switch the sandbox off") { stage in
            _ = try await stage.run("done('loaded')")
            let processes = Processes.all(.web)
            try expect(!processes.isEmpty, "there is no web process")
            try expect(processes.allSatisfy(Processes.isConfined), "a web process is not confined")
            try expect(WebSandbox.confinesPages, "the view would not open a page")
            let spent = ContinuousClock().measure { for _ in 0..<100 { _ = WebSandbox.confinesPages } }
            TestOptions.note("the check of \(processes.count) web processes took \(spent / 100)")
        },
        PageTest("an address for another program is not opened without a gesture") { stage in
            var asked = 0
            stage.view.mayLeave = { _ in
                asked += 1
                return true
            }
            for (way, target) in [
                ("href", "wc:abc@1"), ("href", "bitcoin:x"), ("href", "mailto:a@example.org"), ("link", "wc:abc"),
                ("frame", "wc:abc"),
            ] {
                let count = stage.refusals.count
                let script = PageCode.call("leave", "leaveSoon", ["way": way, "target": target])
                try await stage.show(try await stage.serve(script, body: "<body>"))
                try await stage.wait("\(way) to \(target) is refused") { stage.refusals.count > count }
            }
            try expectEqual(asked, 0)
        },
        PageTest("permissions are denied") { stage in
            for (ask, wanted) in permissions {
                let answer = try await stage.run(
                    PageCode.call("border", "askPermission", ["permission": ask]), host: "localhost")
                try expect(wanted.contains(answer), "\(ask): \(answer)")
            }
        },
        PageTest("a server that asks for a password does not get one") { stage in
            await stage.server.serve(
                "/secret", status: 401, headers: ["WWW-Authenticate": #"Basic realm="Your wallet""#])
            stage.view.load(try await stage.url("/secret"))
            try await stage.wait("it is refused") { stage.refusals.contains { $0.contains("password") } }
        },
        PageTest("a page that cannot be loaded shows an error, and has no request") { stage in
            let closed = try await stage.url("/", host: "127.0.0.2")
            for url in [closed, "http://no-such-host.invalid/"] {
                stage.view.load(url)
                try await stage.wait("\(url) has failed") { stage.failures.last == url }
            }
            try expectEqual(stage.messages, [])
        },
        PageTest("alert, confirm and prompt do not block the wallet") { stage in
            let answer = try await stage.run(
                "alert('x'); done([confirm('x'), prompt('x')]);")
            try expectEqual(answer, "[false,null]")
        },
    ]
}

/// The requests of a page (in `Pages/border.js`), and the responses that it may get.
private let permissions = [
    ("geolocation", ["1"]), ("notifications", ["denied"]), ("microphone", ["NotAllowedError", "none"]),
    ("clipboard", ["NotAllowedError", "none"]), ("full screen", ["none"]),
]
