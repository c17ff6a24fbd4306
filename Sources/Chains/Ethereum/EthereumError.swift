internal import Messages

/// Why external input does not match Ethereum's formats.
///
/// Sentences and paths contain only the wallet's own text and checked names, so a page may see them.
public enum EthereumError: Error, Hashable, Sendable {
    /// A text is not a valid address.
    case address(AddressFault)

    /// An EIP-712 message is not well formed; `path` says where, such as `message.to.wallet`.
    case typedData(TypedDataFault, path: String)

    /// A text is not a valid EIP-4361 sign-in message; `part` names the first part that is wrong or missing.
    case signIn(part: String)

    /// A type, a signature or encoded data does not match Solidity's ABI.
    case abi(ABIFault)

    /// Bytes are not valid RLP; `offset` is the position of the error, counted from 0.
    case rlp(RLPFault, offset: Int)

    /// A transaction is not well formed; `path` says where, such as `accessList[0].address`.
    case transaction(TransactionFault, path: String)

    /// A text is not a valid amount.
    case amount(AmountFault)

    /// A text is not a valid EIP-681 payment link, or is one that must not be followed.
    case link(EthereumLinkFault)

    /// A descriptor (ERC-7730) cannot be used, or does not apply to a call.
    case descriptor(DescriptorFault)

    /// A text is not a name of ENS.
    case name(NameFault)

    /// A signature is malformed, or no key can have made it.
    case signature
}

extension EthereumError: CustomStringConvertible {
    /// A sentence in English, for pages and logs.
    public var description: String {
        switch self {
        case .address(let fault): "The address \(fault.rawValue)."
        case .typedData(let fault, let path):
            path.isEmpty ? "The typed data \(fault.rawValue)." : "The typed data at \(path) \(fault.rawValue)."
        case .signIn(let part): "The sign-in message has no valid \(part)."
        case .abi(let fault): "The call \(fault.rawValue)."
        case .rlp(let fault, let offset): "The encoding \(fault.rawValue), at byte \(offset)."
        case .transaction(let fault, let path):
            path.isEmpty ? "The transaction \(fault.rawValue)." : "The transaction's \(path) \(fault.rawValue)."
        case .amount(let fault): "The amount \(fault.rawValue)."
        case .link(let fault): "The payment link \(fault.rawValue)."
        case .descriptor(let fault): "The descriptor \(fault.rawValue)."
        case .name(let fault): "The name \(fault.rawValue)."
        case .signature: "The signature is not valid."
        }
    }
}

extension EthereumError {
    /// The sentence for the user about a sign-in message; for other errors, which only pages see, ``description``.
    public var sentence: String {
        switch self {
        case .signIn(part: "text"): localized("The sign-in message is not valid UTF-8 text.")
        case .signIn(part: "first line"): localized("The first line of the sign-in message is not valid.")
        case .signIn(part: "end"): localized("The sign-in message does not end after its last field.")
        case .signIn(let part): localized("The sign-in message has no valid “\(part, as: "field")” field.")
        default: description
        }
    }
}
