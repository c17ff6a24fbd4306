/// Why something that came from outside is not what the formats of Bitcoin and Bitcoin Cash allow.
///
/// Sentences hold nothing but our own words, so a page may see them.
public enum BitcoinError: Error, Hashable, Sendable {
    /// A text is no address.
    case address(AddressFault)
}

extension BitcoinError: CustomStringConvertible {
    /// A sentence for the user or the page.
    public var description: String {
        switch self {
        case .address(let fault): "The address \(fault.rawValue)."
        }
    }
}
