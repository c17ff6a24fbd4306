import Foundation
import Harness
import WindowTesting

/// A person with a wallet of their own and ten coins, before the practice shop of a chain that `CHAIN` names.
@MainActor final class PracticeShop {
    private(set) var person: AccessibilityDriver
    private let workshop: TestPageFolder
    private var program: Program

    /// The recipient's earlier balance, in whole coins.
    private var before = 0

    /// The last that the page said.
    private var said = ""

    private static let passphrase = "tin whistle harbour 42"

    /// Makes a wallet of a new key, so that the account begins with its first transaction, and connects the page.
    init(_ workshop: TestPageFolder) async throws {
        guard let chain = ProcessInfo.processInfo.environment["CHAIN"] else { throw Failure("CHAIN is not set") }
        self.workshop = workshop
        let wallets = "\(workshop.folder)/wallets"
        let key = (0..<32).map { _ in String(format: "%02x", UInt8.random(in: 1...254)) }.joined()
        try Program.wallet(
            ["wallet", "import", "--folder", wallets],
            typing: ["Savings", "1", key, Self.passphrase, Self.passphrase])
        try Program.wallet(
            [
                "endpoint", "set", "1337", chain, "--name", "Practice", "--symbol", "PRC", "--config",
                "\(workshop.folder)/config/drawbridge/config.json",
            ], typing: [])
        program = try Self.open(chain, workshop.folder)
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await unlock()
        try await page.press("push button", "Connect")
        try await approve("Connect")
        try await approve("Switch")
        _ = try await hear("connect")
        before = try await look().received
    }

    func end() { program.end() }

    /// Kills the program and restarts it; only its stored data survives.
    func begin() async throws {
        program.kill()
        program = try Self.open(ProcessInfo.processInfo.environment["CHAIN"] ?? "", workshop.folder)
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        said = ""
        try await unlock()
    }

    private static func open(_ chain: String, _ folder: String) throws -> Program {
        try Program(
            ["open", "\(chain)/stuck.html", "--folder", "\(folder)/wallets"], of: "drawbridge",
            with: ["XDG_CONFIG_HOME": "\(folder)/config"])
    }

    private func unlock() async throws {
        let unlock = person.inside("dialog", .holding("unlock"))
        try await unlock.type(Self.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
    }

    /// Asks for a coin to be sent to a node that loses it and does not answer, and kills the program then.
    ///
    /// - Returns: The transaction's hash.
    func payKilled() async throws -> String {
        _ = try await press("Swallow")
        let before = try await press("Swallowed")
        try await page.press("push button", "Pay")
        try await approve("Send")
        var after = before
        while after == before { after = try await press("Swallowed") }
        try await begin()
        return String(after.suffix(66))
    }

    /// Asks for a coin to be sent while the chain takes nothing into blocks.
    ///
    /// - Returns: The transaction's hash.
    func payHeld() async throws -> String {
        _ = try await press("Hold")
        let hash = try await pay()
        try expectEqual(hash.count, 66)
        return hash
    }

    /// Presses a button of the page.
    ///
    /// - Returns: What comes of it.
    func press(_ button: String) async throws -> String {
        try await page.press("push button", .exactly(button))
        return try await hear(button.lowercased())
    }

    /// Reads a question to its end and approves it.
    func approve(_ verb: String) async throws {
        try await approval.see("push button", .exactly(verb))
        try await approval.readToEnd()
        try await approval.press("push button", .exactly(verb))
    }

    /// The hash of the transaction that waits in the node, once it is another one than `old`.
    func replacement(of old: String) async throws -> String {
        for _ in 0..<100 {
            let new = try await press("Waiting")
            if new != old { return new }
            try await Task.sleep(for: .milliseconds(100))
        }
        return old
    }

    /// The question that is on the screen.
    var approval: AccessibilityDriver { person.inside("dialog", .holding("Approval")) }

    /// Asks for a coin to be sent, or two with the button “Tip”.
    ///
    /// - Returns: The transaction's hash.
    func pay(_ button: String = "Pay") async throws -> String {
        try await page.press("push button", .exactly(button))
        try await approve("Send")
        return try await hear(button.lowercased())
    }

    /// Connects the page after a restart of the program, which knows the site's account and network.
    func connect() async throws {
        try await page.press("push button", "Connect")
        _ = try await hear("connect")
    }

    /// Opens the history.
    func openHistory() async throws {
        try await person.choose("History…", from: .holding("Wallet: Savings"))
        try await person.see("heading", "History")
    }

    /// Opens a transaction of the history.
    func open(_ hash: String) async throws {
        try await openHistory()
        try await person.press("push button", .holding("\(hash.prefix(12))…"))
        try await person.see("label", .exactly(hash))
    }

    /// Presses “Back” of the screen with this heading.
    func goBack(from heading: AccessibilityDriver.Name) async throws {
        try await person.inside("panel", heading).press("push button", "Back")
    }

    /// Looks at the history until the transactions are in these states, and goes back to the page.
    func history(_ states: [(hash: String, state: String)], _ image: String? = nil) async throws {
        try await openHistory()
        var entries: [String] = []
        for _ in 0..<1_200 {
            entries = person.descriptions(of: "push button").map(\.text)
            let isThere = states.allSatisfy { wanted in
                entries.contains { $0.contains("\(wanted.hash.prefix(12))…") && $0.contains(wanted.state) }
            }
            if isThere {
                if let image { try await portray(image) }
                return try await goBack(from: "History")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure("the history says: \(entries.joined(separator: " | "))")
    }

    /// The amount that the recipient has received since the start, and the number of the account's transactions in
    /// blocks.
    func look() async throws -> (received: Int, count: Int) {
        let words = try await press("Look").split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
        guard words.count == 2 else { throw Failure("the page said \(said)") }
        return (words[0] - before, words[1])
    }

    private var page: AccessibilityDriver { person.inside("document web") }

    /// The next result that the page reports for its button `name`.
    private func hear(_ name: String) async throws -> String {
        let last = said
        said = try await page.text(of: "status bar", "Outcome") { $0.hasPrefix("\(name) ") && $0 != last }
        return String(said.drop { $0 != ":" }.dropFirst(2))
    }
}
