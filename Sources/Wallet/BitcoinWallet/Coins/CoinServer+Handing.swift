internal import Bitcoin
internal import Bridge
internal import WalletCore

/// What became of a payment that was offered to all servers.
struct HandedPayment: Hashable, Sendable {
    /// What is known now.
    let outcome: BroadcastOutcome

    /// What each server said.
    let replies: [BroadcastReply]

    /// The state in the journal.
    var state: TransactionRecord.State {
        switch outcome {
        case .accepted: .sent
        case .unknown: .unknown
        case .refused: .declined
        case .notSent: .refused
        }
    }

    /// The state for the requester.
    var fate: SendOutcome.Fate {
        switch outcome {
        case .accepted: .sent
        case .unknown: .unknown
        case .refused: .declined
        case .notSent: .notSent
        }
    }
}

extension CoinServer {
    /// Offers a transaction to every server once, and looks it up by its ID.
    ///
    /// A server that claims to have it, or to have accepted it, must show it unless no server answers: one that forgets
    /// it does not send it on. A server that rejects it has the bytes and may have passed them on.
    func handOver(_ bytes: [UInt8], _ id: TransactionID) async -> HandedPayment {
        let offered = await offer(bytes)
        var outcome = BroadcastOutcome.joined(offered.map(\.outcome))
        if case .notSent = outcome {
        } else {
            switch (try? await isKnown(id), outcome) {
            case (true?, _): outcome = .accepted(id)
            case (false?, .accepted): outcome = .unknown
            default: break
            }
        }
        return HandedPayment(outcome: outcome, replies: offered.map { BroadcastReply($0) })
    }
}

extension BroadcastOutcome {
    /// What the outcomes at several servers mean together.
    static func joined(_ outcomes: [BroadcastOutcome]) -> BroadcastOutcome {
        if let accepted = outcomes.first(where: \.isAccepted) { return accepted }
        if outcomes.contains(.unknown) || outcomes.contains(.refused(.alreadyKnown)) { return .unknown }
        let refused = outcomes.first { if case .refused = $0 { true } else { false } }
        return refused ?? outcomes.first ?? .notSent(.notConfigured)
    }
}

extension BroadcastReply {
    /// What a server said.
    init(_ offered: OfferedTransaction) {
        let outcome: Outcome =
            switch offered.outcome {
            case .accepted: .accepted
            case .refused(.alreadyKnown): .known
            case .refused(let refusal): .refused(TransactionRecord.Summary(refusal.text))
            case .notSent(let error): .unreached(TransactionRecord.Summary(error.text))
            case .unknown: .silent
            }
        self.init(offered.server, outcome)
    }
}
