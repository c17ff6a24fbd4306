public import Bitcoin
internal import Bridge
internal import Network
internal import WalletCore

extension ElectrumServers {
    /// Whether the current server, or one of the other reachable servers, knows a transaction.
    public func isKnown(_ id: TransactionID) async throws(CoinError) -> Bool {
        // The others are asked regardless of the current server's response.
        var problem: CoinError?
        do throws(CoinError) {
            _ = try await transactionInUse(id)
            return true
        } catch {
            if error != .notFound { problem = error }
        }
        guard ScanBudget.current?.isSpent != true else { throw .nonsense }
        let others = standbys
        let answers: [Bool?] = await ServerRound(time: timing.time, patience: .zero)
            .answers(of: others.count, until: { $0 }) { index in
                (try? await others[index].transactionInUse(id)) != nil
            }
        if answers.contains(true) { return true }
        if let problem { throw problem }
        return false
    }

    /// Sends a transaction to each of the servers, once each.
    ///
    /// A server that does not answer does not delay the outcome for long once another one has accepted the transaction.
    public func offer(_ transaction: [UInt8]) async -> [OfferedTransaction] {
        let all = distinct
        let outcomes: [BroadcastOutcome?] = await ServerRound(time: timing.time, patience: timing.lingering)
            .answers(of: all.count, until: \.isAccepted) { await self.hand(transaction, to: all[$0]) }
        return zip(all, outcomes).map { OfferedTransaction($0.name, $1 ?? .unknown) }
    }

    /// Sends a transaction to the server at `address`, over the open connection if there is one.
    private func hand(_ transaction: [UInt8], to address: LineAddress) async -> BroadcastOutcome {
        if addresses.count == 1 { return await broadcast(transaction) }
        if let link = await standing(), link.address == address,
            let outcome = await broadcast(transaction, over: link)
        {
            return outcome
        }
        return await companion(at: address).broadcast(transaction)
    }
}

extension BroadcastOutcome {
    /// Whether the server says that it has accepted the transaction.
    var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
