/// A link that names a payment, read so strictly that no two readers can differ about it.
///
/// This alone decides what is paid; ``isPaymentLink(_:)`` and ``legacyID(of:)`` only repeat what WalletConnect's kits
/// say of a text. Read are, with white space around them and as a whole encoded at most once:
///
/// - `https://pay.walletconnect.com/?pid=pay_1` and `/pay_1`, also below a subdomain such as `staging.`;
/// - `wc:topic@2?…&pay=` with one of those, or with the id alone;
/// - `drawbridge://walletconnectpay?paymentId=pay_1` and `drawbridge://?uri=wc:…`, with `pay=` in it or beside it;
/// - `pay_1` alone.
///
/// Refused is whatever could be read in two ways: a part that occurs twice, or in another case; a user name or a
/// port; a fragment; anything but printable ASCII.
public struct PaymentLink: Hashable, Sendable {
    /// The greatest length of a link that is looked at, in bytes.
    public static let limit = 8_192

    /// The payment.
    public let id: PaymentID

    /// The site that the link names, where it names one; the gateway that is asked is configured, not taken from here.
    public let site: String?

    /// Reads a link.
    public init(_ text: String, rule: PaymentLinkRule = PaymentLinkRule()) throws(PayError.Link) {
        guard text.utf8.count <= Self.limit else { throw .tooLong }
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.first, Self.isSpace(byte) { bytes.removeFirst() }
        while let byte = bytes.last, Self.isSpace(byte) { bytes.removeLast() }
        (id, site) = try PaymentLinkReader(rule: rule).read(LinkText(bytes))
        // The kits decode a link before they part it, and can so find another payment in it than was meant.
        guard let other = (try? Self.legacyID(of: text)).flatMap({ PaymentID($0) }) else { return }
        guard other == id else { throw .ambiguous }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
