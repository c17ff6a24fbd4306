import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Foundation
import HeadlessWallet
import Network
import Store
import TestServers
import Testing
import WalletCore
import WalletMethods

@testable import WalletWindow

/// The proxy of the wallet's own connections.
@MainActor @Suite(.timeLimit(.minutes(15))) struct WalletProxyTests {
    private final class NoApprover: Approver {
        func decide(_ question: PendingApproval) async -> Decision { .rejected }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "proxy-\(UUID().uuidString)")
    private let electrum = LineAddress(host: "electrum.example", port: 50_002)

    /// A wallet with a node and an Electrum server that the user set.
    private func wallet(node: String, _ proxy: Proxy) throws -> (PageWallet, ConfigurationFile) {
        let file = ConfigurationFile(folder.appending(path: "config.json").path)
        var settings = Settings()
        settings.set(.ethereum, try Endpoint(node))
        settings.set(.bitcoin, [electrum])
        settings.proxy = proxy
        try file.write(settings)
        let store = try Store.ofUser(in: folder.appending(path: "state").path)
        return (try PageWallet(approver: NoApprover(), file, store: store, proxy: ProxySetting(proxy)), file)
    }

    private func block(_ wallet: PageWallet) async throws -> JSON {
        try await wallet.services.chains.node(for: .ethereum).ask("eth_blockNumber", [])
    }

    @Test func `the wallet's connections use the configured proxy, and a new one immediately`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let socks = try await ProxyPeer(.socks5, routes: [:])
        let web = try await ProxyPeer(routes: [:])
        let (wallet, file) = try wallet(node: "https://node.example", .socks5(host: "127.0.0.1", port: socks.port))
        await #expect(throws: NodeError.wire(.unreachable)) { try await block(wallet) }
        await #expect(throws: RPCError.self) { try await wallet.services.coins.set([electrum], for: .bitcoin) }
        #expect(Set(socks.wanted) == ["name node.example:443", "name electrum.example:50002"])
        let count = socks.wanted.count
        let next = Proxy.http(host: "127.0.0.1", port: web.port)
        try await wallet.use(next)
        await #expect(throws: NodeError.wire(.unreachable)) { try await block(wallet) }
        await #expect(throws: RPCError.self) { try await wallet.services.coins.set([electrum], for: .bitcoin) }
        #expect(Set(web.wanted) == ["node.example:443", "electrum.example:50002"])
        #expect(socks.wanted.count == count)
        // It is kept, and nothing else has changed.
        #expect(try file.read().proxy == next)
        #expect(try file.read().endpoints[1]?.url == "https://node.example")
        #expect(wallet.services.coins.addresses[.bitcoin] == [electrum])
    }

    @Test func `a proxy that cannot be reached is named, and the user's node on this computer is asked`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let node = try await SocketPeer { connection in
            while let (_, body) = try await connection.request() {
                let question = try JSON(parsing: body)
                let answer: JSON = ["jsonrpc": "2.0", "id": question["id"] ?? .null, "result": "0x1"]
                try await connection.respond(answer.bytes)
            }
        }
        let gone = Proxy.socks5(host: "127.0.0.1", port: QuietPort.take())
        let (wallet, _) = try wallet(node: "http://127.0.0.1:\(node.port)", gone)
        #expect(try await block(wallet) == "0x1")
        let far = try Endpoint("https://node.example")
        let error = await #expect(throws: RPCError.self) { try await wallet.services.chains.chainID(at: far) }
        #expect(error?.message == "The proxy cannot be reached.")
        // A page is not told.
        let site = try Origin(serialized: "https://dapp.example")
        let concealed = await #expect(throws: RPCError.self) {
            try await wallet.services.chains.chainID(at: far, for: site)
        }
        #expect(concealed?.message == "The node of this chain cannot be reached.")
    }
}
