import Bitcoin
import Bridge
import Testing

/// Registries of token metadata, which anyone can publish.
@Suite struct TokenRegistryTests {
    private static let now: Int64 = 1_700_000_000
    private static let category = String(repeating: "ab", count: 32)
    private static let other = String(repeating: "cd", count: 32)

    /// A registry with these identities, by authbase.
    private static func registry(_ identities: String, revision: String = "2023-01-01T00:00:00.000Z") -> [UInt8] {
        Array(
            """
            {"$schema": "https://cashtokens.org/bcmr-v2.schema.json", "version": {"major": 0, "minor": 1, "patch": 0},
            "latestRevision": "\(revision)", "registryIdentity": {"name": "A registry"}, "identities": {\(identities)}}
            """.utf8)
    }

    /// An identity with one snapshot.
    private static func identity(
        _ authbase: String = other, time: String = "2022-06-01T12:00:00Z", name: String = "Example",
        category: String = category, symbol: String = "XMPL", decimals: String = "2"
    ) -> String {
        """
        "\(authbase)": {"\(time)": {"name": "\(name)",
        "token": {"category": "\(category)", "symbol": "\(symbol)", "decimals": \(decimals)}}}
        """
    }

    private static func entry(_ identities: String) throws -> TokenRegistry.Entry? {
        try #require(TokenRegistry(registry(identities), at: now))[#require(TransactionID(category))]
    }

    @Test func `what is not a registry of version 2 is refused as a whole`() throws {
        for text in [
            "", "[]", "{}", "{\"identities\": {}}", #"{"version":{"major":0,"minor":1,"patch":0}}"#,
            #"{"version":{"major":-1,"minor":1,"patch":0},"latestRevision":"2023-01-01T00:00:00Z","registryIdentity":{}}"#,
            #"{"version":"1","latestRevision":"2023-01-01T00:00:00Z","registryIdentity":{}}"#,
        ] { #expect(TokenRegistry(Array(text.utf8), at: Self.now) == nil, "\(text)") }
        #expect(TokenRegistry(Self.registry("", revision: "yesterday"), at: Self.now) == nil)
        var list = String(decoding: Self.registry(""), as: UTF8.self)
        list = list.replacing("\"identities\": {}", with: "\"identities\": []")
        #expect(TokenRegistry(Array(list.utf8), at: Self.now) == nil)
        #expect(TokenRegistry([UInt8](repeating: 0x20, count: TokenRegistry.mostBytes + 1), at: Self.now) == nil)
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        #expect(TokenRegistry(Self.registry("\"\(Self.other)\": \(deep)"), at: Self.now) == nil)
    }

    @Test(arguments: [
        identity(symbol: "xmpl"), identity(symbol: ""), identity(symbol: "A B"),
        identity(symbol: String(repeating: "A", count: 27)), identity(symbol: "BTC\\u202e"),
        identity(decimals: "19"), identity(decimals: "-1"), identity(decimals: "1.5"), identity(decimals: "1e400"),
        identity(decimals: "null"), identity(decimals: "\"2\""), identity(name: ""),
        identity(name: String(repeating: "a", count: 201)), identity(category: "ABAB"),
        identity(category: category.uppercased()), identity("nobody"), identity(time: "2022-13-01T12:00:00Z"),
        identity(time: "soon"), identity(time: "2030-01-01T00:00:00Z"), "\"\(other)\": []", "\"\(other)\": {\"a\": 1}",
        "\"\(other)\": {\"2022-06-01T12:00:00Z\": {\"name\": \"X\"}}",
    ]) func `an identity that does not follow the schema is left out, and others are not`(wrong: String) throws {
        let good = Self.identity(
            String(repeating: "01", count: 32), category: String(repeating: "02", count: 32), symbol: "GOOD")
        let registry = try #require(TokenRegistry(Self.registry("\(wrong), \(good)"), at: Self.now))
        #expect(registry[try #require(TransactionID(Self.category))] == nil)
        #expect(registry.count == 1)
    }

    @Test func `the latest snapshot that is not in the future counts`() throws {
        func snapshot(_ symbol: String) -> String {
            #"{"name": "Example", "token": {"category": "\#(Self.category)", "symbol": "\#(symbol)"}}"#
        }
        let history = """
            "\(Self.other)": {"2021-01-01T00:00:00Z": \(snapshot("OLD")), "2022-06-01T12:00:00.500Z": \(snapshot("NOW")),
            "2020-01-01T00:00:00Z": \(snapshot("OLDER")), "2030-01-01T00:00:00Z": \(snapshot("LATER"))}
            """
        let entry = try #require(try Self.entry(history))
        #expect((entry.symbol, entry.name, entry.decimals) == ("NOW", "Example", 0))
    }

    @Test func `a category that two identities claim has no name`() throws {
        let third = Self.identity(String(repeating: "03", count: 32), symbol: "FAKE")
        #expect(try Self.entry("\(Self.identity()), \(third)") == nil)
        #expect(try Self.entry(Self.identity())?.symbol == "XMPL")
        #expect(try Self.entry(Self.identity())?.decimals == 2)
    }
}
