internal import Bitcoin

extension CoinServer {
    /// Sends a transaction once; if the response does not confirm that it was accepted, it is looked up by its ID, also
    /// at the other servers.
    ///
    /// A server that claims to know it must show it; until then its outcome is unknown. A server that rejects it has
    /// the bytes and may have passed them on.
    func handOver(_ bytes: [UInt8], _ id: TransactionID) async -> BroadcastOutcome {
        let outcome = await broadcast(bytes)
        switch outcome {
        case .unknown, .refused(.alreadyKnown): return (try? await isKnown(id)) == true ? .accepted(id) : .unknown
        case .refused: return (try? await isKnown(id)) == true ? .accepted(id) : outcome
        case .accepted, .notSent: return outcome
        }
    }
}
