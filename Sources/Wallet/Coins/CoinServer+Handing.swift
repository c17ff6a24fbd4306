internal import Bitcoin

extension CoinServer {
    /// Hands a transaction over, once; where the answer does not say what became of it, it is looked for by its name.
    ///
    /// A server that claims to know it must show it: until then its fate is unknown.
    func handOver(_ bytes: [UInt8], _ id: TransactionID) async -> BroadcastOutcome {
        let outcome = await broadcast(bytes)
        switch outcome {
        case .unknown, .refused(.alreadyKnown): return (try? await isKnown(id)) == true ? .accepted(id) : .unknown
        case .accepted, .refused, .notSent: return outcome
        }
    }
}
