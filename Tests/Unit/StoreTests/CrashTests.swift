import Foundation
import WalletConnectPay
import Store
import Testing
import EthereumWallet
import BitcoinWallet
import WalletMethods
import WalletCore

@Suite struct CrashTests {
    @Test func `none of 250 writers that are killed loses a change that it acknowledged`() async throws {
        let folder = try TestFolder()
        var dice = SeededGenerator(seed: 250)
        var book = Book()
        for kill in 0..<250 {
            let writer = try Writer(folder: folder.path, first: kill * 1_000)
            writer.waitForLines(Int.random(in: 0...12, using: &dice))
            writer.kill()
            book.add(writer.lines)
            // Every tenth time the store is read in between; the other times the next writer opens it.
            if kill % 10 == 9 { try await book.check(folder) }
        }
        try await book.check(folder)
        #expect(book.acknowledged > 500)
    }

    @Test func `a store is created once, however many processes start at the same time`() async throws {
        for _ in 0..<5 {
            let folder = try TestFolder()
            let writers = try (0..<4).map { try Writer(folder: folder.path, name: "w\($0)") }
            for writer in writers { writer.waitForLines(4) }
            for writer in writers { writer.kill() }
            var book = Book()
            for writer in writers { book.add(writer.lines) }
            #expect(book.acknowledged >= 12)
            try await book.check(folder)
        }
    }

    @Test func `two processes write at the same time, and both changes are stored`() async throws {
        let folder = try TestFolder()
        let writers = try ["a", "b"].map { try Writer(folder: folder.path, name: $0) }
        for writer in writers { writer.waitForLines(151) }
        for writer in writers { writer.kill() }
        var book = Book()
        for writer in writers { book.add(writer.lines) }
        #expect(book.acknowledged >= 300)
        try await book.check(folder)
    }

    @Test func `during a write, readers see only complete transactions`() async throws {
        let folder = try TestFolder()
        let store = try Store(folder: folder.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<200 { try await store.journal.record(.sample("t\(number)", chain: "bip122:test")) }
            }
            for _ in 0..<4 {
                group.addTask {
                    var seen = 0
                    for _ in 0..<50 {
                        let open = try await store.journal.open()
                        #expect(open.count >= seen)
                        #expect(open.allSatisfy { $0.spends == ["c:1", "b:0"] })
                        seen = open.count
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.journal.open().count == 200)
    }
}

/// What writers acknowledged.
private struct Book {
    private var recorded: Set<String> = []
    private var sent: Set<String> = []
    private var remembered: Set<String> = []
    private var payments: [String: PaymentAttempt.State] = [:]
    private var kept = 0

    var acknowledged: Int { recorded.count + sent.count + remembered.count + kept }

    mutating func add(_ said: [String]) {
        for words in said.map({ $0.split(separator: " ", maxSplits: 1).map(String.init) }) {
            switch words.first {
            case "recorded": recorded.insert(words[1])
            case "sent": sent.insert(words[1])
            case "remembered": remembered.insert(words[1])
            case "signing", "confirming", "succeeded":
                payments["pay_\(words[1])"] = PaymentAttempt.State(rawValue: words[0])
                kept += 1
            case "opened": break
            default: Issue.record("a writer said: \(words.joined(separator: " "))")
            }
        }
    }

    func check(_ folder: TestFolder) async throws {
        do {
            let store = try Store(folder: folder.path)
            let entries = try await store.journal.recent(limit: .max)
            #expect(recorded.subtracting(entries.map(\.txid)).isEmpty)
            #expect(sent.subtracting(entries.filter { $0.state == .sent }.map(\.txid)).isEmpty)
            #expect(entries.allSatisfy { $0.raw.count == 300 && $0.spends == ["\($0.txid):0", "\($0.txid):1"] })
            let recipients = try await store.recipients.recent(limit: .max)
            #expect(remembered.subtracting(recipients.map(\.address)).isEmpty)
            let attempts = try await store.payments.recent(limit: .max)
            let found = Dictionary(attempts.map { ($0.payment.text, $0) }) { first, _ in first }
            let order: [PaymentAttempt.State] = [.signing, .confirming, .succeeded]
            for (payment, state) in payments {
                // What was written and not acknowledged may be there as well.
                let reached = found[payment].flatMap { order.firstIndex(of: $0.state) } ?? -1
                #expect(reached >= order.firstIndex(of: state) ?? .max, "\(payment)")
            }
            #expect(
                attempts.allSatisfy {
                    $0.steps.count == 1 && ($0.state == .signing || $0.paidHashes == [$0.payment.text])
                })
        }
    }
}
