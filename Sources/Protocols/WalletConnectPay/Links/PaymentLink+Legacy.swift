internal import Bridge

extension PaymentLink {
    /// Whether a text looks like a payment link, by the same heuristic as WalletConnect's SDKs.
    ///
    /// It is a case-insensitive search for six substrings and proves nothing: `https://epay.example` passes. Texts
    /// longer than ``limit`` are not searched.
    public static func isPaymentLink(_ text: String) -> Bool {
        guard text.utf8.count <= limit else { return false }
        let bytes = text.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
        return bytes.indices.contains { start in
            bytes[start...].starts(with: "pay".utf8)
                && pieces.contains { bytes[(start + 3)...].starts(with: $0.utf8) }
        }
    }

    /// The ID that WalletConnect's SDKs extract from a text, for callers that must agree with them; it is never used to
    /// pay.
    ///
    /// For a link to another site, the result is the entire link, encoded; a text without a slash is returned
    /// unchanged.
    ///
    /// - Throws: ``PayError/invalidRequest`` if the SDKs find none.
    public static func legacyID(of text: String) throws(PayError) -> String {
        guard !text.isEmpty, text.utf8.count <= limit else { throw .invalidRequest }
        for candidate in [LenientURL.decoded(text), text] {
            if let address = LenientURL(candidate), let id = legacyID(in: address) { return id }
        }
        guard !text.utf8.contains(UInt8(ascii: "/")) else { throw .invalidRequest }
        return text
    }

    private static let pieces = [".", "=", "_", "%2e", "%3d", "%5f"]

    private static func legacyID(in address: LenientURL) -> String? {
        switch address.scheme {
        case "http", "https": return legacyID(inPage: address)
        case "wc":
            let pay = address.field("pay").flatMap { $0.isEmpty ? nil : LenientURL($0) }
            return pay.flatMap(legacyID(inPage:))
        default: return nil
        }
    }

    private static func legacyID(inPage page: LenientURL) -> String? {
        guard let host = page.host, host == PaymentLinkRule.host || host.hasSuffix("." + PaymentLinkRule.host) else {
            return PercentCode.encode(page.text)
        }
        let path = String(page.path.drop { $0 == "/" })
        let id = page.field("pid").flatMap { $0.isEmpty ? nil : $0 } ?? path
        return id.isEmpty ? nil : id
    }
}
