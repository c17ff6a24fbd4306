internal import Bridge

/// A `bitcoincash:` or `bitcoin:` payment link: the recipient, the amount and the purpose (BIP-21, BIP-72).
///
/// On test networks, `bitcoin:` is the same, and Bitcoin Cash has `bchtest:` and `bchreg:`.
public struct BitcoinURI: Hashable, Sendable {
    /// The chain of the payment.
    public let utxoChain: UTXOChain

    /// The address as written, without the scheme; `nil` if only ``request`` names the recipient.
    public let address: String?

    /// The recipient; `nil` if only ``request`` names it.
    public let destination: Destination?

    /// The amount in satoshis.
    public let amount: UInt64?

    /// The name of the recipient, by the author of the link.
    public let label: String?

    /// The purpose of the payment, by the author of the link.
    public let message: String?

    /// The https URL of the payment request (BIP-72).
    public let request: String?

    /// The maximum length of a link, in bytes.
    public static let longest = 4_096

    /// Reads a link strictly: no duplicates, no unknown required parameters, exact amounts.
    ///
    /// - Parameters:
    ///   - text: The link.
    ///   - expected: The test network on which the user pays; `nil` for a payment on a chain with value.
    /// - Throws: ``BitcoinError/link(_:)``, ``BitcoinError/address(_:)`` or ``BitcoinError/amount(_:)``.
    public init(_ text: String, onTestNetwork expected: UTXOChain? = nil) throws(BitcoinError) {
        guard text.utf8.count <= Self.longest else { throw .link(.tooLong) }
        guard let colon = text.firstIndex(of: ":") else { throw .link(.scheme) }
        let scheme = text[..<colon].lowercased()
        switch (scheme, expected) {
        case ("bitcoin", let expected?) where expected.ledger == .bitcoin: utxoChain = expected
        case ("bitcoin", _): utxoChain = .bitcoin
        case ("bitcoincash", _): utxoChain = .bitcoinCash
        case (_, let expected?) where expected.ledger == .bitcoinCash && scheme == expected.network.cashPrefix:
            utxoChain = expected
        default: throw .link(.scheme)
        }
        let rest = text[text.index(after: colon)...]
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fields: LinkFields
        do throws(BridgeError) {
            fields = parts.count > 1 ? try LinkFields(parts[1]) : LinkFields()
        } catch {
            throw .link(error == .link(.duplicate) ? .duplicate : .form)
        }
        guard !fields.names.contains(where: { $0.lowercased().hasPrefix("req-") }) else { throw .link(.required) }
        let target = String(parts[0])
        guard target.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }) else {
            throw .link(.form)
        }
        address = target.isEmpty ? nil : target
        destination = target.isEmpty ? nil : try Destination(target, on: utxoChain)
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
