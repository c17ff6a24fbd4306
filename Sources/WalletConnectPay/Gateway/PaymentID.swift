internal import Bridge

/// The name that the gateway gave a payment, such as `pay_95a2ecc101KEYG1NH580DF2J04MBNRWE7V`.
///
/// `pay_` and one to 124 letters, digits or `-._~`: characters that stand for themselves wherever a link has them (RFC
/// 3986, section 2.3).
public struct PaymentID: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let text: String

    /// Reads a name; `nil` if the text is invalid.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 128, text.utf8.starts(with: "pay_".utf8), text.utf8.count > 4,
            text.utf8.allSatisfy(PercentCode.isUnreserved)
        else { return nil }
        self.text = String(text)
    }

    /// The name.
    public var description: String { text }
}
