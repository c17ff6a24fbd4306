internal import Bridge

/// A `bitcoincash:` or `bitcoin:` payment link: the recipient, the amount and the purpose (BIP-321, BIP-72), or the tokens
/// that it asks for on Bitcoin Cash (`c`, `ft` and `nft`, as wallets of CashTokens write them).
///
/// On test networks, `bitcoin:` is the same, and Bitcoin Cash has `bchtest:` and `bchreg:`. Names of parameters are in letters
/// of any case.
public struct BitcoinURI: Hashable, Sendable {
    /// The tokens that a link asks for.
    public struct Token: Hashable, Sendable {
        /// The category.
        public let category: TransactionID

        /// The fungible amount in the smallest unit; `nil` if the link leaves it open.
        public let amount: UInt64?

        /// Whether it asks for a non-fungible token.
        public let isItem: Bool
    }

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

    /// The tokens that are asked for instead of coins; only on Bitcoin Cash.
    public let token: Token?

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
        var rest = text[text.index(after: colon)...]
        // Some programs write the slashes of web addresses, which say nothing.
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fields: LinkFields
        do throws(BridgeError) {
            fields = parts.count > 1 && !parts[1].isEmpty ? try LinkFields(parts[1]) : LinkFields()
        } catch {
            throw .link(error == .link(.duplicate) ? .duplicate : .form)
        }
        guard !fields.names.contains(where: { $0.lowercased().hasPrefix("req-") }) else { throw .link(.required) }
        // A wallet that drops such a part pays something else than the link asks for.
        guard !fields.names.contains(where: { Self.outputs.contains($0.lowercased()) }) else { throw .link(.data) }
        // The link may have its address as a parameter, named like the prefix of its SegWit addresses (BIP-321).
        let named = utxoChain.ledger == .bitcoin ? fields[anyCase: utxoChain.network.segWitPrefix] : nil
        let target = parts[0].isEmpty ? named ?? "" : String(parts[0])
        guard target.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }) else {
            throw .link(.form)
        }
        address = target.isEmpty ? nil : target
        destination = target.isEmpty ? nil : try Destination(target, on: utxoChain)
        amount = try fields[anyCase: "amount"].map { text throws(BitcoinError) in
            // A fraction needs no digits before it (BIP-321, “ABNF grammar”).
            try DecimalText.satoshis(of: text.hasPrefix(".") ? "0\(text)" : text)
        }
        (label, message) = (fields[anyCase: "label"], fields[anyCase: "message"])
        request = fields[anyCase: "r"]
        if let request {
            guard request.lowercased().hasPrefix("https://"), request.utf8.count > 8,
                request.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw .link(.request) }
        }
        token = utxoChain.ledger == .bitcoinCash ? try Self.token(fields) : nil
        if token != nil {
            guard request == nil, amount == nil else { throw .link(.tokensAndCoins) }
            guard let address, Self.takesTokens(address, on: utxoChain) else { throw .link(.tokenAddress) }
        }
        guard address != nil || request != nil else {
            guard utxoChain.ledger == .bitcoin else { throw .link(.recipient) }
            if ["lightning", "lno"].contains(where: { fields[anyCase: $0] != nil }) { throw .link(.lightning) }
            throw .link(["sp", "tsp"].contains { fields[anyCase: $0] != nil } ? .silentPayment : .recipient)
        }
    }

    /// The parameters that add an output to the payment (`OP_RETURN`), which this wallet does not make from links.
    private static let outputs: Set = ["op_return", "op_return_raw"]

    private static func token(_ fields: LinkFields) throws(BitcoinError) -> Token? {
        let (fungible, item) = (fields[anyCase: "ft"], fields[anyCase: "nft"])
        guard let category = fields[anyCase: "c"] else {
            guard fungible == nil, item == nil else { throw .link(.token) }
            return nil
        }
        guard let id = TransactionID(category) else { throw .link(.token) }
        var amount: UInt64?
        if let fungible {
            guard 1...19 ~= fungible.utf8.count, fungible.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let units = UInt64(fungible), 1...UInt64(Int64.max) ~= units
            else { throw .link(.token) }
            amount = units
        }
        return Token(category: id, amount: amount, isItem: item != nil)
    }

    /// Whether the owner of an address says that tokens can be sent to it.
    private static func takesTokens(_ address: String, on utxoChain: UTXOChain) -> Bool {
        let kind = (try? CashAddress(address, prefix: utxoChain.network.cashPrefix))?.kind
        return kind == .tokenPublicKey || kind == .tokenScript
    }
}
