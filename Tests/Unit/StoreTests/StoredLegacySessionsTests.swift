import Testing

@testable import Store
@testable import WalletConnect

@Suite struct StoredLegacySessionsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func open() throws -> any LegacyStore {
        try Store(folder: folder.path).walletConnect(sealing: PlainSealing()).legacy
    }

    @Test func `rows are stored, replaced and removed in the order of the changes`() async throws {
        let first = try open()
        try await first.commit([
            .put(LegacyRow(key: "a", value: "1")), .put(LegacyRow(key: "b", value: "2")), .remove("c"),
            .put(LegacyRow(key: "a", value: "{\"\u{1F600}\":null}")), .put(LegacyRow(key: "d", value: "4")),
            .remove("d"),
        ])
        let expected: Set = [LegacyRow(key: "a", value: "{\"\u{1F600}\":null}"), LegacyRow(key: "b", value: "2")]
        #expect(try await Set(first.legacyRows()) == expected)
        #expect(try await Set(open().legacyRows()) == expected)
    }

    @Test func `a transaction with a row that is too long changes nothing`() async throws {
        let store = try open()
        try await store.commit([.put(LegacyRow(key: "a", value: "1"))])
        await #expect(throws: WalletConnectError.session(.storage)) {
            try await store.commit([
                .remove("a"), .put(LegacyRow(key: "b", value: String(repeating: "x", count: 16_777_217))),
            ])
        }
        #expect(try await store.legacyRows() == [LegacyRow(key: "a", value: "1")])
    }
}
