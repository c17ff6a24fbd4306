import BigInt
import Bridge
import Ethereum
import Messages

/// What simulations show in place of an explanation.
extension IntentExplainer {
    /// What a call changes, if that may stand in for what the wallet cannot read in it.
    ///
    /// Nothing in it is a guarantee, so at most a tenth of a balance and 200 dollars may leave; coins only for something
    /// that arrives. Nobody else may take part who could get power over the account.
    func effects(
        of call: ContractCall, _ intent: Intent, _ evidence: SimulatedEvidence?
    ) -> SimulatedChanges? {
        guard let evidence, evidence.isSteady, !evidence.paysPerson, let to = call.to else { return nil }
        let changes = evidence.changes
        guard changes.given.allSatisfy({ given in given.before.map { given.units <= $0 } ?? (given.units == 0) }),
            let sent = worth(of: changes.sent, evidence), sent <= Self.mostForSimulation
        else { return nil }
        let coins = changes.sent.first { $0.asset.token == nil }
        let isReturned = !changes.received.isEmpty && !isTooLittle(changes)
        // What a contract of unknown use takes by an allowance, it could take without this call.
        let isDeposit =
            !evidence.paysOthers && (coins.map(isTrifle) ?? true) && (intent.isComplete || nameOfContract(to) == nil)
            && changes.sent.allSatisfy { $0.recipients.isSubset(of: [to]) }
        guard isReturned || changes.received.isEmpty && isDeposit else { return nil }
        // What can be read is judged by what it says.
        if intent.isComplete { return changes }
        // What moves nothing may record something: an order, a price, a permission.
        guard !changes.sent.isEmpty || !changes.received.isEmpty else { return nil }
        return isFree(evidence, of: call, to) && !intent.isMisshapen ? changes : nil
    }

    /// Whether nobody else takes part in a call who could get something later.
    private func isFree(_ evidence: SimulatedEvidence, of call: ContractCall, _ to: EthereumAddress) -> Bool {
        let changes = evidence.changes
        let assets = Set((changes.sent + changes.received).compactMap(\.asset.token))
        let named = evidence.data.addresses.union(changes.linked).filter { address in
            address != signer && address != to && !address.isZero && !address.bytes.allSatisfy { $0 == 0xEE }
        }
        guard !evidence.data.givesPower else { return false }
        if !changes.received.isEmpty {
            return named.allSatisfy {
                assets.contains($0) || evidence.parts.contains($0) || Self.knownTokens.contains($0)
            }
        }
        // Where nothing comes in, what leaves must not be for somebody whom the data hides.
        guard !evidence.data.isOpaque else { return false }
        let numbers = evidence.data.numbers.subtracting([call.value])
        guard changes.sent.allSatisfy({ $0.asset.token == nil }) else {
            return numbers.allSatisfy { $0.bitWidth <= Self.mostBits }
                && named.allSatisfy { assets.contains($0) || Self.knownTokens.contains($0) }
        }
        return numbers.isEmpty && !evidence.isHolding && !isTrusted(to) && named.isEmpty
    }

    /// The most that may leave for something that only a simulation shows, and for nothing.
    private static let mostForSimulation = 200 * dollar
    private static let mostForNothing = 10 * dollar

    /// Larger numbers are no amounts, but may be a hash or an account.
    private static let mostBits = 96

    /// The tokens of all chains, which a call to another chain names.
    private static let knownTokens = Set(KnownTokens.all.map(\.address))

    private func isTrifle(_ change: SimulatedChanges.Change) -> Bool {
        typicalWorth(of: change).map { $0 <= Self.mostForNothing } ?? false
    }

    /// What leaves is worth about; `nil` if it is an item, or more than a tenth of the balance and no trifle.
    private func worth(of sent: [SimulatedChanges.Change], _ evidence: SimulatedEvidence) -> BigUInt? {
        var sum: BigUInt = 0
        for change in sent {
            guard change.asset.item == nil else { return nil }
            let worth = typicalWorth(of: change)
            sum += worth ?? 0
            if isTrifle(change) { continue }
            let balance = change.asset.token.map { evidence.balances[$0] } ?? holdings.coins
            guard let balance, change.units * 10 <= balance else { return nil }
        }
        return sum
    }

    /// The middle of what an amount is worth at least and at most, or the least if the two are close; `nil` if the wallet
    /// has no bounds.
    private func typicalWorth(of change: SimulatedChanges.Change) -> BigUInt? {
        guard change.asset.item == nil else { return nil }
        return worth(of: Worth(change.asset.token, change.units)).map { worth in
            worth.upperBound * 2 <= worth.lowerBound * 3
                ? worth.lowerBound : (worth.lowerBound * worth.upperBound).squareRoot()
        }
    }

    /// Whether what arrives is certainly worth less than half of what leaves.
    private func isTooLittle(_ changes: SimulatedChanges) -> Bool {
        let received = changes.received.map { change in
            change.asset.item == nil ? worth(of: Worth(change.asset.token, change.units))?.upperBound : nil
        }
        let sent = changes.sent.compactMap { worth(of: Worth($0.asset.token, $0.units))?.lowerBound }.reduce(0, +)
        return !received.contains(nil) && received.compactMap(\.self).reduce(0, +) * 2 < sent
    }

    /// Says what simulations show, and that they are no guarantee.
    func apply(_ effects: SimulatedChanges, to explanation: inout Explanation, isBlind: Bool) {
        if isBlind {
            let (sent, received) = (Self.list(effects.sent.map(text)), Self.list(effects.received.map(text)))
            if let received {
                explanation.summary =
                    sent.map { sent in
                        localizable(
                            "Send \(sent, as: "amount") and receive \(received, as: "received"), according to a simulation."
                        )
                    } ?? localizable("Receive \(received, as: "received"), according to a simulation.")
            } else if let sent {
                explanation.summary = localizable("Send \(sent, as: "amount") with a contract call.")
            }
        }
        explanation.warn(
            .caution,
            localized(
                """
                The wallet does not know this function: what it does is known only from a simulation. The contract can \
                do something else.
                """))
    }

    static let keepsCoins = localized(
        """
        The wallet does not know the contract that receives the coins. It can keep them, whatever the simulation shows.
        """)

    private func text(_ change: SimulatedChanges.Change) -> Message {
        change.asset.item.map { item($0, count: change.units) } ?? amount(change.units, token: change.asset.token).said
    }
}

extension Intent {
    /// Whether a part of it is no valid call, or deeper than the wallet reads.
    fileprivate var isMisshapen: Bool {
        all.contains { part in
            if case .blind(let call) = part { call.reason != .unknown } else { false }
        }
    }
}
