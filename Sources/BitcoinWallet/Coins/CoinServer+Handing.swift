internal import Bitcoin

extension CoinServer {
    /// Hands a transaction over, once; where the answer does not say that it was taken, it is looked for by its name,
    /// with the other servers too.
    ///
    /// A server that claims to know it must show it: until then its fate is unknown. One that says no has the bytes,
    /// and may have passed them on.
    func handOver(_ bytes: [UInt8], _ id: TransactionID) async -> BroadcastOutcome {
        let outcome = await broadcast(bytes)
        switch outcome {
        case .unknown, .refused(.alreadyKnown): return (try? await isKnown(id)) == true ? .accepted(id) : .unknown
        case .refused: return (try? await isKnown(id)) == true ? .accepted(id) : outcome
        case .accepted, .notSent: return outcome
        }
    }
}
