public import Bitcoin
internal import Bridge

extension ElectrumServers {
    /// Whether the current server, or one of the other reachable servers, knows a transaction.
    public func isKnown(_ id: TransactionID) async throws(CoinError) -> Bool {
        // The others are asked regardless of the current server's response.
        var trouble: CoinError?
        do throws(CoinError) {
            _ = try await transaction(id)
            return true
        } catch {
            if error != .notFound { trouble = error }
        }
        let (inUse, form) = (preferred % addresses.count, form)
        for (place, address) in addresses.enumerated() where place != inUse {
            guard ScanBudget.current?.isSpent != true else { throw .nonsense }
            guard let link = try? await visit(address) else { continue }
            let answer = try? await link.ask("blockchain.transaction.get", [.string(id.description)])
            await link.close()
            let bytes = answer?.string.flatMap(ElectrumAnswer.bytes)
            if let bytes, (try? BitcoinTransaction(bytes, form: form))?.id == id { return true }
        }
        if let trouble { throw trouble }
        return false
    }
}
