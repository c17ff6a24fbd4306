import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages

/// What simulations show in place of an explanation.
extension IntentExplainer {
    /// What a call changes, if that may stand in for what the wallet cannot read in it.
    ///
    /// Nothing in it is a guarantee, so at most a tenth of a balance and 200 dollars may leave, besides what the called
    /// contract could take without this call. No other contract that could get control of the account may take part.
    func effects(
        of call: ContractCall, _ intent: Intent, _ evidence: SimulatedEvidence?
    ) -> SimulatedChanges? {
        guard let evidence, evidence.isSteady, !evidence.paysPerson, let to = call.to else { return nil }
        let changes = evidence.changes
        let rest = changes.sent.filter { !isTakenAnyway($0, by: to, intent, evidence) }
        guard changes.given.allSatisfy({ given in given.before.map { given.units <= $0 } ?? (given.units == 0) }),
            isSmall(rest)
        else { return nil }
        let isReturned = !changes.received.isEmpty && !isTooLittle(changes)
        // What a contract of unknown use takes by an allowance, it could take without this call. What a router only takes
        // can be for the next who calls it, and counts towards the limit.
        let isDeposit = !evidence.paysOthers && changes.sent.allSatisfy { $0.recipients.isSubset(of: [to]) }
        guard isReturned || changes.received.isEmpty && isDeposit else { return nil }
        // What can be read is judged by what it says.
        if intent.isComplete { return changes }
        guard !intent.isMisshapen, !evidence.data.givesPower else { return nil }
        // What moves nothing may record something: an order, a price, a permission.
        guard !changes.sent.isEmpty || !changes.received.isEmpty else { return nil }
        return isFree(evidence, of: call, to) ? changes : nil
    }

    /// Whether a contract could take what leaves without this call: it has an allowance, or the token is its own; or the
    /// coins are for a contract that records whose they are.
    ///
    /// A call of a contract to which others have given allowances, too, can be for somebody else. So the wallet must be
    /// able to read it, or there must be no number or address in its data that names anybody.
    private func isTakenAnyway(
        _ change: SimulatedChanges.Change, by to: EthereumAddress, _ intent: Intent, _ evidence: SimulatedEvidence
    ) -> Bool {
        let isRecorded = change.asset.token == nil && [.records, .bridges].contains(use(of: to))
        guard change.asset.item == nil,
            isRecorded || change.asset.token != nil, change.asset.token == to || change.recipients == [to]
        else { return false }
        // What a call says that the wallet can read is compared with the simulation.
        if intent.isComplete { return !intent.isVague }
        // Who can name the token that arrives can have made it; what is known has a price, and is an exchange.
        let isReceipt = evidence.changes.received.allSatisfy { change in
            guard let token = change.asset.token else { return false }
            return token == to || !isVouchedFor(token) && !evidence.data.addresses.contains(token)
        }
        return (isReceipt || isExchange(evidence, at: to)) && (isRecorded || evidence.data.words.contains(change.units))
            && isAccounted(evidence, for: to)
    }

    /// Whether a contract that the wallet knows gives back tokens of about the same worth, and the data has a minimum for
    /// them; one that records deposits has a rate of its own.
    private func isExchange(_ evidence: SimulatedEvidence, at to: EthereumAddress) -> Bool {
        let changes = evidence.changes
        guard let use = use(of: to), !changes.received.isEmpty,
            (changes.sent + changes.received).allSatisfy({ $0.asset.item == nil && isVouchedFor($0.asset.token) })
        else { return false }
        let hasMinimum = changes.received.contains { change in
            evidence.data.words.contains { Self.isMinimum($0, of: change) }
        }
        return (hasMinimum || use == .records)
            && isFair(
                changes.received.map { Worth($0.asset.token, $0.units) },
                for: changes.sent.map { Worth($0.asset.token, $0.units) })
    }

    private static func isMinimum(_ number: BigUInt, of change: SimulatedChanges.Change) -> Bool {
        number <= change.units && change.units * 8 <= number * 10
    }

    /// Whether the data of a call has nothing but the assets that move, how much of them, and until when.
    ///
    /// What a contract that others use, too, only takes can be for the next who asks.
    private func isAccounted(_ evidence: SimulatedEvidence, for to: EthereumAddress) -> Bool {
        let changes = evidence.changes
        guard use(of: to) != .handsOn || !changes.received.isEmpty else { return false }
        let moved = changes.sent + changes.received
        // A token or a contract that the wallet knows has no owner who could get something.
        let known = use(of: to) == nil ? [] : evidence.data.addresses.filter { isKnownToken($0) }
        let parties = moved.compactMap(\.asset.token) + [to] + [signer].compactMap(\.self) + known
        let times = BigUInt(clamping: now)...BigUInt(clamping: now) + 30 * 86_400
        // Who gets the contract's own token for it has a deposit there, whatever a small number says; that of a bridge is a
        // chain or a limit for gas.
        let isPosition = changes.received.contains { $0.asset.token == to } || isExchange(evidence, at: to)
        let small = use(of: to) == .bridges ? Self.mostGas : isPosition ? Self.mostOfSmall : 1
        let numbers = evidence.data.words.filter { number in
            number <= small || times.contains(number) || changes.sent.contains { $0.units == number }
                || changes.received.contains { Self.isMinimum(number, of: $0) }
        }
        return evidence.data.isOnly(numbers.union([Self.coinAddress]), parties)
    }

    /// The address that stands for the native coin in many calls, as a number.
    private static let coinAddress = (0..<20).reduce(BigUInt(0)) { number, _ in number << 8 | 0xEE }

    /// Whether nobody else takes part in a call who could get something later.
    private func isFree(_ evidence: SimulatedEvidence, of call: ContractCall, _ to: EthereumAddress) -> Bool {
        let changes = evidence.changes
        let assets = Set((changes.sent + changes.received).compactMap(\.asset.token))
        let named = evidence.data.addresses.union(changes.linked).filter { address in
            address != signer && address != to && !address.isZero && !address.bytes.allSatisfy { $0 == 0xEE }
                && !assets.contains(address) && !Self.knownTokens.contains(address) && !isVouchedFor(address)
        }
        let sendsTokens = changes.sent.contains { $0.asset.token != nil }
        let isRecorded = [.records, .bridges].contains(use(of: to))
        if !changes.received.isEmpty || (sendsTokens || isRecorded) && isAccounted(evidence, for: to) {
            return named.isSubset(of: evidence.parts)
        }
        // Where nothing comes in, what leaves must not be for somebody whom the data hides.
        guard !evidence.data.isOpaque else { return false }
        let numbers = evidence.data.numbers.subtracting([call.value])
        guard changes.sent.allSatisfy({ $0.asset.token == nil }) else {
            return numbers.allSatisfy { $0.bitWidth <= Self.mostBits } && named.isSubset(of: evidence.parts)
        }
        return numbers.allSatisfy { $0.bitWidth <= Self.mostBits } && !evidence.isHolding && !isTrusted(to)
            && named.isSubset(of: evidence.parts)
    }

    /// The most that may leave for something that only a simulation shows, and what counts as little of any balance.
    private static let mostForSimulation = 200 * dollar
    private static let little = 10 * dollar

    /// Kinds, flags and numbers of pools.
    private static let mostOfSmall: BigUInt = 1 << 16
    private static let mostGas: BigUInt = 30_000_000

    /// Larger numbers are no amounts, but may be a hash or an account.
    private static let mostBits = 96

    /// The tokens of all chains, which a call to another chain names.
    private static let knownTokens = Set(KnownTokens.all.map(\.address))

    private func isKnownToken(_ address: EthereumAddress) -> Bool {
        isVouchedFor(address) || Self.knownTokens.contains(address)
    }

    /// Whether at most a tenth of each balance leaves, and 200 dollars; an item is never little.
    private func isSmall(_ sent: [SimulatedChanges.Change]) -> Bool {
        sent.allSatisfy { $0.asset.item == nil }
            && isSmall(sent.map { Worth($0.asset.token, $0.units) })
    }

    /// Whether amounts are at most a tenth of each balance, and worth 200 dollars.
    func isSmall(_ parts: [Worth]) -> Bool {
        var sum: BigUInt = 0
        for part in parts {
            let worth = usualWorth(of: part)
            sum += worth ?? 0
            if let worth, worth <= Self.little { continue }
            let balance = part.token.map { simulatedBalances[$0] ?? holdings.balances[$0] } ?? holdings.coins
            guard let balance, part.units * 10 <= balance else { return false }
        }
        return sum <= Self.mostForSimulation
    }

    /// What an amount is worth by the prices of the node, otherwise the middle of what it is worth at least and at most, or
    /// the least if the two are close; `nil` if the wallet knows neither.
    private func usualWorth(of part: Worth) -> BigUInt? {
        if let price = holdings.prices.known[part.token], part.units.bitWidth < 160 {
            return Prices.worth(of: part.units, at: price.rates.upperBound)
        }
        return worth(of: part).map { worth in
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
        if effects.received.isEmpty, !effects.sent.isEmpty {
            explanation.warn(
                .caution, localized("In the simulation, your account receives nothing for what it sends."))
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
    /// Whether a part of it does not say how much it takes, or for whom.
    fileprivate var isVague: Bool {
        all.contains { part in
            if case .action(let action) = part {
                action.isUnbounded || action.isAmbiguous || action.isSealed
            } else {
                false
            }
        }
    }

    /// Whether a part of it is no valid call, or deeper than the wallet reads.
    fileprivate var isMisshapen: Bool {
        all.contains { part in
            if case .blind(let call) = part { call.reason != .unknown } else { false }
        }
    }
}
