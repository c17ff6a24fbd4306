package import Bitcoin
package import Bridge
import Messages
package import Network
package import WalletCore

/// Whether an Electrum server can be used for a ledger, for the user.
package enum ElectrumHealth: Hashable, Sendable {
    /// It works.
    ///
    /// - Parameters:
    ///   - height: The height of its newest block.
    ///   - time: The time in the header of that block, in seconds since 1970.
    ///   - utxoChain: The chain that it serves.
    case works(height: Int, time: Int64, on: UTXOChain)

    /// It cannot be used.
    case fails(CoinError)

    /// Asks `server` for its newest block.
    package static func of(_ server: any CoinServer, for utxoChain: UTXOChain) async -> ElectrumHealth {
        do throws(CoinError) {
            _ = try await server.answeringServer()
        } catch {
            return .fails(error)
        }
        guard let tip = await server.newestTip() else { return .fails(.nonsense) }
        return .works(height: tip.height, time: Int64(tip.header.time), on: utxoChain)
    }

    /// Whether it can be used at `now`, in seconds since 1970, and is not behind.
    package func isUsable(now: Int64) -> Bool {
        guard case .works = self else { return false }
        return lag(now: now) == nil
    }

    /// The age of its newest block at `now`, in seconds since 1970, if it is behind; `nil` on test networks, which can
    /// have no new block for a long time.
    package func lag(now: Int64) -> BlockAge? {
        guard case .works(_, let time, let utxoChain) = self, !utxoChain.isTest else { return nil }
        let age = BlockAge(of: time, at: now)
        return age.isBehind ? age : nil
    }

    /// It as text, with the age of the newest block at `now`, in seconds since 1970.
    package func text(now: Int64) -> String {
        switch self {
        case .works(let height, let time, let utxoChain):
            if let lag = lag(now: now) { return lag.text(ofBlock: height) }
            let age = BlockAge(of: time, at: now)
            let (minutes, hours, days) = (age.minutes, age.hours, age.days)
            // A block of a private network is found when its owner wants one.
            if hours >= 2, utxoChain.network == .regtest { return localized("works, block \(height, as: "block")") }
            if days >= 2 {
                return localized("works, block \(height, as: "block"), found \(days, as: "days") days ago")
            }
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
        let health = await ElectrumHealth.of(server, for: utxoChain)
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
