import Testing

@testable import Store
@testable import WalletConnect

@Suite struct StoredV1SessionsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func open() throws -> any V1Store {
        try Store(folder: folder.path).walletConnect(sealing: PlainSealing()).legacy
    }

    @Test func `rows are stored, replaced and removed in the order of the changes`() async throws {
        let first = try open()
        try await first.commit([
            .put(V1Row(key: "a", value: "1")), .put(V1Row(key: "b", value: "2")), .remove("c"),
            .put(V1Row(key: "a", value: "{\"\u{1F600}\":null}")), .put(V1Row(key: "d", value: "4")),
            .remove("d"),
        ])
        let expected: Set = [V1Row(key: "a", value: "{\"\u{1F600}\":null}"), V1Row(key: "b", value: "2")]
        #expect(try await Set(first.legacyRows()) == expected)
        #expect(try await Set(open().legacyRows()) == expected)
    }

    @Test func `a transaction with a row that is too long changes nothing`() async throws {
        let store = try open()
        try await store.commit([.put(V1Row(key: "a", value: "1"))])
        await #expect(throws: WalletConnectError.session(.storage)) {
            try await store.commit([
                .remove("a"), .put(V1Row(key: "b", value: String(repeating: "x", count: 16_777_217))),
            ])
        }
        #expect(try await store.legacyRows() == [V1Row(key: "a", value: "1")])
    }
}
