import BigInt
import Bridge
import Ethereum
import Messages
import WalletCore

/// The warnings about a fee, compared with the network's price, the amount sent and the balance.
extension TransactionDraft {
    var feeWarnings: [Approval.Warning] {
        let most = text(highestFee)
        if let proposal, isNodeTrusted {
            return warnings(beside: proposal, most)
        }
        // No node that the user trusts has reported the network's price. A site's node can claim any balance, so a high
        // balance does not justify a high fee.
        guard let balance else {
            return highestFee >= Self.noteworthy
                ? [
                    Approval.Warning(
                        .danger,
                        localized("The wallet cannot check the network fee. It is up to \(most, as: "amount")."))
                ] : []
        }
        if highestFee >= Self.noteworthy || isMuch(of: balance) || wanted.value > 0 && highestFee > wanted.value {
            return [
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The network fee is up to \(most, as: "amount"). The wallet cannot check it: the node was \
                        named by a site, or says nothing about fees.
                        """))
            ]
        }
        return []
    }

    private func warnings(beside proposal: FeeProposal, _ most: String) -> [Approval.Warning] {
        var dangers: [String] = []
        let fast = proposal[.fast]
        let normalFee = fee(at: proposal[.normal])
        if fees.highest > fast.highest * Self.absurd, highestFee > Self.trifle(beside: balance) {
            dangers.append(
                localized(
                    """
                    The gas price is more than \(Self.absurd, as: "factor") times what the network charges now. The \
                    fee is up to \(most, as: "amount").
                    """))
        } else if let tip = fees.tip, tip > max(fast.tip ?? 0, min(proposal.baseFee ?? 0, Self.gwei)) * Self.absurd,
            highestFee > Self.trifle(beside: balance)
        {
            dangers.append(
                localized(
                    """
                    The priority fee is more than \(Self.absurd, as: "factor") times what the network charges now. The \
                    fee is up to \(most, as: "amount").
                    """))
        }
        if let estimate, gasLimit / 10 > estimate, let balance, isMuch(of: balance) {
            dangers.append(
                localized(
                    """
                    The gas limit is more than 10 times the estimate of \(estimate, as: "estimate"). The fee is up to \
                    \(most, as: "amount").
                    """))
        }
        // It is more than half above the network's price and high in comparison, which nobody intends.
        if highestFee > normalFee * 3 / 2 {
            if wanted.value > 0 && highestFee > wanted.value || isAboveTokens {
                dangers.append(
                    localized(
                        """
                        The network fee can be more than the amount that you send. The fee is up to \
                        \(most, as: "amount").
                        """))
            } else if let balance, isMuch(of: balance) {
                dangers.append(
                    localized(
                        """
                        The network fee can be more than 5 % of what the account has. The fee is up to \
                        \(most, as: "amount").
                        """))
            }
        }
        guard dangers.isEmpty else { return dangers.map { Approval.Warning(.danger, $0) } }
        // It is at the network's price: this may be the actual cost, or a false price from a node.
        let isAboveAmount = wanted.value > 0 && highestFee > wanted.value
        if let balance, highestFee > balance / 4 || isAboveAmount && isMuch(of: balance) {
            return [
                Approval.Warning(
                    .danger,
                    highestFee > balance / 4
                        ? localized(
                            """
                            The network fee can be more than a quarter of what the account has: \
                            \(most, as: "amount").
                            """)
                        : localized(
                            "The network fee can be more than the amount that you send: \(most, as: "amount")."))
            ]
        }
        if isAboveAmount {
            return [
                Approval.Warning(
                    .caution,
                    localized("The network fee can be more than the amount that you send: \(most, as: "amount")."))
            ]
        }
        if let balance, isMuch(of: balance) {
            return [
                Approval.Warning(
                    .caution,
                    localized("The network fee can be more than 5 % of what the account has: \(most, as: "amount")."))
            ]
        }
        return []
    }

    /// Whether the fee is certainly worth more than the tokens that are sent.
    private var isAboveTokens: Bool {
        guard let worthSent, worthSent > 0, chain.isWellKnown, let cents = KnownTokens.worth(of: chain.symbol) else {
            return false
        }
        return highestFee * cents.lowerBound > worthSent
    }

    /// Whether the fee is more than a twentieth of the balance.
    private func isMuch(of balance: BigUInt) -> Bool { highestFee * 20 > balance }

    /// A fee this many times above the network's price is absurd.
    private static let absurd: BigUInt = 10

    /// A usual priority fee, for a chain whose last blocks have none.
    private static let gwei = BigUInt(1_000_000_000)

    /// A thousandth of the balance: a fee below it does no harm at any gas price.
    private static func trifle(beside balance: BigUInt?) -> BigUInt { (balance ?? 0) / 1_000 }

    /// A hundredth of a coin: the lowest fee that gets a warning if no other fee is known.
    private static let noteworthy = BigUInt(10_000_000_000_000_000)
}

extension EthereumTransaction.Fees {
    /// The priority fee per gas; `nil` if there is only one gas price.
    var tip: BigUInt? {
        guard case .dynamic(_, let tip) = self else { return nil }
        return tip
    }
}
