/// Why something that came from outside is not what the formats of Bitcoin and Bitcoin Cash allow.
///
/// Sentences hold nothing but our own words, so a page may see them.
public enum BitcoinError: Error, Hashable, Sendable {
    /// A text is no address.
    case address(AddressFault)

    /// Bytes are no transaction, or no part of one.
    case bytes(ByteFault)

    /// A text is no amount, or the amount cannot be paid.
    case amount(AmountFault)

    /// The data for an `OP_RETURN` output cannot be written.
    case data(DataFault)

    /// The coins cannot pay what is to be paid.
    case coins(CoinFault)

    /// A text is no payment link, or one that must not be followed.
    case link(LinkFault)

    /// An invoice cannot be paid, or is none.
    case invoice(InvoiceFault)

    /// An output is no message of the Simple Ledger Protocol.
    case slp(SLPFault)
}

extension BitcoinError: CustomStringConvertible {
    /// A sentence for the user or the page.
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
