import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages
import WalletCore

/// A transaction as it would be signed now, with the data that the user needs to judge it.
struct TransactionDraft: Sendable {
    /// The request; the user may lower an allowance in it.
    var wanted: TransactionRequest
    let chain: Chain
    let account: EthereumAddress

    /// The price of a unit of gas; `nil` if no node could be reached.
    let proposal: FeeProposal?

    /// The number of the account's transactions that the chain knows, including pending ones; `nil` if no node could be
    /// asked.
    var counted: UInt64?

    /// The account's balance; `nil` if no node could be reached.
    let balance: BigUInt?

    /// The site that named the node that was asked; `nil` if the user chose it.
    var nodeSite: String?

    /// Whether the user chose the node that was asked, and not a site.
    var isNodeTrusted: Bool { nodeSite == nil }

    /// The result if it were executed now.
    let simulation: Simulation

    /// What it would change, and the tokens that the wallet does not know, as their contracts describe them.
    var changes = ChangeReport.unasked
    var foundTokens: [EthereumAddress: Token] = [:]

    /// What stands in for an explanation of a call that the wallet cannot read; `nil` if there is nothing.
    var evidence: SimulatedEvidence?

    /// The contract to which the account has delegated (EIP-7702); `nil` if there is none.
    var delegation: AccountDelegation?

    /// Whether the node has told it, as far as it was asked.
    var isDelegationKnown = true

    /// The fee for storing the transaction's data on another chain, in wei; `nil` if the chain has none.
    var dataFee: DataFee?

    /// The gas that it would use, as estimated by the node.
    let estimate: UInt64?

    /// The account's balances of the tokens in the transaction.
    var holdings = Holdings.unknown

    /// The upper bound of the value of the tokens that are sent, in the unit of ``Explanation/worthSent``.
    var worthSent: BigUInt?

    /// What the user has typed as the price of items that are sold.
    var typedPrice = ""

    /// The name of ENS by which the user gave the recipient.
    var payeeName: ResolvedName?

    /// What the user may change.
    var nonce: UInt64
    var gasLimit: UInt64
    var fees: EthereumTransaction.Fees

    /// The pace whose fees these are; `nil` if they are the site's or the user's own.
    var pace: FeeOffer.Pace?

    /// Whether it replaces another transaction.
    var isReplacement = false

    /// Whether the user or the site chose the nonce.
    var isNonceChosen = false

    /// The lowest nonce of the account's transactions that were signed and perhaps never sent.
    var unsent: UInt64?

    /// The nonces of the account's transactions that were given up or declined and that can still be confirmed.
    var declined: Set<UInt64> = []

    /// The lowest one of them that this transaction does not replace.
    var besides: UInt64? { declined.filter { $0 != nonce }.min() }

    /// The account's transactions that were given up or declined, and that the network has shown since then.
    var returned: [TransactionRecord] = []

    /// How many minutes ago the account signed a transaction that does the same; `nil` if it did not.
    var repeated: Int64?

    /// The transaction; its payload contains every byte of it.
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

    /// The fees, converted to the type that the transaction needs.
    private func typed(_ fees: EthereumTransaction.Fees) -> EthereumTransaction.Fees {
        guard case .legacy(let price) = fees else { return fees }
        return wanted.onePrice(price)
    }

    /// The call that explains the transaction.
    var call: ContractCall {
        ContractCall(
            chainID: chain.id, from: account, to: wanted.to, value: wanted.value, data: wanted.data, nonce: nonce)
    }

    /// The maximum network fee, with the fee for data that comes on top of the gas.
    var highestFee: BigUInt { fee(at: fees) }

    /// The maximum network fee at the prices of `fees`.
    func fee(at fees: EthereumTransaction.Fees) -> BigUInt {
        fees.highest * BigUInt(gasLimit) + (extraDataFee?.most ?? 0)
    }

    /// The fee for data, if it is not in the gas.
    private var extraDataFee: DataFee? { dataFee.flatMap { $0.isInGas ? nil : $0 } }

    /// The estimated network fee; `nil` if no node could be reached.
    var likelyFee: BigUInt? {
        guard let proposal else { return nil }
        let gas = BigUInt(min(estimate ?? gasLimit, gasLimit))
        guard case .dynamic(let maxFee, let tip) = fees, let baseFee = proposal.baseFee else {
            return fees.highest * gas + (extraDataFee?.amount ?? 0)
        }
        return min(maxFee, baseFee + tip) * gas + (extraDataFee?.amount ?? 0)
    }

    /// A text with an amount of the chain's coin.
    func words(_ text: String) -> DisplayText { .trusted(text) }

    /// `amount` of the chain's coin as text; with its symbol unless a site chose the symbol.
    func text(_ amount: BigUInt) -> String {
        let number = Amount.text(amount, decimals: 18)
        return chain.isWellKnown
            ? "\(number) \(chain.symbol)" : localized("\(number, as: "number") of the network's coin")
    }
}

extension TransactionDraft {
    /// The warnings about fees, funds and the nonce.
    var warnings: [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if chain.isTest {
            warnings.append(Approval.Warning(.plain, localized("Test network. Its coins have no value.")))
        }
        if let warning = simulation.warning { warnings.append(warning) }
        if let nodeSite {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        \(nodeSite, as: "site") named the node of this network. Balance, fee and nonce are what this node \
                        says, and the wallet cannot check them.
                        """)))
        }
        if let balance, balance < wanted.value + highestFee {  // No trap: both have no upper bound: BigUInt.
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The account has \(text(balance), as: "balance"). The amount and the maximum fee are \
                        // No trap: both have no upper bound: BigUInt.
                        \(text(wanted.value + highestFee), as: "amount"), so the network will reject this \
                        transaction.
                        """)))
        }
        if let delegation { warnings.append(delegation.warning) }
        if !isDelegationKnown { warnings.append(AccountDelegation.unchecked) }
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
            // A nonce that the site chose would replace a transaction that the user sent; if the user chose it, the
            // replacement is intended.
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
                        signed and perhaps never sent. Send that one again or give it up in the history.
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
