internal import Bridge

/// The gateway's ID of a payment, such as `pay_95a2ecc101KEYG1NH580DF2J04MBNRWE7V`.
///
/// It consists of `pay_` and 1 to 124 letters, digits or `-._~`: unreserved characters, which are never encoded in a
/// link (RFC 3986, section 2.3).
public struct PaymentID: Hashable, Sendable, CustomStringConvertible {
    /// The text of the ID.
    public let text: String

    /// Parses an ID; `nil` if the text is invalid.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 128, text.utf8.starts(with: "pay_".utf8), text.utf8.count > 4,
            text.utf8.allSatisfy(PercentCode.isUnreserved)
        else { return nil }
        self.text = String(text)
    }

    /// The text of the ID.
    public var description: String { text }
}
