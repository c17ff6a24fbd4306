import Bitcoin
import BitcoinWallet
import Bridge
import Testing
import WalletCore
import WalletMethods

@testable import WalletTesting

/// Pages and the test networks of Bitcoin and Bitcoin Cash: the wallet has servers for all of them, and no page knows it.
@MainActor @Suite struct TestNetworkPageTests {
    private static let names = UTXOChain.testnets.flatMap {
        [$0.rawValue, $0.rawValue.uppercased(), $0.unit, $0.chain, $0.name]
    }

    private func site() throws -> TestSite {
        try TestSite(servers: Dictionary(uniqueKeysWithValues: UTXOChain.allCases.map { ($0, FakeCoinServer($0)) }))
    }

    /// An address of a recipient on a chain, in each of its forms.
    private func addresses(on utxoChain: UTXOChain) -> [String] {
        let destinations: [Destination] = [
            .publicKey(hash: [UInt8](repeating: 5, count: 20)), .script(hash: [UInt8](repeating: 6, count: 20)),
            .witness(version: 0, program: [UInt8](repeating: 7, count: 20)),
        ]
        return destinations.flatMap { destination in
            let texts = [
                destination.address(on: utxoChain), destination.address(on: utxoChain, isTokenAware: true),
                destination.legacyAddress(on: utxoChain.network),
            ].compactMap(\.self)
            return texts + texts.map { $0.uppercased() }
        }
    }

    @Test func `no method takes the name of a test network`() async throws {
        let site = try site()
        for name in Self.names {
            let address = await site.link("getAddress", ["protocol": .string(name)])
            #expect(address["error"]?["type"] == "PROTOCOL_ERROR", "\(name)")
            for recipient in UTXOChain.testnets.flatMap({ addresses(on: $0) }) {
                let wish: JSON = ["protocol": .string(name), "to": .string(recipient), "value": "0.01"]
                #expect(await site.link("sendAssets", wish)["error"] != nil, "\(name)")
            }
            for method in ["wallet_switchEthereumChain", "wallet_addEthereumChain"] {
                #expect(await site.ask(method, [["chainId": .string(name)]])["error"] != nil, "\(name)")
            }
        }
        #expect(site.shown.isEmpty && site.asked == 0)
    }

    @Test func `no address of a test network is paid with coins that have value`() async throws {
        let site = try site()
        for (name, utxoChain) in [("BTC", UTXOChain.bitcoin), ("BCH", .bitcoinCash)] {
            for test in UTXOChain.testnets {
                for recipient in addresses(on: test) {
                    let wish: JSON = ["protocol": .string(name), "to": .string(recipient), "value": "0.01"]
                    let error = await site.link("sendAssets", wish)["error"]
                    #expect(error?["type"] == "MALFORMED_INPUT", "\(recipient) of \(test)")
                    let text = error?["description"]?.string ?? ""
                    #expect(text.contains("not an address of \(utxoChain.name)."), "\(recipient): \(text)")
                }
            }
        }
        #expect(site.shown.isEmpty && site.asked == 0)
    }

    @Test func `what a page sees is the same with servers of test networks`() async throws {
        let (with, without) = (try site(), try TestSite())
        #expect(await with.link("getInfo") == without.link("getInfo"))
        #expect(await with.ask("wallet_getCapabilities") == without.ask("wallet_getCapabilities"))
        for kind in ["BCH", "BTC", "SLP", "ETH"] {
            let wish: JSON = ["protocol": .string(kind)]
            #expect(await with.link("getAddress", wish) == without.link("getAddress", wish))
        }
        #expect(with.shown.map(\.sentence) == without.shown.map(\.sentence))
    }

    /// The addresses are those that eth_account, bech32 and cashaddress derive from the phrase (Tests/Independent/check.py).
    @Test(arguments: [
        ("BTC", "bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw", "Bitcoin regtest (test network)"),
        ("BCH", "bchreg:qr2max8zvjkjzc8nu2km5tv45c49kkhjrvekrmgqmm", "Bitcoin Cash regtest (test network)"),
        ("SLP", "slpreg:qzxdqeq5quvfguxvzrv58gkqkr2z5clxmsrxs34axw", "Bitcoin Cash regtest (test network)"),
        ("ETH", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "Ethereum"),
    ])
    func `pages of a wallet on private test networks get their addresses`(
        of name: String, _ address: String, on network: String
    ) async throws {
        let site = try TestSite(activeAccount: .demo(on: .regtest))
        #expect(await site.link("getAddress", ["protocol": .string(name)])["data"]?["address"]?.string == address)
        #expect(site.shown.last?.rows.contains { $0.value.text == network } == true)
    }

    @Test func `a wallet on private test networks pays no address with value`() async throws {
        let servers = Dictionary(uniqueKeysWithValues: UTXOChain.allCases.map { ($0, FakeCoinServer($0)) })
        let site = try TestSite(servers: servers, activeAccount: .demo(on: .regtest))
        let (token, tokens): (JSON, JSON) = (
            .string(String(repeating: "a", count: 64)), .string(CoinSite.tokenRecipient)
        )
        let wishes: [(String, JSON)] = [
            ("sendAssets", ["protocol": "BCH", "to": .string(CoinSite.recipient), "value": "0.01"]),
            ("sendAssets", ["protocol": "BTC", "to": .string(CoinSite.bitcoinRecipient), "value": "0.01"]),
            ("sendAssets", ["protocol": "SLP", "to": tokens, "value": "1", "assetId": token]),
            (
                "createToken",
                [
                    "name": "Example", "symbol": "EX", "decimals": 0, "initialSupply": 1,
                    "tokenReceiverAddress": tokens,
                ]
            ),
        ]
        for (command, wish) in wishes {
            #expect(await site.link(command, wish)["error"]?["type"] == "MALFORMED_INPUT", "\(wish)")
        }
        #expect(site.shown.isEmpty && site.asked == 0)
        // The account of the main network is not the page's.
        await #expect(throws: RPCError.self) { try await site.services.coins.balance(on: .bitcoin) }
        #expect(try await site.services.coins.balance(on: .regtest).confirmed == 0)
    }
}
