package import Bitcoin
package import Bridge
import Messages
package import Network

/// Whether an Electrum server can be used for a ledger, for the user.
package enum ElectrumHealth: Hashable, Sendable {
    /// It works.
    ///
    /// - Parameters:
    ///   - height: The height of its newest block.
    ///   - time: The time in the header of that block, in seconds since 1970.
    case works(height: Int, time: Int64)

    /// It cannot be used.
    case fails(CoinError)

    /// Whether it can be used.
    package var isUsable: Bool {
        if case .works = self { true } else { false }
    }

    /// Asks `server` for the fee that it demands and for its newest block.
    package static func of(_ server: any CoinServer) async -> ElectrumHealth {
        do throws(CoinError) {
            _ = try await server.relayFeeRate()
        } catch {
            // A server that refuses this request has already shown that it serves the ledger.
            guard error.isAnswer else { return .fails(error) }
        }
        guard let tip = await server.newestTip() else { return .fails(.nonsense) }
        return .works(height: tip.height, time: Int64(tip.header.time))
    }

    /// It as text, with the age of the newest block at `now`, in seconds since 1970.
    package func text(now: Int64) -> String {
        switch self {
        case .works(let height, let time):
            // The clock of a miner may be ahead.
            let minutes = max(0, Int(clamping: now.subtractingReportingOverflow(time).partialValue)) / 60
            let hours = minutes / 60
            return hours >= 2
                ? localized("works, block \(height, as: "block"), found \(hours, as: "hours") hours ago")
                : localized(
                    "works, block \(height, as: "block"), found \(minutes, as: "minutes") minute ago",
                    plural: "works, block \(height, as: "block"), found \(minutes, as: "minutes") minutes ago",
                    count: minutes)
        case .fails(let error): return error.sentence
        }
    }
}

extension CoinSender {
    /// The maximum number of servers of a ledger.
    package nonisolated static let mostServers = 32

    /// Asks the server at `address` alone whether it can be used; nothing is stored.
    package func check(_ address: LineAddress, for utxoChain: UTXOChain) async -> ElectrumHealth {
        guard let dial else { return .fails(.notConfigured) }
        let server = dial(utxoChain, [address])
        let health = await ElectrumHealth.of(server)
        await (server as? ElectrumServers)?.close()
        return health
    }

    /// Uses the servers at `addresses`, which the user chose, in this order; none removes those of `utxoChain`.
    ///
    /// - Throws: Why they could not be stored; then nothing has changed.
    package func store(_ addresses: [LineAddress], for utxoChain: UTXOChain) async throws(RPCError) {
        try await keep?(utxoChain, addresses)
        load(addresses, for: utxoChain)
    }

    /// Uses the servers at `addresses` from now on, of which none removes those of `utxoChain`; nothing is stored.
    ///
    /// - Returns: Whether they are others than before.
    @discardableResult package func load(_ addresses: [LineAddress], for utxoChain: UTXOChain) -> Bool {
        guard addresses != self.addresses[utxoChain] ?? [] else { return false }
        if addresses.isEmpty { use(nil, at: [], for: utxoChain) } else { use(addresses, for: utxoChain) }
        return true
    }
}
