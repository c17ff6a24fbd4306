public import Bridge

/// The rule that says which links this wallet accepts as payment links.
public struct PaymentLinkRule: Hashable, Sendable {
    /// The URI schemes that the desktop opens with this wallet, in lower case.
    public var schemes: Set<String>

    /// Sites in addition to the payment service's own, for tests and for self-hosted gateways.
    public var origins: Set<Origin>

    /// Creates a rule.
    public init(schemes: Set<String> = ["drawbridge"], origins: Set<Origin> = []) {
        self.schemes = schemes
        self.origins = origins
    }

    /// The host of the payment service.
    static let host = "pay.walletconnect.com"

    /// Whether `host`, in lower case, is that of the payment service or a subdomain of it.
    static func isService(_ host: some StringProtocol) -> Bool {
        guard host.utf8.count <= 253, host == Self.host || host.hasSuffix("." + Self.host) else { return false }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            1...63 ~= label.utf8.count && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-") }
        }
    }
}
