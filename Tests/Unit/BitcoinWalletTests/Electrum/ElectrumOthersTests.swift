import Bitcoin
import Bridge
import Primitives
import TestServers
import Testing
import Network

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods

/// What is asked of more than one server, and what a proof is worth.
@Suite(.timeLimit(.minutes(2))) struct ElectrumOthersTests {
    private static let transaction = BitcoinTransaction(
        inputs: [.init(OutPoint(BitcoinTransaction(inputs: [], outputs: []).id, 3))],
        outputs: [Output(1_000, to: Script([0x51]))])

    private func servers(_ peers: ElectrumPeer..., rules: ChainRules = MadeChain.rules) -> ElectrumServers {
        ElectrumServers(
            .bitcoinCash, at: peers.map { $0.address("127.0.0.1", isSecure: false) },
            dialer: SocketDialer(trusting: .system), rules: rules)
    }

    private func peer(knowing transactions: [String: String] = [:]) async throws -> ElectrumPeer {
        var facts = ElectrumPeer.Facts()
        facts.transactions = transactions
        return try await ElectrumPeer(nil, facts: facts)
    }

    private static var known: [String: String] {
        [transaction.id.description: Hex.encode(transaction.bytes(.plain))]
    }

    @Test func `a transaction is known if any server knows it, and unknown if none does`() async throws {
        let id = Self.transaction.id
        let (empty, other) = (try await peer(), try await peer())
        let full = try await peer(knowing: Self.known)
        #expect(try await servers(empty, full).isKnown(id))
        #expect(try await servers(full, empty).isKnown(id))
        #expect(try await servers(empty, other).isKnown(id) == false)
        // Who cannot be reached says nothing; who can be decides.
        let gone = try await peer(knowing: Self.known)
        await gone.close()
        #expect(try await servers(empty, gone).isKnown(id) == false)
        #expect(try await servers(gone, empty).isKnown(id) == false)
        await #expect(throws: CoinError.self) { try await servers(gone).isKnown(id) }
    }

    @Test func `other bytes under its ID do not make a transaction known`() async throws {
        var other = Self.transaction
        other.lockTime = 9
        let liar = try await peer(knowing: [Self.transaction.id.description: Hex.encode(other.bytes(.plain))])
        #expect(try await servers(try await peer(), liar).isKnown(Self.transaction.id) == false)
    }

    @Test func `a header before the checkpoint with almost no work proves nothing`() async throws {
        var facts = ElectrumPeer.Facts()
        facts.headers = MadeChain(length: 20, roots: [7: Self.transaction.id.bytes])
        let (bytes, hash) = (Self.transaction.bytes(.plain), facts.headers.headers[10].hash)
        let peer = try await ElectrumPeer(nil, facts: facts)
        #expect(try await servers(peer).isMined(bytes, at: 7))
        let rules = ChainRules(checkpoint: ChainRules.Checkpoint(height: 10, hash: hash), easiest: 0x207F_FFFF)
        await #expect(throws: CoinError.nonsense) {
            try await servers(peer, rules: rules).isMined(bytes, at: 7)
        }
    }
}
