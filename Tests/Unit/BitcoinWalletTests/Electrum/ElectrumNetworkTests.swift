import Bitcoin
import Bridge
import Network
import Primitives
import TestServers
import Synchronization
import Testing

@testable import BitcoinWallet

/// Servers of other networks than the one they are set for.
@Suite(.timeLimit(.minutes(15))) struct ElectrumNetworkTests {
    /// The first blocks, as the nodes have them (`chainparams.cpp` of Bitcoin Core).
    private static let first: [UTXOChain: String] = [
        .bitcoin: block(bitcoinRoot, "29ab5f49", "ffff001d", "1dac2b7c"),
        .bitcoinCash: block(bitcoinRoot, "29ab5f49", "ffff001d", "1dac2b7c"),
        .testnet4: block(
            "4e7b2b9128fe0291db0693af2ae418b767e657cd407e80cb1434221eaea7a07a", "046f3566", "ffff001d", "bb0c7817"),
        .signet: block(bitcoinRoot, "008f4d5f", "ae77031e", "8ad22203"),
        .regtest: block(bitcoinRoot, "dae5494d", "ffff7f20", "02000000"),
        .cashRegtest: block(bitcoinRoot, "dae5494d", "ffff7f20", "02000000"),
    ]

    private static let bitcoinRoot = "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a"

    private static func block(_ root: String, _ time: String, _ bits: String, _ nonce: String) -> String {
        "01000000" + String(repeating: "0", count: 64) + root + time + bits + nonce
    }

    /// A server that has only the first block of a network.
    private func server(of utxoChain: UTXOChain) async throws -> ElectrumPeer {
        let block = try #require(Self.first[utxoChain])
        return try await ElectrumPeer { method, params in
            switch method {
            case "blockchain.block.header":
                params.first?.number?.integer == 0
                    ? .result(.string(block)) : .error(["code": 1, "message": "height out of range"])
            case "blockchain.headers.subscribe": .result(["height": 0, "hex": .string(block)])
            default: nil
            }
        }
    }

    private func client(_ utxoChain: UTXOChain, _ peers: ElectrumPeer...) throws -> ElectrumServers {
        ElectrumServers(
            utxoChain, at: peers.map { $0.address() },
            dialer: SocketDialer(trusting: try .only(pem: TestIdentity.authority())),
            timing: ElectrumTiming(firstPause: .milliseconds(1), longestPause: .milliseconds(2)))
    }

    @Test func `a server is used for its own network only`() async throws {
        for (served, text) in Self.first {
            let hash = try #require(Hex.decode(text).flatMap { BlockHeader($0) }).hash
            let peer = try await server(of: served)
            for wanted in UTXOChain.allCases {
                let client = try client(wanted, peer)
                // The private networks of both ledgers begin with the same block.
                if wanted.chainRules.checkpoint?.hash == hash {
                    #expect(wanted == served || wanted.network == .regtest && served.network == .regtest)
                    #expect(try await client.relayFeeRate() == 1000)
                } else {
                    // Later blocks would tell the chains apart that have the first one in common.
                    let error: CoinError =
                        served.isTest
                        ? .otherChain(served.named(to: wanted), wanted: wanted)
                        : .refused(ElectrumFault(["code": 1, "message": "height out of range"]))
                    let isRefused = !served.isTest && wanted.chainRules.checkpoint?.height ?? 0 > 0
                    await #expect(
                        throws: isRefused || served.isTest ? error : .otherChain(nil, wanted: wanted),
                        "\(served) as \(wanted)"
                    ) {
                        try await client.relayFeeRate()
                    }
                }
                await client.close()
            }
            await peer.close()
        }
    }

    @Test func `the sentence about a server of another network names both`() {
        #expect(
            CoinError.otherChain(.regtest, wanted: .bitcoin).description
                == "The Electrum server serves Bitcoin regtest (test network), not Bitcoin.")
        #expect(
            CoinError.otherChain(nil, wanted: .bitcoinCash).description
                == "The Electrum server does not serve Bitcoin Cash.")
    }

    @Test func `behind a server of another network, one of the right network is used`() async throws {
        let (main, test) = (try await server(of: .bitcoin), try await server(of: .testnet4))
        let client = try client(.testnet4, main, test)
        #expect(try await client.relayFeeRate() == 1000)
        #expect(!main.facts.withLock { $0.asked }.contains("blockchain.relayfee"))
        await client.close()
        await main.close()
        await test.close()
    }
}

extension UTXOChain {
    /// The name of this network to a client of `wanted`: the private ones of both ledgers have the same first block.
    fileprivate func named(to wanted: UTXOChain) -> UTXOChain {
        guard network == .regtest else { return self }
        return wanted.ledger == .bitcoin ? .regtest : .cashRegtest
    }
}
