import Bridge
import TestSupport
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods
@testable import WalletTesting

/// The golden messages of every method, with the wallet's side of them; `web/tests` has the page's side.
///
/// With `UPDATE_GOLDEN=1` in the environment the wallet's replies and events are written into the files. Read the
/// difference before you commit it.
@MainActor @Suite struct GoldenTests {
    private nonisolated static let dialects = ["link", "ethereum", "payment", "session"]

    @Test(arguments: dialects)
    func `the wallet replies to each golden message with the golden reply`(dialect: String) async throws {
        var count = 0
        for var file in try GoldenMessages.all(of: dialect) {
            var wallet: GoldenWallet?
            var written: [JSON] = []
            for exchange in file.exchanges {
                let about: Comment = "\(dialect)/\(file.method): \(exchange["name"]?.text ?? "")"
                if let given = exchange["given"] { wallet = try await GoldenWallet(given) }
                let outcome = try await #require(wallet, about).replay(exchange, in: dialect)
                #expect(outcome.request == exchange["request"]?.text, about)
                #expect(outcome.questions == exchange["user"]?.array?.count ?? 0, about)
                if GoldenMessages.isUpdating {
                    written.append(try Self.exchange(exchange, with: outcome))
                } else {
                    #expect(outcome.reply == exchange["reply"]?.text, about)
                    #expect(outcome.reason == exchange["reason"]?.string, about)
                    #expect(outcome.events == exchange["events"]?.array ?? [], about)
                }
                count += 1
            }
            if GoldenMessages.isUpdating {
                file.exchanges = written
                try file.write()
            }
        }
        Suites.record("Golden/\(dialect)", cases: count)
    }

    /// The exchange as it went, its members in their usual order.
    private static func exchange(_ exchange: JSON, with outcome: GoldenWallet.Outcome) throws -> JSON {
        var members = try #require(exchange.object)
        for name in ["reply", "reason", "events"] { members[name] = nil }
        if let reply = outcome.reply { members["reply"] = try JSON(parsing: reply) }
        if let reason = outcome.reason { members["reason"] = .string(reason) }
        if !outcome.events.isEmpty { members["events"] = .array(outcome.events) }
        return .object(members)
    }

    @Test func `every method of every dialect has golden messages, and every golden message a method`() throws {
        let router = Router.wallet(try TestSite().services, version: "1.2.3")
        #expect(router.dialects == Set(Self.dialects))
        // Sessions have no methods of their own.
        #expect(router.methods(of: RequestDispatcher.sessionDialect).isSubset(of: router.methods(of: "ethereum")))
        for dialect in Self.dialects {
            let files = try GoldenMessages.all(of: dialect).filter { !$0.method.hasPrefix("_") }
            let (methods, names) = (router.methods(of: dialect), Set(files.map(\.method)))
            #expect(methods.subtracting(names) == [], "These methods of “\(dialect)” have no golden messages.")
            #expect(names.subtracting(methods) == [], "These golden messages of “\(dialect)” have no method.")
            for file in files {
                let about: Comment = "\(dialect)/\(file.method)"
                let own = file.exchanges.filter { Self.method(of: $0) == file.method }
                #expect(own.contains { $0["reply"]?["error"] != nil } || Self.cannotFail.contains(file.method), about)
                let succeeds = own.contains { $0["reply"] != nil && $0["reply"]?["error"] == nil }
                #expect(succeeds != Self.refused.contains(file.method), about)
            }
        }
    }

    private static func method(of exchange: JSON) -> String? {
        let request = exchange["request"]
        return (request?["method"] ?? request?["command"] ?? request?["request"]?["method"])?.string
    }

    /// Methods that give no error of their own.
    private static let cannotFail: Set = [
        "getInfo", "eth_accounts", "eth_coinbase", "eth_chainId", "net_version", "web3_clientVersion",
        "wallet_getPermissions",
    ]

    /// Methods that always give an error.
    private static let refused: Set = [
        "eth_sign", "eth_getEncryptionPublicKey", "eth_decrypt", "eth_newPendingTransactionFilter",
    ]

    @Test func `events are encoded as pages receive them`() throws {
        let address = try WalletSigner.demo().address(.ethereum).lowercased()
        let events: [Event] = [
            .connect(chainID: "0x1"), .chainChanged("0x89"), .accountsChanged([address]), .accountsChanged([]),
            .message(type: "eth_subscription", data: ["subscription": "0x1"]),
            .disconnect(RPCError(.disconnected, "The wallet has no connection.")),
        ]
        let written = try events.map { try JSON(parsing: try #require(EthereumDialect().encode($0))) }
        let golden = try #require(try GoldenMessages.value("events.json").array)
        #expect(written == golden.map { $0["event"] })
    }
}
