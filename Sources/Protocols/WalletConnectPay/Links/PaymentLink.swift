/// A link that names a payment, parsed so strictly that two parsers cannot disagree about it.
///
/// Only this type decides what is paid; ``isPaymentLink(_:)`` and ``legacyID(of:)`` only reproduce the results of
/// WalletConnect's SDKs. The following forms are accepted, with optional white space around them and with the entire
/// link encoded at most once:
///
/// - `https://pay.walletconnect.com/?pid=pay_1` and `/pay_1`, also below a subdomain such as `staging.`;
/// - `wc:topic@2?…&pay=` with one of those, or with only the ID;
/// - `drawbridge://walletconnectpay?paymentId=pay_1` and `drawbridge://?uri=wc:…`, with `pay=` inside or next to it;
/// - `pay_1` by itself.
///
/// Everything ambiguous is rejected: a part that occurs twice or in another case, a user name or a port, a fragment,
/// and anything but printable ASCII.
public struct PaymentLink: Hashable, Sendable {
    /// The maximum length of a link, in bytes.
    public static let limit = 8_192

    /// The payment.
    public let id: PaymentID

    /// The site that the link names; `nil` if it names none.
    ///
    /// The gateway is configured, and never taken from the link.
    public let site: String?

    /// Parses a link.
    public init(_ text: String, rule: PaymentLinkRule = PaymentLinkRule()) throws(PayError) {
        guard text.utf8.count <= Self.limit else { throw .link(.tooLong) }
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.first, Self.isSpace(byte) { bytes.removeFirst() }
        while let byte = bytes.last, Self.isSpace(byte) { bytes.removeLast() }
        (id, site) = try PaymentLinkReader(rule: rule).read(LinkText(bytes))
        // WalletConnect's SDKs decode a link before they split it, and so can find another payment in it than the
        // intended one.
        guard let other = (try? Self.legacyID(of: text)).flatMap({ PaymentID($0) }) else { return }
        guard other == id else { throw .link(.ambiguous) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
