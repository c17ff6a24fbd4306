import Testing
import WalletCore

@testable import Store

/// What servers said about transactions that were offered to them.
@Suite struct StoredRepliesTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test func `what the servers said is kept, and replaced by what they say next`() async throws {
        let replies = [
            BroadcastReply("a.example:50002", .accepted), BroadcastReply("b.example:50002", .known),
            BroadcastReply("c.example:50002", .refused("The fee is too low.")), BroadcastReply("d.example:1", .silent),
            BroadcastReply("e.example:1", .unreached("It cannot be reached.")),
        ]
        do {
            let store = try Store(folder: folder.path)
            try await store.journal.record(.sample("t0"))
            #expect(try await store.journal.open().map(\.replies) == [[]])
            try await store.journal.setReplies([replies[3]], of: "t0", on: "eip155:1")
            try await store.journal.setReplies(replies, of: "t0", on: "eip155:1")
            await #expect(throws: JournalError.noSuchTransaction) {
                try await store.journal.setReplies(replies, of: "t0", on: "eip155:2")
            }
        }
        let store = try Store(folder: folder.path)
        #expect(try await store.journal.open().map(\.replies) == [replies])
    }
}
