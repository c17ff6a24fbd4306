import Bitcoin
import Bridge
import Foundation
import Testing
import Wallet

/// The conversations of `Tests/Golden`, with the wallet's side of them; `web/tests` has the page's side.
@MainActor @Suite struct GoldenTests {
    @Test func `Link's conversation matches the golden file`() async throws {
        try await hold("link", in: LinkDialect())
    }

    @Test func `Ethereum's conversation matches the golden file`() async throws {
        try await hold("ethereum", in: EthereumDialect())
    }

    @Test func `events are encoded as pages receive them`() throws {
        let address = try ActiveAccount.demo().address(.ethereum).lowercased()
        let events: [Event] = [
            .connect(chainID: "0x1"), .chainChanged("0x89"), .accountsChanged([address]), .accountsChanged([]),
            .message(type: "eth_subscription", data: ["subscription": "0x1"]),
            .disconnect(RPCError(.disconnected, "The wallet has no connection.")),
        ]
        let written = try events.map { try JSON(parsing: try #require(EthereumDialect().encode($0))) }
        #expect(written == (try steps("events").map { $0["event"] }))
    }

    /// Has the conversation, and looks whether each answer is the one that is written, and the user is asked only then.
    private func hold(_ name: String, in dialect: any Dialect) async throws {
        let cash = FakeCoinServer(.bitcoinCash)
        await cash.pay(1_000_000, to: try CoinSite.own(CoinSite.receiving + "0"))
        let site = try TestSite(servers: [.bitcoinCash: cash])
        for step in try steps(name) {
            let user = step["user"]?.string
            site.decision = Self.decision(user)
            let before = site.shown.count
            let answer = await site.send(step["request"] ?? .null, in: dialect)
            let about = Comment(rawValue: step["about"]?.string ?? "")
            #expect(answer.text == step["answer"]?.text, about)
            #expect(site.shown.count - before == (user == nil ? 0 : 1), about)
        }
    }

    private static func decision(_ user: String?) -> Decision {
        guard let user, user != "rejects" else { return .rejected }
        return user == "approves" ? .approved : .approved(entry: String(user.dropFirst("types ".count)))
    }

    private func steps(_ name: String) throws -> [JSON] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: tests.appending(path: "Golden/\(name).json"))
        return try #require(try JSON(parsing: Array(data)).array)
    }
}
