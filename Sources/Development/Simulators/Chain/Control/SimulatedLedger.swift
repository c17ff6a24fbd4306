package import Bridge

/// A simulated chain with its servers, as its owner controls it.
package protocol SimulatedLedger: Sendable {
    /// The name by which the control interface knows it, such as `bitcoin`.
    var name: String { get }

    /// The faults of its servers.
    var faults: ChainFaults { get }

    /// What happens on it.
    var events: ChainEvents { get }

    /// The height of the newest block.
    func height() async -> Int

    /// Pays to an address, from nowhere or from coins that the ledger has for it, and mines a block.
    ///
    /// - Parameters:
    ///   - address: The recipient.
    ///   - amount: A decimal number of coins, or of tokens.
    ///   - asset: A token, in a form that the ledger knows; `nil` for coins.
    /// - Returns: The transaction ID, or hash.
    /// - Throws: ``SimulatorError/ledger(_:)``.
    func fund(_ address: String, _ amount: String, asset: String?) async throws(SimulatorError) -> String

    /// Mines blocks; the first contains all that waits.
    func mine(_ blocks: Int) async throws(SimulatorError)

    /// Sets the time of the next block, in seconds since 1970; the clock runs on from there.
    ///
    /// - Throws: ``SimulatorError/ledger(_:)`` if it is not after the time of the newest block.
    func setTime(_ time: Int) async throws(SimulatorError)

    /// Advances the clock by seconds.
    func advance(_ seconds: Int) async throws(SimulatorError)

    /// Keeps the present state.
    ///
    /// - Returns: A number for ``restore(_:)``.
    func snapshot() async -> Int

    /// Returns to a state that was kept; it stays available.
    func restore(_ snapshot: Int) async throws(SimulatorError)

    /// Replaces the newest `depth` blocks by one more than these.
    ///
    /// What was in them waits again, but for the transactions `dropping` and what depends on them.
    func reorganise(_ depth: Int, dropping: [String]) async throws(SimulatorError)

    /// Stops the servers.
    func stop() async

    /// All from which ``load(_:)`` makes the present state again.
    func saved() async -> JSON

    /// Makes the state from what was saved, which is verified: blocks, transactions and signatures.
    ///
    /// - Throws: ``SimulatorError/ledger(_:)``; the state stays as it is then.
    func load(_ saved: JSON) async throws(SimulatorError)
}
