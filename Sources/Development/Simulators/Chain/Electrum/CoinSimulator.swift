internal import Bitcoin
package import Bridge
package import LocalServer
internal import Synchronization

/// Simulates Bitcoin or Bitcoin Cash on this machine: a chain of a regression test network behind an Electrum server over
/// TCP and, with a certificate, TLS.
package final class CoinSimulator: SimulatedLedger {
    /// The chain.
    package let ledger: RegtestLedger

    /// The faults of its servers.
    package let faults = ChainFaults()

    /// `bitcoin` or `bitcoinCash`.
    package let name: String

    /// The port of the server without TLS.
    package let port: Int

    /// The port of the server with TLS; `nil` without a certificate.
    package let securePort: Int?

    private let servers: Mutex<[LineServer]>

    /// Starts a chain and its servers.
    ///
    /// - Parameters:
    ///   - isBitcoin: Whether it is one of Bitcoin, or else of Bitcoin Cash.
    ///   - port: The port without TLS; 0 for any free port.
    ///   - securePort: The port with TLS; 0 for any free port.
    ///   - identity: The certificate for TLS.
    ///   - clock: Tells the time in seconds since 1970; `nil` for the clock of the system.
    /// - Throws: ``SimulatorError``.
    package init(
        isBitcoin: Bool, port: Int = 0, securePort: Int = 0, identity: ServerIdentity? = nil,
        clock: (@Sendable () -> Int)? = nil
    ) async throws(SimulatorError) {
        ledger = try RegtestLedger(isBitcoin: isBitcoin, clock: clock)
        name = isBitcoin ? "bitcoin" : "bitcoinCash"
        let service = ElectrumService(ledger: ledger, faults: faults)
        var servers = [try await LineServer.electrum(service, port: port)]
        if let identity { servers.append(try await LineServer.electrum(service, port: securePort, identity)) }
        self.port = servers[0].port
        self.securePort = servers.count > 1 ? servers[1].port : nil
        self.servers = Mutex(servers)
    }

    /// The address of the server without TLS, as the wallet's settings take it.
    package var address: String { "tcp://127.0.0.1:\(port)" }

    /// What happens on the chain.
    package var events: ChainEvents { ledger.events }

    // The control of a ledger.

    /// The height of the newest block.
    package func height() async -> Int { ledger.height }

    /// Pays coins to an address; with the asset `token`, tokens of a new category.
    package func fund(_ address: String, _ amount: String, asset: String?) async throws(SimulatorError) -> String {
        guard asset == nil || asset == "token" else { throw .ledger("the only asset beside coins is “token”") }
        return try ledger.fund(address, amount, token: asset != nil)
    }

    /// Mines blocks.
    package func mine(_ blocks: Int) async throws(SimulatorError) { try ledger.mine(blocks) }

    /// Sets the time of the next block.
    package func setTime(_ time: Int) async throws(SimulatorError) { try ledger.setTime(time) }

    /// Advances the clock.
    package func advance(_ seconds: Int) async throws(SimulatorError) { try ledger.advance(seconds) }

    /// Keeps the present state.
    package func snapshot() async -> Int { ledger.snapshot() }

    /// Returns to a state that was kept.
    package func restore(_ snapshot: Int) async throws(SimulatorError) { try ledger.restore(snapshot) }

    /// All from which ``load(_:)`` makes the present state again.
    package func saved() async -> JSON { ledger.saved }

    /// Makes the state from what was saved.
    package func load(_ saved: JSON) async throws(SimulatorError) { try ledger.load(saved) }

    /// Replaces the newest blocks.
    package func reorganise(_ depth: Int, dropping: [String]) async throws(SimulatorError) {
        try ledger.reorganise(depth, dropping: dropping)
    }

    /// Stops the servers; the chain stays.
    package func stop() async {
        let running = servers.withLock { servers in
            defer { servers = [] }
            return servers
        }
        for server in running { await server.close() }
    }
}

extension LineServer {
    fileprivate static func electrum(
        _ service: ElectrumService, port: Int, _ identity: ServerIdentity? = nil
    ) async throws(SimulatorError) -> LineServer {
        do {
            return try await LineServer(port: port, identity: identity, lineLimit: ElectrumService.longestLine) {
                await ElectrumSession.serve($0, service)
            }
        } catch {
            switch error {
            case .listen(let reason), .operation(let reason): throw .listen(reason)
            case .identity: throw .identity
            }
        }
    }
}
