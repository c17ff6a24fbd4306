import Bridge
import Primitives

/// Why a node says no, as far as its answer is known.
///
/// Nodes have codes for few of these (EIP-1474; 3 for a revert), so most are known by the words that the usual
/// programs use: Geth, Erigon, Nethermind, Besu, Reth, Hardhat.
public enum NodeRefusal: Error, Hashable, Sendable {
    /// The account has already sent a transaction with this nonce.
    case nonceTooLow
    /// Transactions with lower numbers are missing.
    case nonceTooHigh
    /// The account cannot pay for it.
    case insufficientFunds
    /// It pays less than the node asks for.
    case underpriced
    /// It pays too little to take the place of the one with the same number.
    case replacementUnderpriced
    /// The node has it already.
    case alreadyKnown
    /// Its gas does not pay for its own bytes.
    case intrinsicGas
    /// It asks for more gas than a block has.
    case gasLimit
    /// The call needs more gas than the account could pay for, or than the node tries: it may fail however much it
    /// gets.
    case gasAllowance
    /// Its greatest fee is below what the block asks for.
    case feeBelowBlock
    /// It offers more on top than in all.
    case tipAboveFee
    /// It is signed for another chain.
    case otherChain
    /// The contract gave up; what it gave back, which may be a reason.
    case reverted([UInt8])
    /// The node does not offer the method.
    case unsupported
    /// The parameters are not what the node takes.
    case invalidParameters
    /// Too much, or too often.
    case limit
    /// Something else.
    case other

    /// Reads the member `error` of an answer.
    init(_ error: JSON) {
        let message = (error["message"]?.string ?? "").prefix(scalars: 1_000).lowercased()
        let data = error["data"]?.string ?? error["data"]?["data"]?.string
        let code = error["code"]?.number?.integer
        if code == 3 || message.contains("revert") {
            // A revert reason is short. Longer data comes from a contract that any page can choose.
            let reason = data.flatMap { $0.utf8.count <= 2 + 2 * Self.longestReason ? Hex.decode($0) : nil }
            self = .reverted(reason ?? [])
        } else if let known = Self.phrases.first(where: { message.contains($0.words) }) {
            self = known.refusal
        } else {
            self = code.flatMap { Self.codes[$0] } ?? .other
        }
    }

    /// The most bytes of what a contract gave back that are kept.
    static let longestReason = 16_384

    private static let codes: [Int: NodeRefusal] = [
        -32601: .unsupported, -32004: .unsupported, -32602: .invalidParameters, -32600: .invalidParameters,
        -32005: .limit, -32010: .insufficientFunds,
    ]

    /// More special phrases stand before those that are part of them.
    private static let phrases: [(words: String, refusal: NodeRefusal)] = [
        ("replacement transaction underpriced", .replacementUnderpriced),
        ("replacement fee too low", .replacementUnderpriced),
        ("too low to replace", .replacementUnderpriced), ("not enough to replace", .replacementUnderpriced),
        ("already known", .alreadyKnown), ("known transaction", .alreadyKnown),
        ("already imported", .alreadyKnown), ("alreadyknown", .alreadyKnown),
        ("nonce too low", .nonceTooLow), ("oldnonce", .nonceTooLow), ("nonce is too low", .nonceTooLow),
        ("nonce too high", .nonceTooHigh), ("nonce too distant", .nonceTooHigh), ("noncegap", .nonceTooHigh),
        ("insufficient funds", .insufficientFunds), ("insufficientfunds", .insufficientFunds),
        ("upfront cost exceeds", .insufficientFunds), ("insufficient balance", .insufficientFunds),
        ("insufficient sender balance", .insufficientFunds), ("lack of funds", .insufficientFunds),
        ("doesn't have enough funds", .insufficientFunds),
        ("exceeds transaction sender account balance", .insufficientFunds),
        ("max priority fee per gas higher", .tipAboveFee), ("tip above fee cap", .tipAboveFee),
        ("max fee per gas less than block base fee", .feeBelowBlock), ("fee cap less than", .feeBelowBlock),
        ("less than block base fee", .feeBelowBlock), ("below current base fee", .feeBelowBlock),
        ("underpriced", .underpriced), ("feetoolow", .underpriced), ("gas price too low", .underpriced),
        ("gas price below", .underpriced), ("fee too low", .underpriced),
        ("intrinsic gas", .intrinsicGas), ("exceeds block gas limit", .gasLimit),
        ("gas limit reached", .gasLimit), ("gas required exceeds allowance", .gasAllowance),
        ("invalid chain", .otherChain), ("chain id", .otherChain), ("chainid", .otherChain),
        ("too many requests", .limit), ("rate limit", .limit), ("query returned more than", .limit),
        ("method not found", .unsupported),
    ]
}

extension NodeRefusal: CustomStringConvertible {
    /// A sentence for the user or the page.
    public var description: String {
        switch self {
        case .nonceTooLow: "The account has already sent a transaction with this nonce."
        case .nonceTooHigh: "Transactions of the account with lower nonces are missing."
        case .insufficientFunds: "The account does not have enough for the amount and the network fee."
        case .underpriced: "The network fee is too low for the node."
        case .replacementUnderpriced: "The network fee is too low to replace the earlier transaction."
        case .alreadyKnown: "The node has this transaction already."
        case .intrinsicGas: "The gas limit is too low for this transaction."
        case .gasLimit: "The gas limit is higher than a block allows."
        case .gasAllowance: "The account cannot pay for this much gas, or the call would fail."
        case .feeBelowBlock: "The network fee is below what the chain requires now."
        case .tipAboveFee: "The priority fee is higher than the max fee."
        case .otherChain: "The transaction is for a different chain than the node's."
        case .reverted: "The contract reverted this call."
        case .unsupported: "The node of this chain does not support this request."
        case .invalidParameters: "The node of this chain does not accept these parameters."
        case .limit: "The request exceeds a limit of this chain's node."
        case .other: "The node of this chain could not process the request."
        }
    }
}

extension NodeRefusal {
    /// The words by which libraries know this refusal: those of Geth, which ethers, viem and web3.js look for.
    ///
    /// See `docs/protocol/libraries.md`.
    var phrase: String? {
        switch self {
        case .nonceTooLow: "nonce too low"
        case .nonceTooHigh: "nonce too high"
        case .insufficientFunds: "insufficient funds for gas * price + value"
        case .underpriced: "transaction underpriced"
        case .replacementUnderpriced: "replacement transaction underpriced"
        case .alreadyKnown: "already known"
        case .intrinsicGas: "intrinsic gas too low"
        case .gasLimit: "gas limit reached"
        case .gasAllowance: "gas required exceeds allowance"
        case .feeBelowBlock: "max fee per gas less than block base fee"
        case .tipAboveFee: "max priority fee per gas higher than max fee per gas"
        case .otherChain: "invalid chain id for signer"
        case .limit: "limit exceeded"
        case .reverted, .unsupported, .invalidParameters, .other: nil
        }
    }
}

extension NodeError {
    /// The words by which libraries know this failure; `nil` where none look for any.
    var phrase: String? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.phrase
    }
}
