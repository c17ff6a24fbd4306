import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Network
import Testing

@testable import HeadlessWallet

@Suite(.timeLimit(.minutes(1))) struct ServerCheckTests {
    @Test func `a server that does not answer cannot be used, and servers of other networks are not asked`()
        async throws
    {
        var settings = Settings()
        // Nothing listens there.
        settings.set(.ethereum, try Endpoint("http://127.0.0.1:1"))
        settings.set(.bitcoin, [try #require(LineAddress("tcp://127.0.0.1:1"))])
        for (chain, name, address) in [
            ("1", "Ethereum", "http://127.0.0.1:1"), ("BTC", "Bitcoin", "tcp://127.0.0.1:1"),
        ] {
            var checked: [CheckedServer] = []
            await (try ServerCheck(settings, on: chain)).run { checked.append($0) }
            let state = checked.first?.state ?? ""
            #expect(!state.isEmpty)
            #expect(
                CommandCoding.json(checked) == [
                    [
                        "chain": .string(chain), "name": .string(name), "address": .string(address), "usable": false,
                        "state": .string(state),
                    ]
                ])
        }
        #expect(#expect(throws: WalletError.self) { try ServerCheck(settings, on: "BCH") }?.kind == .usage)
    }
}
