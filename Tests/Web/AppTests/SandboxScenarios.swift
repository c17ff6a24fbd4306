import Foundation
import Harness
import Synchronization
import TestServers
import WindowTesting

/// Systems in which WebKit leaves out its sandbox, or cannot start it.
@MainActor let sandboxScenarios =
    [
        Scenario("no window opens a page without WebKit's sandbox, and it says why and what helps") { _ in
            let requests = Mutex(0)
            // WebKit may connect before it asks whether it may load a page.
            let server = try await SocketPeer { client in
                guard try await client.request() != nil else { return }
                requests.withLock { $0 += 1 }
                try await client.respond(Array("<title>x</title><p>It runs.".utf8), type: "text/html")
            }
            let program = try Program(
                ["open", "http://127.0.0.1:\(server.port)/", "--demo", "--new-window"], of: "drawbridge",
                in: UnconfinedCase.flatpak.setup)
            defer { program.end() }
            let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
            let page = person.inside("panel", "Pages cannot be opened safely")
            try await page.see("label", .holding("/.flatpak-info"))
            try await page.see("label", .holding("remove the file"))
            try await page.see("label", .holding("--without-sandbox"))
            try await portray("sandbox-off")
            // What was wrong may have been changed.
            try await page.press("push button", "Try again")
            try await page.see("label", .holding("/.flatpak-info"))
            try expectEqual(person.sees("label", .holding("is off in this run")), false)
            try expectEqual(requests.withLock { $0 }, 0)
        },
        Scenario("a run without the sandbox is marked in the window and in each approval") { workshop in
            try workshop.write(Sample.page, to: "site/index.html")
            let site = try await Site.serve("\(workshop.folder)/site")
            workshop.keep(site)
            let program = try Program(
                ["open", site.url, "--demo", "--new-window", "--without-sandbox"], of: "drawbridge",
                in: UnconfinedCase.flatpak.setup)
            defer { program.end() }
            let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
            try await person.see("alert", .holding("WebKit’s sandbox is off in this run"))
            try await person.inside("document web").press("push button", "Connect")
            let dialog = person.inside("dialog", .holding("Approval"))
            try await dialog.see("alert", .holding("WebKit’s sandbox is off in this run"))
            try await portray("sandbox-waived")
            try await dialog.press("push button", "Reject")
        },
    ]
    + UnconfinedCase.all.map { unconfined in
        Scenario("no page runs, and the reason is right: \(unconfined.name)") { workshop in
            try workshop.write("test('runs', () => {});", to: "a.test.js")
            let run = { (options: [String]) async throws in
                let arguments = ["test", "\(workshop.folder)/a.test.js"] + options
                return try await Program(
                    arguments, of: "drawbridge-dev", with: unconfined.variables, in: unconfined.setup, keepsOutput: true
                ).ended()
            }
            let (status, output) = try await run([])
            try expectHolds(output, "The page was not opened. \(unconfined.reason)")
            try expectEqual(output.contains("runs"), false)
            try expectEqual(status, 2)
            let (chosenStatus, chosenOutput) = try await run(["--without-sandbox"])
            try expectHolds(chosenOutput, "ok 1 - ")
            try expectEqual(chosenStatus, 0)
        }
    }
    + UnconfinedCase.all.map { unconfined in
        Scenario("doctor names what keeps WebKit from its sandbox: \(unconfined.name)") { _ in
            let variables = unconfined.variables.merging(["DISPLAY": ":0"]) { $1 }
            let (status, output) = try await Program(
                ["doctor"], of: "drawbridge", with: variables, in: unconfined.setup, keepsOutput: true
            ).ended()
            try expectHolds(output, "fault\tsandbox\tNo page is opened. \(unconfined.reason)")
            try expectHolds(output, "--without-sandbox")
            try expectEqual(status, 1)
        }
    } + [
        Scenario("in a root of its own, and where everything works, pages run") { workshop in
            try workshop.write("test('runs', () => {});", to: "a.test.js")
            let (status, output) = try await Program(
                ["test", "\(workshop.folder)/a.test.js"], of: "drawbridge-dev", in: SystemSetup(), keepsOutput: true
            ).ended()
            try expectHolds(output, "ok 1 - ")
            try expectEqual(status, 0)
        }
    ]

/// A system in which pages would run without the sandbox.
private struct UnconfinedCase: Sendable {
    let name: String
    let reason: String
    var setup = SystemSetup()
    var variables: [String: String?] = [:]

    private init(_ name: String, _ reason: String, _ change: (inout UnconfinedCase) -> Void) {
        (self.name, self.reason) = (name, reason)
        change(&self)
    }

    private static let bubblewrap = "/usr/bin/bwrap"

    static let flatpak = UnconfinedCase(
        "a file says that it is Flatpak", "WebKit does not use its sandbox, because the file"
    ) {
        $0.setup.files = [".flatpak-info"]
    }

    static let all = [
        flatpak,
        UnconfinedCase("variables say that it is a snap", "WebKit does not use its sandbox, because the variables") {
            $0.variables = ["SNAP": "/snap/x/1", "SNAP_NAME": "x", "SNAP_REVISION": "1"]
        },
        UnconfinedCase("bwrap is missing", "WebKit’s sandbox needs the program /usr/bin/bwrap, which is missing") {
            $0.setup.missing = [bubblewrap]
        },
        UnconfinedCase("bwrap fails", "The program /usr/bin/bwrap, which starts WebKit’s sandbox, fails.") {
            $0.setup.failing = [bubblewrap]
        },
        UnconfinedCase("xdg-dbus-proxy is missing", "WebKit’s sandbox needs the program /usr/bin/xdg-dbus-proxy") {
            $0.setup.missing = ["/usr/bin/xdg-dbus-proxy"]
        },
        UnconfinedCase("a container denies namespaces", "This container does not allow WebKit to use its sandbox.") {
            $0.setup.files = [".dockerenv"]
            $0.setup.deniesNamespaces = true
        },
        UnconfinedCase(
            "a filter for system calls denies namespaces",
            "WebKit’s sandbox needs user namespaces. This program was started"
        ) {
            $0.setup.filtersNamespaces = true
        },
    ]
}
