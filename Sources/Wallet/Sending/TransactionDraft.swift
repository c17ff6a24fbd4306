import BigInt
import Bridge
import Ethereum

/// A transaction as it would be signed now, with what the user must know to judge it.
struct TransactionDraft {
    /// What was wished for; the user may lower an allowance in it.
    var wish: TransactionWish
    let chain: Chain
    let account: EthereumAddress

    /// What a unit of gas costs; `nil` where nobody could be asked.
    let proposal: FeeProposal?

    /// How many of the account's transactions the chain knows, those that wait included; `nil` where nobody could be
    /// asked.
    let counted: UInt64?

    /// What the account has; `nil` where nobody could be asked.
    let balance: BigUInt?

    /// What would happen now.
    let simulation: Simulation

    /// The gas that it would use, as the node estimates it.
    let estimate: UInt64?

    /// What the account has of the tokens that are meant.
    var holdings = Holdings.unknown

    /// The amount of an allowance, where the user may change it.
    var cap: AllowanceCap?

    /// Who gets something.
    var recipients: [EthereumAddress] = []

    /// What the user may change.
    var nonce: UInt64
    var gasLimit: UInt64
    var fees: Ethereum.Transaction.Fees

    /// The pace whose fees these are; `nil` where they are the site's or the user's own.
    var pace: FeeProposal.Pace?

    /// Whether it is to take the place of another.
    var isReplacement = false

    /// Whether the user or the site chose the number.
    var isNonceChosen = false

    /// The lowest number of the account's transactions that were signed and perhaps never sent.
    var unsent: UInt64?

    /// The transaction; every byte of it is in its payload.
    func transaction() throws(RPCError) -> Ethereum.Transaction {
        do throws(EthereumError) {
            return try Ethereum.Transaction(
                chainID: chain.id, nonce: nonce, fees: typed(fees), gasLimit: gasLimit, to: wish.to, value: wish.value,
                data: wish.data, accessList: wish.accessList)
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }

    /// The fees in the type that the transaction needs.
    private func typed(_ fees: Ethereum.Transaction.Fees) -> Ethereum.Transaction.Fees {
        guard case .legacy(let price) = fees else { return fees }
        return wish.onePrice(price)
    }

    /// The transaction as those see it who say what it does.
    var call: ContractCall {
        ContractCall(
            chainID: chain.id, from: account, to: wish.to, value: wish.value, data: wish.data, nonce: nonce)
    }

    /// The most that the network fee can come to.
    var highestFee: BigUInt { fees.highest * BigUInt(gasLimit) }

    /// A text that names the chain's coin, whose sign may be a stranger's.
    func words(_ text: String) -> Words { chain.isWellKnown ? .ours(text) : .theirs(text) }

    /// `amount` of the chain's coin as text with its sign.
    func text(_ amount: BigUInt) -> String { "\(Amount.text(amount, decimals: 18)) \(chain.symbol)" }
}

extension TransactionDraft {
    /// What the user must know of fees, funds and the number.
    var warnings: [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if let warning = simulation.warning { warnings.append(warning) }
        if let balance, balance < wish.value + highestFee {
            warnings.append(
                Approval.Warning(
                    .danger,
                    "The account has \(text(balance)). The amount and the highest fee are \(text(wish.value + highestFee)), "
                        + "so the network will not take this transaction."))
        }
        if highestFee > Self.muchFee {
            warnings.append(
                Approval.Warning(.caution, "The network fee is unusually high: up to \(text(highestFee))."))
        }
        if let estimate, gasLimit < estimate {
            warnings.append(
                Approval.Warning(
                    .caution,
                    "The gas limit is below what the transaction is likely to need (\(estimate)): it may fail "
                        + "and cost its fee all the same."))
        }
        if let baseFee = proposal?.baseFee, fees.highest < baseFee {
            warnings.append(
                Approval.Warning(.caution, "The fee is below what the network asks for now: it will have to wait."))
        }
        return warnings + nonceWarnings
    }

    private var nonceWarnings: [Approval.Warning] {
        if isReplacement { return [] }
        guard let counted else {
            return [Approval.Warning(.caution, "The wallet could not ask the network for the transaction's number.")]
        }
        if nonce < counted {
            return [
                Approval.Warning(
                    .caution,
                    "The account has sent a transaction with the number \(nonce) already. This one takes its place, or the "
                        + "network refuses it.")
            ]
        }
        guard nonce > counted else { return [] }
        if let unsent, unsent < nonce {
            return [
                Approval.Warning(
                    .caution,
                    "This transaction waits for the one with the number \(unsent), which was signed and perhaps never "
                        + "sent. Send that one again or give it up, in the wallet's activity.")
            ]
        }
        return [
            Approval.Warning(
                .caution,
                nonce == counted + 1
                    ? "This transaction waits for an earlier one that the network has not confirmed."
                    : "This transaction waits for \(nonce - counted) earlier ones that the network has not confirmed.")
        ]
    }

    /// A twentieth of a coin.
    private static let muchFee = BigUInt(50_000_000_000_000_000)
}
