import Bitcoin
import Foundation
import Harness
import WindowTesting

/// A newcomer who practises, in the window that `drawbridge practise` opens.
@MainActor let practiceScenarios = [
    Scenario("a newcomer practises to receive and to send until it is confirmed, and nothing is left at the end") {
        workshop in
        let practice = try await Practice(workshop)
        defer { practice.program.end() }
        let person = practice.person
        try await practice.open("1 tBTC", "Bitcoin regtest")
        try await person.press("push button", "Receive…")
        let address = try await person.text(of: "label") { $0.hasPrefix("bcrt1q") && !$0.contains(" ") }
        try await person.see("label", .holding("Do not send anything of value to this address"))
        try await person.press("push button", "Send me some")
        try await person.see("label", .holding("+0.05 tBTC"))
        try await practice.portray("receive")
        // Commands of the terminal that reach this window are marked, too.
        let (errors, balance) = try practice.run("balance")
        try expectHolds(errors, "Practice: no real money")
        try expectHolds(balance, "1.05\ttBTC\tBitcoin regtest (test network)")
        try await person.press("push button", "Show the wallet")
        try await practice.send("0.2", "tBTC", from: "1.05 tBTC", to: try practice.shop(on: .regtest))
        try await practice.seeConfirmed("Send 0.2 tBTC")
        try await practice.send("0.3", "tETH", from: "1 tETH", to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
        try await practice.seeConfirmed("Send 0.3 tETH")
        // The next practice has other keys.
        practice.program.end()
        let next = try await Practice(workshop)
        defer { next.program.end() }
        try await next.open("1 tBTC", "Bitcoin regtest")
        try await next.person.press("push button", "Receive…")
        let other = try await next.person.text(of: "label") { $0.hasPrefix("bcrt1q") && !$0.contains(" ") }
        try expectEqual(other == address, false)
        try await next.person.press("push button", "Close")
        let (status, output) = try await next.program.ended()
        try expectEqual(status, 0)
        try expectHolds(output, "Practice: no real money.")
        try expectHolds(output, "Nothing was kept.")
        try expectEqual(practice.files, [])
        try expectEqual(FileManager.default.fileExists(atPath: next.folder), false)
    },
    Scenario(
        "a practice wallet shows no address of a network with value, opens no website and no link, and has no server"
    ) {
        workshop in
        let practice = try await Practice(workshop)
        defer { practice.program.end() }
        let person = practice.person
        try await person.see("push button", .holding("1 tBCH"))
        for text in ["0 BTC", "BCH, Bitcoin Cash\n", "Ethereum mainnet"] {
            try expectEqual(person.sees("push button", .holding(text)), false)
        }
        for button in ["Servers…", "Sites", "Find accounts…"] {
            try expectEqual(person.sees("push button", .exactly(button)), false)
        }
        let refusal = "This is not possible while you practise: only the wallet itself is used."
        for text in ["https://example.com/", practice.pairing, "http://127.0.0.1:8080/", "localhost:8080"] {
            try await person.type(text, into: "text", "Address")
            try await person.press("text", "Address")
            try await person.see("label", .exactly(refusal))
            // The wallet stays on the screen.
            try await person.see("push button", .holding("1 tBCH"))
        }
        try await practice.portray("refused")
        // Locked and unlocked, it is still marked and has its keys.
        try await person.press("push button", "Lock the wallet")
        try await person.see("heading", "The wallet is locked")
        try await practice.seeMark()
        try await person.press("push button", "Unlock the wallet")
        try await person.see("push button", .holding("1 tBCH"))
    },
    Scenario("without the practice program, the wallet says where it must be") { workshop in
        let practice = try Practice.variables(workshop)
        let alone = "\(workshop.folder)/drawbridge"
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        try FileManager.default.copyItem(
            at: own.deletingLastPathComponent().appending(path: "drawbridge"), to: URL(fileURLWithPath: alone))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: alone)
        process.arguments = ["practise"]
        process.environment = ProcessInfo.processInfo.environment.merging(practice) { $1 }
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try expectEqual(process.terminationStatus, 1)
        try expectHolds(
            text, "The practice program drawbridge-practice is not installed: it must be at \(workshop.folder)/")
    },
]

/// The window for practice, and the person in front of it.
@MainActor private struct Practice {
    let person: AccessibilityDriver
    let program: Program
    private let home: String
    private let temporary: String

    /// A link of WalletConnect.
    let pairing =
        "wc:\(String(repeating: "a", count: 64))@2?relay-protocol=irn&symKey=\(String(repeating: "b", count: 64))"

    init(_ workshop: TestPageFolder) async throws {
        home = "\(workshop.folder)/home"
        temporary = "\(workshop.folder)/tmp"
        program = try Program(
            ["practise"], of: "drawbridge", with: Self.variables(workshop), keepsOutput: true)
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await seeMark()
    }

    static func variables(_ workshop: TestPageFolder) throws -> [String: String] {
        let home = "\(workshop.folder)/home"
        for folder in [home, "\(workshop.folder)/tmp"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        return [
            "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_CONFIG_HOME": "\(home)/config",
            "XDG_STATE_HOME": "\(home)/state", "XDG_CACHE_HOME": "\(workshop.folder)/cache",
            "TMPDIR": "\(workshop.folder)/tmp",
        ]
    }

    /// The folder of the practice, which is the only one of its kind.
    var folder: String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []
        return names.first { $0.hasPrefix("drawbridge-practice") }.map { "\(temporary)/\($0)" } ?? ""
    }

    /// Runs a command of the wallet that asks this window.
    func run(_ command: String) throws -> (errors: String, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "drawbridge")
        process.arguments = [command, "--state-folder", folder]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        process.waitUntilExit()
        func text(_ pipe: Pipe) throws -> String {
            String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        return (try text(errors), try text(output))
    }

    /// The files that the programs have left, beside caches.
    var files: [String] {
        (FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(home)/\(path)", isDirectory: &isFolder)
            return !isFolder.boolValue && path.contains("drawbridge")
        }
    }

    func seeMark() async throws { try await person.see("label", "Practice: no real money") }

    func portray(_ name: String) async throws {
        try await seeMark()
        try await WindowTesting.portray("practice-\(name)")
    }

    /// Opens a balance.
    func open(_ balance: String, _ network: String) async throws {
        try await person.see("push button", .holding("\(balance), \(network)"))
        try await portray("home")
        try await person.press("push button", .holding("\(balance), \(network)"))
    }

    func shop(on utxoChain: UTXOChain) throws -> String {
        try Destination("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", on: .bitcoin).address(on: utxoChain) ?? ""
    }

    /// Sends an amount from the balance with this label.
    func send(_ amount: String, _ unit: String, from balance: String, to recipient: String) async throws {
        try await person.press("push button", .holding(balance))
        try await person.press("push button", "Send…")
        try await person.type(recipient, into: "text", "Recipient")
        try await person.type(amount, into: "text", .exactly("Amount in \(unit)"))
        try await portray("send-\(unit)")
        try await person.press("push button", "Review")
        let approval = person.inside("dialog", .holding("Approval"))
        try await approval.see("heading", .holding("Send \(amount) \(unit)"))
        try await approval.see("label", "Practice: no real money")
        try await approval.see("label", .holding("Practice shop"))
        try await portray("approval-\(unit)")
        try await approval.readToEnd()
        let box = AccessibilityDriver.Name.holding("I understand")
        if approval.sees("check box", box) { try await approval.press("check box", box) }
        try await approval.press("push button", "Send")
        try await person.see("heading", "Sent")
    }

    /// Waits in the history until a block contains a payment, and returns to the balances.
    func seeConfirmed(_ what: String) async throws {
        try await person.press("push button", "History")
        try await person.see("heading", "History")
        try await waitUntil("a block contains it") {
            person.inside("panel", "History").descriptions(of: "push button").map(\.text).contains {
                $0.contains(what) && ($0.contains("confirmation") || $0.contains("Confirmed"))
            }
        }
        try await portray("history")
        try await person.press("push button", "Show the wallet")
    }
}
