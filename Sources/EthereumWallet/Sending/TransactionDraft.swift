import BigInt
import Bridge
import Ethereum
import Messages
import WalletCore

/// A transaction as it would be signed now, with what the user must know to judge it.
struct TransactionDraft: Sendable {
    /// The request; the user may lower an allowance in it.
    var wanted: TransactionRequest
    let chain: Chain
    let account: EthereumAddress

    /// What a unit of gas costs; `nil` if no node could be reached.
    let proposal: FeeProposal?

    /// How many of the account's transactions the chain knows, including pending ones; `nil` if no node could be
    /// asked.
    var counted: UInt64?

    /// The account's balance; `nil` if no node could be reached.
    let balance: BigUInt?

    /// Whether the user chose the node that was asked, and not a site.
    var isNodeTrusted = true

    /// What would happen now.
    let simulation: Simulation

    /// The gas that it would use, as the node estimates it.
    let estimate: UInt64?

    /// What the account has of the tokens that are meant.
    var holdings = Holdings.unknown

    /// The most that the tokens that are sent can be worth, in the unit of ``Explanation/worthSent``.
    var worthSent: BigUInt?

    /// What the user may change.
    var nonce: UInt64
    var gasLimit: UInt64
    var fees: EthereumTransaction.Fees

    /// The pace whose fees these are; `nil` where they are the site's or the user's own.
    var pace: FeeProposal.Pace?

    /// Whether it is to take the place of another.
    var isReplacement = false

    /// Whether the user or the site chose the number.
    var isNonceChosen = false

    /// The lowest number of the account's transactions that were signed and perhaps never sent.
    var unsent: UInt64?

    /// The lowest nonce of the account's transactions that were given up or declined and that this one does not
    /// replace.
    var besides: UInt64?

    /// The account's transactions that were given up or declined, and that the network has shown since then.
    var returned: [TransactionRecord] = []

    /// How many minutes ago the same was signed by the account; `nil` where it was not.
    var repeated: Int64?

    /// The transaction; every byte of it is in its payload.
    func transaction() throws(RPCError) -> EthereumTransaction {
        do throws(EthereumError) {
            return try EthereumTransaction(
                chainID: chain.id, nonce: nonce, fees: typed(fees), gasLimit: gasLimit, to: wanted.to,
                value: wanted.value,
                data: wanted.data, accessList: wanted.accessList)
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }

    /// The fees in the type that the transaction needs.
    private func typed(_ fees: EthereumTransaction.Fees) -> EthereumTransaction.Fees {
        guard case .legacy(let price) = fees else { return fees }
        return wanted.onePrice(price)
    }

    /// The transaction as those see it who say what it does.
    var call: ContractCall {
        ContractCall(
            chainID: chain.id, from: account, to: wanted.to, value: wanted.value, data: wanted.data, nonce: nonce)
    }

    /// The most that the network fee can be.
    var highestFee: BigUInt { fees.highest * BigUInt(gasLimit) }

    /// The estimated network fee; `nil` if no node could be reached.
    var likelyFee: BigUInt? {
        guard let proposal else { return nil }
        let gas = BigUInt(min(estimate ?? gasLimit, gasLimit))
        guard case .dynamic(let maxFee, let tip) = fees, let baseFee = proposal.baseFee else {
            return fees.highest * gas
        }
        return min(maxFee, baseFee + tip) * gas
    }

    /// A text with an amount of the chain's coin.
    func words(_ text: String) -> DisplayText { .trusted(text) }

    /// `amount` of the chain's coin as text; with its symbol where that is not what a site wrote.
    func text(_ amount: BigUInt) -> String {
        let number = Amount.text(amount, decimals: 18)
        return chain.isWellKnown
            ? "\(number) \(chain.symbol)" : localized("\(number, as: "number") of the network's coin")
    }
}

extension TransactionDraft {
    /// What the user must know of fees, funds and the number.
    var warnings: [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if let warning = simulation.warning { warnings.append(warning) }
        if let balance, balance < wanted.value + highestFee {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The account has \(text(balance), as: "balance"). The amount and the maximum fee are \
                        \(text(wanted.value + highestFee), as: "amount"), so the network will reject this \
                        transaction.
                        """)))
        }
        warnings += feeWarnings
        if let estimate, gasLimit < estimate {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The gas limit is below the estimate of \(estimate, as: "estimate"). The transaction may \
                        fail and still cost its fee.
                        """)
                ))
        }
        if let baseFee = proposal?.baseFee, fees.highest < baseFee {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized("The max fee is below the current base fee, so the transaction will have to wait.")))
        }
        if let least = try? transaction().leastGas, gasLimit < least {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        A transaction with this data needs a gas limit of at least \(least, as: "minimum"), so \
                        the network will reject this one.
                        """)
                ))
        }
        if let besides, !isReplacement {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        An earlier transaction with the nonce \(besides, as: "nonce") was rejected or given \
                        up, but anyone who has it can still send it. This one does not replace it: both can be \
                        confirmed.
                        """)))
        }
        if !isReplacement {
            warnings += returned.filter { $0.nonce != nonce }.map { outgoing in
                let old = try? SignedTransaction(raw: outgoing.raw).transaction
                return outgoing.returned(isForSame: old != nil && old?.to == wanted.to)
            }
        }
        if let repeated, !isReplacement { warnings.append(TransactionRecord.repeated(repeated)) }
        return warnings + nonceWarnings
    }

    private var nonceWarnings: [Approval.Warning] {
        if isReplacement { return [] }
        guard let counted else {
            return [
                Approval.Warning(
                    .caution,
                    localized("The wallet could not ask the network for the account's nonce."))
            ]
        }
        if nonce < counted {
            // Chosen by the site it would replace what the user has sent; chosen by the user it is meant to.
            return [
                Approval.Warning(
                    wanted.nonce == nil ? .caution : .danger,
                    localized(
                        """
                        The account has used the nonce \(nonce, as: "nonce") before. This transaction replaces \
                        the earlier one, or the network rejects it.
                        """))
            ]
        }
        guard nonce > counted else { return [] }
        if let unsent, unsent < nonce {
            return [
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        This transaction waits for the one with the nonce \(unsent, as: "nonce"), which was \
                        signed and perhaps never sent. Send that one again or give it up under Activity.
                        """))
            ]
        }
        return [
            Approval.Warning(
                .caution,
                localized(
                    "This transaction waits for an earlier one that is not confirmed yet.",
                    plural:
                        """
                        This transaction waits for \(nonce - counted, as: "count") earlier ones that are not \
                        confirmed yet.
                        """,
                    count: nonce - counted))
        ]
    }
}
