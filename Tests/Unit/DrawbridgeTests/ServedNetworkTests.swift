import Bitcoin
import Bridge
import HeadlessWallet
import Testing
import WalletCore
import BitcoinWallet
import WalletMethods
import EthereumWallet
import WalletUI
import Network

@testable import WalletWindow

/// What the window says of the servers of networks, and how it reads the servers that the user sets.
@Suite struct ServedNetworkTests {
    private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

    private func problem(_ values: [FieldID: String]) -> ServerAnswer.Problem? {
        guard case .problem(let problem) = ServerAnswer.read(values) else { return nil }
        return problem
    }

    @Test(
        arguments: [
            ([.host: "electrum.example", .port: "50002", .security: "authority"], "ssl://electrum.example:50002"),
            ([.host: " Electrum.Example ", .port: " 443 ", .security: "authority"], "ssl://electrum.example:443"),
            ([.host: "192.0.2.7", .port: "50002", .security: "authority"], "ssl://192.0.2.7:50002"),
            ([.host: "::1", .port: "50001", .security: "none"], "tcp://[::1]:50001"),
            ([.host: "localhost", .port: "50001", .security: "none"], "tcp://localhost:50001"),
            (
                [.host: "electrum.example", .port: "50002", .security: "fingerprint", .fingerprint: fingerprint],
                "ssl://electrum.example:50002#\(fingerprint)"
            ),
            (
                [.host: "ssl://electrum.example:50002", .port: "1", .security: "authority"],
                "ssl://electrum.example:50002"
            ),
        ] as [([FieldID: String], String?)])
    func `a server is read from the form's fields`(values: [FieldID: String], address: String?) throws {
        guard case .address(let read) = ServerAnswer.read(values) else {
            Issue.record("It is not read.")
            return
        }
        #expect(read.text == address)
    }

    @Test func `how a server is reached is read from the form's fields`() throws {
        #expect(try ServerAnswer.route([:]) == .usual)
        #expect(try ServerAnswer.route([.connection: "usual", .proxy: " "]) == .usual)
        #expect(try ServerAnswer.route([.connection: "direct", .proxy: ""]) == .direct)
        let route = try ServerAnswer.route([.connection: "proxy", .proxy: " socks5://127.0.0.1:9050 "])
        #expect(route == .proxy(.socks5(host: "127.0.0.1", port: 9050)))
        for values: [FieldID: String] in [
            [.connection: "proxy"], [.connection: "proxy", .proxy: "127.0.0.1:9050"],
            [.connection: "direct", .proxy: "socks5://127.0.0.1:9050"], [.proxy: "socks5://127.0.0.1:9050"],
            [.connection: "tor"],
        ] {
            #expect { try ServerAnswer.route(values) } throws: { ($0 as? WalletError)?.field == .proxy }
        }
    }

    @Test(
        arguments: [
            ([.host: "", .port: "50002", .security: "authority"], .host),
            ([.host: "a b/c", .port: "", .security: "authority"], .host),
            ([.host: "user@electrum.example", .port: "50002", .security: "authority"], .host),
            ([.host: "electrum.example", .port: "0", .security: "authority"], .port),
            ([.host: "electrum.example", .port: "65536", .security: "authority"], .port),
            ([.host: "electrum.example", .port: "50001", .security: "none"], .host),
            ([.host: "electrum.example", .port: "50002", .security: "fingerprint"], .fingerprint),
            ([.host: "electrum.example", .port: "50002", .security: "fingerprint", .fingerprint: "AB"], .fingerprint),
            (
                [.host: "electrum.example", .port: "50002", .security: "authority", .fingerprint: fingerprint],
                .fingerprint
            ),
        ] as [([FieldID: String], FieldID)])
    func `an error about a server is shown at its field`(values: [FieldID: String], field: FieldID) {
        #expect(problem(values)?.field == field)
    }

    @Test func `the list shows which server is used and who set it`() throws {
        let untrusted = CurrentServer(
            site: "node.example", addedBy: try Origin(serialized: "https://dapp.example"))
        let ethereum = ServedNetwork.chain(.ethereum)
        #expect(ethereum.line(nil) == "Ethereum: no node")
        #expect(ethereum.line(CurrentServer(site: "node.example")) == "Ethereum: node.example")
        #expect(ethereum.line(untrusted) == "Ethereum: node.example, which “https://dapp.example” set")
        var screens = ServerListScreens(network: ethereum)
        screens.author = untrusted.author
        #expect(screens.list.paragraphs.contains { $0.text.hasPrefix("“https://dapp.example” set this node.") })
    }

    @Test func `a notice names the server, and quotes a name from a site`() {
        let mine = CurrentServer(site: "node.example")
        let chain = ServedNetwork.chain(Chain(id: 1_337, name: "Little Chain", symbol: "LTL"))
        let failing = chain.notice(of: .failing, mine)
        #expect(failing.hasPrefix("The node for “Little Chain” cannot be used: node.example. Check"))
        #expect(!failing.contains("proxy"))
        let proxied = chain.notice(of: .failing, mine, .socks5(host: "127.0.0.1", port: 9050))
        #expect(
            proxied == failing + " Connections use the proxy socks5://127.0.0.1:9050, which must be reachable.")
        let both = ServedNetwork.notice(ofFailing: [chain, .coin(.bitcoin)], .none)
        #expect(both.hasPrefix("The servers of several networks cannot be used: “Little Chain”, Bitcoin."))
        #expect(
            ServedNetwork.coin(.bitcoinCash).notice(of: .missing, nil)
                == "No server is set for Bitcoin Cash. Without one, you cannot send Bitcoin Cash.")
        #expect(ServedNetwork.coin(.bitcoin).line(nil) == "Bitcoin: no server")
    }
}
