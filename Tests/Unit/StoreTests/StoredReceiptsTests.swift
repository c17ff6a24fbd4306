import BigInt
import Testing
import WalletCore

@testable import Store

/// What transactions on EVM chains cost, in the store.
@Suite struct StoredReceiptsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test func `what a transaction cost is there after a restart, whatever its size`() async throws {
        let large = BigUInt(2).power(256) - 1
        do {
            let store = try Store(folder: folder.path)
            try await store.journal.record(.sample("a"))
            try await store.journal.record(.sample("b"))
            try await store.journal.setInclusion(.init(block: 7, fee: large), of: "a", on: "eip155:1")
            try await store.journal.setInclusion(.init(block: 8, fee: nil), of: "b", on: "eip155:1")
            await #expect(throws: JournalError.noSuchTransaction) {
                try await store.journal.setInclusion(.init(block: 7, fee: 1), of: "c", on: "eip155:1")
            }
        }
        let store = try Store(folder: folder.path)
        #expect(
            try await store.journal.recent(limit: 9).map(\.inclusion)
                == [.init(block: 8, fee: nil), .init(block: 7, fee: large)])
        #expect(try await store.journal.recent(limit: 9).map(\.state) == [.signed, .signed])
    }
}
