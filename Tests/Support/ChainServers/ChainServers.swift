internal import Bridge

/// Real servers in other processes: ElectrumX for Bitcoin and Bitcoin Cash, each in front of a node of the tests' own;
/// `Tests/Independent/servers/servers.py` describes them.
///
/// All tests of a process share them, so a test uses an account of its own and reads heights instead of knowing them.
package struct ChainServers: Sendable {
    /// The servers of Bitcoin's regression test network.
    package let bitcoin: LedgerServer

    /// The servers of Bitcoin Cash's regression test network.
    package let bitcoinCash: LedgerServer

    private let program: ServerProgram

    /// The servers of this process; the first use starts them.
    package static var shared: ChainServers {
        get async throws { try await starting.value }
    }

    /// Whether they can be started: `scripts/venv` installs what they need.
    package static var isInstalled: Bool { ServerProgram.isInstalled }

    private static let starting = Task.detached { try ChainServers() }

    private init() throws {
        program = try ServerProgram("servers.py")
        let ports = try JSON(parsing: Array(program.line.utf8))
        bitcoin = try LedgerServer(ports["bitcoin"])
        bitcoinCash = try LedgerServer(ports["bitcoin-cash"])
    }
}
