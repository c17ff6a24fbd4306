/// Why external input does not match the formats of Bitcoin and Bitcoin Cash.
///
/// Sentences contain only the wallet's own text, so a page may see them.
public enum BitcoinError: Error, Hashable, Sendable {
    /// A text is not a valid address.
    case address(AddressFault)

    /// Bytes are not a valid transaction or a valid part of one.
    case bytes(ByteFault)

    /// A text is not a valid amount, or the amount cannot be paid.
    case amount(AmountFault)

    /// The data for an `OP_RETURN` output cannot be encoded.
    case data(DataFault)

    /// The coins cannot pay the amount.
    case coins(CoinFault)

    /// A text is not a valid payment link, or is one that must not be followed.
    case link(LinkFault)

    /// An invoice is malformed or cannot be paid.
    case invoice(InvoiceFault)

    /// An output is not a valid message of the Simple Ledger Protocol.
    case slp(SLPFault)
}

extension BitcoinError: CustomStringConvertible {
    /// A sentence in English, for pages and logs.
    public var description: String {
        switch self {
        case .address(let fault): "The address \(fault.rawValue)."
        case .bytes(let fault): "The bytes \(fault.rawValue)."
        case .amount(let fault): "The amount \(fault.rawValue)."
        case .data(let fault): "The data for OP_RETURN \(fault.rawValue)."
        case .coins(let fault): fault.rawValue
        case .link(let fault): "The payment link \(fault.rawValue)."
        case .invoice(let fault): "The invoice \(fault.rawValue)."
        case .slp(let fault): "The token message \(fault.rawValue)."
        }
    }
}

extension BitcoinError {
    /// The sentence for the user about an amount or about coins; for other errors, which only pages see,
    /// ``description``.
    public var sentence: String {
        switch self {
        case .amount(let fault): fault.sentence
        case .coins(let fault): fault.sentence
        default: description
        }
    }
}
