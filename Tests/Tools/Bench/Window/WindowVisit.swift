import Bitcoin
import ChainServers
import Foundation
import Harness
import WindowTesting

/// One run of the wallet, used through AT-SPI as a person would, while the turns of its main loop are measured.
@MainActor final class WindowVisit {
    /// One thing that the user does.
    struct Step {
        let name: String

        /// How long after the press the result was on the screen, in milliseconds, as AT-SPI reports it.
        let shown: Double

        /// The longest time for which the program blocked its window, in milliseconds.
        let blocked: Double

        /// Whether ``shown`` means something.
        let isTimed: Bool
    }

    /// What was measured.
    struct Result {
        let steps: [Step]

        /// The highest use of memory after unlocking, in MiB.
        let memory: Double

        /// Why the steps end early.
        let problem: (any Error)?
    }

    private let history: LargeHistory?
    private let home: WalletHome
    private let watch: LoopWatch
    private let program: Program
    private let person: AccessibilityDriver
    private var steps: [Step] = []

    /// Starts the wallet.
    ///
    /// - Parameters:
    ///   - home: Its folders.
    ///   - history: What its account has; `nil` for nothing.
    /// - Throws: Where the program cannot be started.
    init(_ home: WalletHome, _ history: LargeHistory?) throws {
        self.home = home
        self.history = history
        watch = try LoopWatch(in: home.folder)
        program = try Program(
            [], of: "drawbridge", with: home.variables.merging(watch.variables) { $1 })
        person = try AccessibilityDriver(using: program.id, patience: .seconds(40))
    }

    /// Unlocks the wallet, and waits until its account is synchronised.
    func synchronise() async throws -> Step {
        defer { program.end() }
        try await unlock("first synchronisation")
        return steps[1]
    }

    /// Unlocks the wallet and uses it.
    func visit() async throws -> Result {
        defer { program.end() }
        try await unlock("opened from the store")
        var problem: (any Error)?
        do { try await use() } catch { problem = error }
        return Result(steps: steps, memory: try memory(), problem: problem)
    }

    private func use() async throws {
        try await measure("Home refreshes") {
            try await self.press("Refresh")
        } until: {
            try await Task.sleep(for: .seconds(1))
        }
        try await useHistory()
        try await useCoins()
        if history != nil { try await useForms() }
    }

    /// Unlocks the wallet: first its key is derived from the passphrase, which takes as long for an empty wallet.
    private func unlock(_ name: String) async throws {
        let form = person.inside("dialog", .holding("unlock"))
        try await form.type(Sample.passphrase, into: "password text", "Passphrase")
        try await watch.settle()
        let start = LoopWatch.now
        try await form.press("push button", "Unlock")
        try await person.waitUntilGone("dialog", .holding("unlock"))
        let unlocked = LoopWatch.now
        // Deriving the key needs more memory than all that follows.
        try "5".write(toFile: "/proc/\(program.id)/clear_refs", atomically: false, encoding: .utf8)
        let balance = history.map { "\(Self.coins(Double($0.size.coins) * 10_000)) tBTC" } ?? "0 tBTC"
        try await person.see("push button", .holding("\(balance), Bitcoin regtest"))
        let shown = LoopWatch.now
        try await watch.settle()
        // What the driver sees is up to two of its looks old.
        let between = unlocked - 120_000_000
        let first = watch.turns(since: start)
        note("unlocked", isTimed: false, from: watch.lastAction, to: unlocked, first, before: between)
        note(name, isTimed: true, from: unlocked, to: shown, watch.turns(since: between))
    }

    private func useHistory() async throws {
        let (person, isLong) = (person, history != nil)
        func seeAll() async throws {
            try await person.see("label", .holding(isLong ? "newest transactions are shown" : "No transactions yet"))
        }
        try await measure("history shown", isTimed: true) {
            try await self.press("History")
        } until: {
            try await seeAll()
        }
        guard let history else { return try await back(from: "History") }
        try await measure("history scrolled") { try await self.scroll() }
        let address = history.scripts[5].destination?.address(on: .regtest) ?? ""
        try await measure("history searched", isTimed: true) {
            try await person.type(address, into: "text", "Search")
            try await self.press("Search")
        } until: {
            try await person.waitUntilGone("label", .holding("newest transactions are shown"))
        }
        try await back(from: "History")
        try await press("History")
        try await seeAll()
        try await measure("a block arrives in the history") {
            try await history.ledger.mine()
        } until: {
            try await Task.sleep(for: .seconds(2))
        }
        try await press("Filter…")
        try await person.press("radio button", .holding("Sent"))
        try await measure("history filtered", isTimed: true) {
            try await self.press("Show")
        } until: {
            try await person.see("label", .holding("The list is filtered"))
        }
        try await measure("transaction shown", isTimed: true) {
            try await person.inside("panel", "History").press("push button", .holding("tBTC"))
        } until: {
            try await person.see("label", "Transaction ID")
        }
        try await back(from: .holding("tBTC"))
        try await press("Export…")
        try await person.type("\(home.folder)/history-\(UUID().uuidString).csv", into: "text", .holding("File"))
        try await measure("history exported", isTimed: true) {
            try await self.press("Export")
        } until: {
            try await person.see("label", .holding("The history was written"))
        }
        try await back(from: "History")
    }

    private func useCoins() async throws {
        let person = person
        try await measure("balance shown", isTimed: true) {
            try await person.press("push button", .holding("tBTC, Bitcoin regtest"))
        } until: {
            try await person.see("push button", "Coins…")
        }
        try await measure("coins shown", isTimed: true) {
            try await self.press("Coins…")
        } until: {
            try await person.see("label", .holding(self.history == nil ? "No coins yet" : " coins, "))
        }
        guard let history else { return try await back(from: .holding("Coins on")) }
        try await measure("coins scrolled") { try await self.scroll() }
        let address = history.scripts[7].destination?.address(on: .regtest) ?? ""
        try await measure("coins searched", isTimed: true) {
            try await person.type(address, into: "text", "Search")
            try await self.press("Search")
        } until: {
            try await person.waitUntilGone("label", .holding("largest of"))
        }
        try await measure("coins listed for a payment", isTimed: true) {
            try await self.press("Choose coins to send…")
        } until: {
            try await person.see("heading", "Choose the coins to spend")
        }
        try await back(from: "Choose the coins to spend")
        try await back(from: .holding("Send tBTC"))
    }

    private func useForms() async throws {
        let person = person
        try await person.press("push button", .holding("tBTC, Bitcoin regtest"))
        try await press("Send…", in: .holding("tBTC"))
        try await person.see("radio button", .holding("Slow"))
        let other = Destination.witness(version: 0, program: [UInt8](repeating: 9, count: 20))
        try await person.type(other.address(on: .regtest) ?? "", into: "text", "Recipient")
        try await person.press("check box", "Send everything")
        let approval = person.inside("dialog", .holding("Approval"))
        try await measure("payment of everything reviewed", isTimed: true) {
            try await self.press("Review")
        } until: {
            // Not everything, if there are more coins than fit into a transaction.
            try await approval.see("heading", .holding("Send "))
        }
        try await approval.press("push button", "Reject")
        try await back(from: .holding("Send tBTC"))
        try await person.press("push button", .holding("tBTC, Bitcoin regtest"))
        try await press("Receive…", in: .holding("tBTC"))
        try await measure("addresses shown", isTimed: true) {
            try await self.press("Addresses")
        } until: {
            try await person.see("heading", "Addresses of this account")
        }
    }

    /// Does something, and waits for what it shows and until the window has nothing more to do.
    private func measure(
        _ name: String, isTimed: Bool = false, _ act: () async throws -> Void, until: () async throws -> Void = {}
    ) async throws {
        try await watch.settle()
        let start = LoopWatch.now
        try await act()
        try await until()
        let end = LoopWatch.now
        try await watch.settle()
        note(name, isTimed: isTimed, from: max(start, watch.lastAction), to: end, watch.turns(since: start))
    }

    private func note(
        _ name: String, isTimed: Bool, from start: UInt64, to end: UInt64, _ turns: [LoopWatch.Turn],
        before limit: UInt64 = .max
    ) {
        let turns = turns.filter { $0.begin < limit }
        steps.append(
            Step(
                name: name, shown: Double(end - min(start, end)) / 1e6, blocked: turns.map(\.blocked).max() ?? 0,
                isTimed: isTimed))
        guard ProcessInfo.processInfo.environment["BENCH_TURNS"] != nil else { return }
        complain("\(name): shown after \(steps.last?.shown ?? 0) ms")
        for turn in turns where turn.blocked > 20 {
            complain(
                "  at \(turn.begin): blocked \(turn.blocked) ms of \(turn.length / 1_000) us, without a processor "
                    + "\(turn.delay / 1_000), answers \(turn.answers / 1_000)")
        }
    }

    private func press(_ button: String, in panel: AccessibilityDriver.Name? = nil) async throws {
        try await (panel.map { person.inside("panel", $0) } ?? person).press("push button", .exactly(button))
    }

    private func back(from panel: AccessibilityDriver.Name) async throws { try await press("Back", in: panel) }

    /// Scrolls through the list, whose first entry has the focus, by the keyboard.
    private func scroll() async throws {
        for _ in 0..<25 {
            try await person.pressKey(.pageDown)
            try await Task.sleep(for: .milliseconds(40))
        }
    }

    /// An amount of satoshis as the wallet writes it.
    private static func coins(_ satoshis: Double) -> String {
        var text = String(format: "%.8f", satoshis / 1e8)
        while text.hasSuffix("0") { text.removeLast() }
        return text
    }

    /// The highest use of memory of the wallet's process since it was unlocked, in MiB.
    private func memory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
            throw BenchError("The system does not report the use of memory.")
        }
        return kibibytes / 1_024
    }
}
