internal import Bridge

/// A `bitcoincash:` or `bitcoin:` link: whom to pay, how much, and what for (BIP-21, BIP-72).
public struct PaymentLink: Hashable, Sendable {
    /// The ledger on which to pay.
    public let ledger: Ledger

    /// The address as it was written, without the scheme; `nil` where only ``request`` says whom to pay.
    public let address: String?

    /// Whom to pay; `nil` where only ``request`` says it.
    public let destination: Destination?

    /// How much, in satoshis.
    public let amount: UInt64?

    /// Whom the writer of the link says that it pays.
    public let label: String?

    /// What the writer of the link says that it is for.
    public let message: String?

    /// The https URL from which the request for payment is fetched (BIP-72).
    public let request: String?

    /// The longest link that is read, in bytes.
    public static let longest = 4_096

    /// Reads a link, strictly: no part twice, nothing unknown that is required, amounts exact.
    ///
    /// - Throws: ``BitcoinError/link(_:)``, ``BitcoinError/address(_:)`` or ``BitcoinError/amount(_:)``.
    public init(_ text: String) throws(BitcoinError) {
        guard text.utf8.count <= Self.longest else { throw .link(.tooLong) }
        guard let colon = text.firstIndex(of: ":") else { throw .link(.scheme) }
        ledger =
            switch text[..<colon].lowercased() {
            case "bitcoincash": .bitcoinCash
            case "bitcoin": .bitcoin
            default: throw .link(.scheme)
            }
        let rest = text[text.index(after: colon)...]
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fields: LinkFields
        do throws(LinkFields.Fault) {
            fields = parts.count > 1 ? try LinkFields(parts[1]) : LinkFields()
        } catch {
            throw .link(error == .duplicate ? .duplicate : .form)
        }
        guard !fields.names.contains(where: { $0.lowercased().hasPrefix("req-") }) else { throw .link(.required) }
        let target = String(parts[0])
        guard target.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }) else {
            throw .link(.form)
        }
        address = target.isEmpty ? nil : target
        destination = target.isEmpty ? nil : try Destination(target, on: ledger)
        amount = if let text = fields["amount"] { try DecimalText.satoshis(of: text) } else { nil }
        (label, message) = (fields["label"], fields["message"])
        request = fields["r"]
        if let request {
            guard request.lowercased().hasPrefix("https://"), request.utf8.count > 8,
                request.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw .link(.request) }
        }
        guard address != nil || request != nil else { throw .link(.recipient) }
    }
}
