import Bitcoin
import Network
import Synchronization
import TestServers
import Testing

@testable import BitcoinWallet

/// Servers that are replaced by others, or by the same ones behind a proxy, while a connection to one of them is made.
@Suite(.timeLimit(.minutes(15))) struct ElectrumClosingTests {
    /// When the servers are closed.
    enum Moment: CaseIterable {
        case connected
        case firstRequestSent
    }

    /// Closes the servers at a moment of the first connection.
    private final class ClosingDialer: LineDialer {
        let servers = Mutex<ElectrumServers?>(nil)
        private let dialer: SocketDialer
        private let moment: Moment

        init(_ moment: Moment) throws {
            self.moment = moment
            dialer = SocketDialer(trusting: try .only(pem: TestIdentity.authority()))
        }

        func connect(
            to address: LineAddress, timeLimit: Duration, lineLimit: Int
        ) async throws(NetworkError) -> any LineConnection {
            let connection = try await dialer.connect(to: address, timeLimit: timeLimit, lineLimit: lineLimit)
            if moment == .connected { await close() }
            return ClosingConnection(connection: connection, dialer: self)
        }

        func close() async { await servers.withLock { $0 }?.close() }
    }

    private struct ClosingConnection: LineConnection {
        let connection: any LineConnection
        let dialer: ClosingDialer

        var lines: AsyncThrowingStream<[UInt8], any Error> { connection.lines }

        func send(_ line: [UInt8]) async throws(NetworkError) {
            try await connection.send(line)
            await dialer.close()
        }

        func close() async { await connection.close() }
    }

    @Test(arguments: Moment.allCases)
    func `a connection that is made while its servers are closed is closed, too, and no other one is tried`(
        moment: Moment
    ) async throws {
        let peers = [try await ElectrumPeer(), try await ElectrumPeer()]
        let dialer = try ClosingDialer(moment)
        let servers = ElectrumServers(
            .bitcoinCash, at: peers.map { $0.address() }, dialer: dialer, rules: MadeChain.rules)
        dialer.servers.withLock { $0 = servers }
        await #expect(throws: CoinError.wire(.closed)) {
            try await servers.history(of: [ScriptHash(ofScript: [0x51])])
        }
        #expect(await servers.standing() == nil)
        #expect(peers[0].facts.withLock { $0.asked }.isEmpty == (moment == .connected))
        #expect(peers[1].connections == 0)
    }
}
