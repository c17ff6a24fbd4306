import Bridge
package import Messages
import Primitives

/// Why a node rejected a request, as far as its response can be interpreted.
///
/// Nodes have codes for few of these (EIP-1474; 3 for a revert), so most are recognised by the phrases that the common
/// implementations use: Geth, Erigon, Nethermind, Besu, Reth, Hardhat.
public enum NodeRefusal: Hashable, Sendable {
    /// The account has already sent a transaction with this nonce.
    case nonceTooLow
    /// Transactions with lower nonces are missing.
    case nonceTooHigh
    /// The account cannot pay for it.
    case insufficientFunds
    /// It pays less than the node requires.
    case underpriced
    /// It pays too little to replace the transaction with the same nonce.
    case replacementUnderpriced
    /// The node already has it.
    case alreadyKnown
    /// Its gas limit is below the intrinsic gas, the cost of its own bytes.
    case intrinsicGas
    /// Its gas limit is above that of a block.
    case gasLimit
    /// The call needs more gas than the account could pay for, or than the node allows: it may fail with any amount of
    /// gas.
    case gasAllowance
    /// Its maximum fee is below the base fee of the block.
    case feeBelowBlock
    /// Its maximum priority fee is above its maximum fee.
    case tipAboveFee
    /// It is signed for another chain.
    case otherChain
    /// The transaction is invalid, or breaks a rule of the node's, for a reason that has no case here.
    case invalidTransaction
    /// The node's pool of transactions has no room for it.
    case poolFull
    /// The contract reverted; with the data that it returned, which may contain a reason.
    case reverted([UInt8])
    /// The node does not offer the method.
    case unsupported
    /// The node does not accept the parameters.
    case invalidParameters
    /// The request is too large, or requests are too frequent.
    case limit
    /// Another reason.
    case other

    /// Reads the member `error` of a response.
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

    /// The maximum length of the revert data that is kept, in bytes.
    static let longestReason = 16_384

    private static let codes: [Int: NodeRefusal] = [
        -32601: .unsupported, -32004: .unsupported, -32602: .invalidParameters, -32600: .invalidParameters,
        -32005: .limit, -32003: .invalidTransaction, -32010: .invalidTransaction, -32015: .reverted([]),
    ]

    /// Longer phrases come before the phrases that they contain.
    private static let phrases: [(words: String, refusal: NodeRefusal)] = [
        ("replacement transaction underpriced", .replacementUnderpriced),
        ("replacement fee too low", .replacementUnderpriced),
        ("too low to replace", .replacementUnderpriced), ("not enough to replace", .replacementUnderpriced),
        ("already known", .alreadyKnown), ("known transaction", .alreadyKnown),
        ("already imported", .alreadyKnown), ("alreadyknown", .alreadyKnown),
        ("nonce too low", .nonceTooLow), ("oldnonce", .nonceTooLow), ("nonce is too low", .nonceTooLow),
        ("nonce too high", .nonceTooHigh), ("nonce too distant", .nonceTooHigh), ("noncegap", .nonceTooHigh),
        ("nonce is too distant", .nonceTooHigh), ("noncetoofar", .nonceTooHigh), ("nonce below", .nonceTooLow),
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
        ("exceeds the block gas limit", .gasLimit), ("gaslimitexceeded", .gasLimit),
        ("transaction gas limit too high", .gasLimit), ("gas limit reached", .gasLimit),
        ("gas required exceeds allowance", .gasAllowance),
        ("floor data gas", .intrinsicGas),
        ("pool is full", .poolFull), ("account limit exceeded", .poolFull), ("future transaction tries", .poolFull),
        ("in-flight transaction limit", .poolFull), ("pool is disabled", .poolFull), ("pool not enabled", .poolFull),
        ("invalid sender", .invalidTransaction), ("sender is not authorized", .invalidTransaction),
        ("sender not an eoa", .invalidTransaction), ("sender is not an eoa", .invalidTransaction),
        ("already reserved", .invalidTransaction), ("negative value", .invalidTransaction),
        ("oversized data", .invalidTransaction), ("initcode size", .invalidTransaction),
        ("initcode too large", .invalidTransaction), ("gas uint64 overflow", .invalidTransaction),
        ("transaction type not supported", .invalidTransaction), ("exceeds the configured cap", .invalidTransaction),
        ("fee cap exceeded", .invalidTransaction), ("replay-protected", .invalidTransaction),
        ("invalid transaction", .invalidTransaction), ("typed transaction too short", .invalidTransaction),
        ("rlp: ", .invalidTransaction), ("invalid rlp", .invalidTransaction), ("rlp too long", .invalidTransaction),
        ("invalid signature", .invalidTransaction), ("marked the transaction as invalid", .invalidTransaction),
        ("transaction rejected", .invalidTransaction),
        ("invalid chain", .otherChain), ("chain id", .otherChain), ("chainid", .otherChain),
        ("invalid opcode", .reverted([])), ("out of gas", .reverted([])), ("stack underflow", .reverted([])),
        ("invalid jump", .reverted([])), ("bad instruction", .reverted([])), ("vm execution error", .reverted([])),
        ("too many requests", .limit), ("rate limit", .limit), ("query returned more than", .limit),
        ("block range", .limit), ("range too large", .limit), ("range is too", .limit), ("range exceeds", .limit),
        ("response size", .limit), ("limited to", .limit), ("too many results", .limit),
        ("request count exceeded", .limit), ("compute units", .limit), ("capacity exceeded", .limit),
        ("throttl", .limit), ("quota", .limit),
        ("method not found", .unsupported),
    ]
}

extension NodeRefusal {
    /// Whether it says something about the request itself, so that another node would say the same.
    ///
    /// What a node does not support, limits, or cannot do, another one may do. Parameters are part of the request, but nodes
    /// accept different ones.
    var isAnswer: Bool {
        switch self {
        case .unsupported, .invalidParameters, .limit, .invalidTransaction, .poolFull, .other: false
        default: true
        }
    }

    /// Whether a node gives this reason only for a transaction that it did not take.
    ///
    /// A server in front of nodes that fails or limits requests may have passed the transaction on. Nodes for development
    /// mine a transaction whose call reverts, and then report the revert.
    var isRejection: Bool {
        switch self {
        case .limit, .other, .reverted: false
        default: true
        }
    }
}

extension NodeRefusal: CustomStringConvertible {
    /// The sentence for users and pages.
    package var text: Message {
        switch self {
        case .nonceTooLow: localizable("The account has already sent a transaction with this nonce.")
        case .nonceTooHigh: localizable("Transactions of the account with lower nonces are missing.")
        case .insufficientFunds: localizable("The account does not have enough for the amount and the network fee.")
        case .underpriced: localizable("The network fee is too low for the node.")
        case .replacementUnderpriced: localizable("The network fee is too low to replace the earlier transaction.")
        case .alreadyKnown: localizable("The node has this transaction already.")
        case .intrinsicGas: localizable("The gas limit is too low for this transaction.")
        case .gasLimit: localizable("The gas limit is higher than a block allows.")
        case .gasAllowance: localizable("The account cannot pay for this much gas, or the call would fail.")
        case .feeBelowBlock: localizable("The network fee is below what the chain requires now.")
        case .tipAboveFee: localizable("The priority fee is higher than the max fee.")
        case .otherChain: localizable("The transaction is for a different chain than the node's.")
        case .invalidTransaction: localizable("The transaction is invalid or breaks a rule of the node.")
        case .poolFull: localizable("The node accepts no more transactions at the moment.")
        case .reverted: localizable("The contract reverted this call.")
        case .unsupported: localizable("The node of this chain does not support this request.")
        case .invalidParameters: localizable("The node of this chain does not accept these parameters.")
        case .limit: localizable("The request exceeds a limit of this chain's node.")
        case .other: localizable("The node of this chain could not process the request.")
        }
    }

    /// The sentence in English, for pages and logs.
    public var description: String { text.english }
}

extension NodeRefusal {
    /// The phrase by which libraries recognise this rejection: that of Geth, which ethers, viem and web3.js look for.
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
        case .poolFull: "txpool is full"
        case .invalidTransaction, .reverted, .unsupported, .invalidParameters, .other: nil
        }
    }
}

extension NodeError {
    /// The phrase by which libraries recognise this failure; `nil` if no library looks for one.
    var phrase: String? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.phrase
    }
}
