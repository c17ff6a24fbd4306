import Foundation
import Harness
import LocalServer
import WindowTesting
import Simulators

/// How much memory the wallet takes while a page asks a node for as much as it can.
@MainActor let memoryScenarios = [
    Scenario("a page that requests the largest answers of a node does not increase the wallet's memory") { workshop in
        let seconds = TestOptions.current.isThorough ? 600 : 5
        // Just below the limit of an answer: one long value, and many short ones, which take the most memory.
        let one = "\"0x" + String(repeating: "a", count: 3_100_000) + "\""
        let many = "[" + String(repeating: "\"0x0123456789ab\",", count: 182_000) + "\"0x\"]"
        let node = try await LoopbackServer { request in
            let text = String(decoding: request.body, as: UTF8.self)
            let id = text.firstMatch(of: /"id":\s*(\d+)/).map { String($0.1) } ?? "null"
            let result = text.contains("eth_getLogs") ? many : text.contains("eth_call") ? one : "\"0x1\""
            return ServedAnswer(
                200, headers: [.init("Content-Type", "application/json")],
                body: Array("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":\(result)}".utf8))
        }
        try Sample.make(in: workshop.wallets)
        try workshop.write(PageFile.text("flood.html"), to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        workshop.keep(site)
        let folders = ["XDG_CONFIG_HOME": "\(workshop.folder)/config"]
        try Program.wallet(["endpoint", "set", "1", "http://127.0.0.1:\(node.port)"], with: folders)
        let program = try Program(
            ["open", "\(site.url)?milliseconds=\(seconds * 1_000)", "--folder", workshop.wallets], of: "drawbridge",
            with: folders)
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        let form = person.inside("dialog", .holding("unlock"))
        try await form.type(Sample.passphrase, into: "password text", "Passphrase")
        try await form.press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
        let page = person.inside("document web")
        try await page.press("push button", "Connect")
        try await person.inside("dialog", .holding("Approval")).press("push button", "Connect")
        _ = try await page.text(of: "status bar", "Outcome") { $0.hasPrefix("ok") }
        let before = try residentBytes(of: program.id)
        try await page.press("push button", "Flood")
        let end = ContinuousClock.now + .seconds(seconds)
        var most = 0
        while ContinuousClock.now < end {
            most = max(most, try residentBytes(of: program.id) - before)
            try await Task.sleep(for: .milliseconds(10))
        }
        let said = try await page.text(of: "status bar", "Outcome") { $0.hasPrefix("done") }
        TestOptions.note("\(said); at most \(most >> 20) MiB more than before")
        try expectEqual(most >> 20 < 50, true)
    }
]

func residentBytes(of process: pid_t) throws -> Int {
    let pages = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
    return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
