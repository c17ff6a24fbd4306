public import Bridge

/// What a payment came to.
public struct PaymentResult: Hashable, Sendable {
    /// The transaction that moved the money, as the network names it: printable characters, at most 256.
    public let txID: String

    /// What was paid.
    public let optionAmount: PaymentAmount?

    /// Creates a result.
    public init(txID: String, optionAmount: PaymentAmount? = nil) {
        self.txID = txID
        self.optionAmount = optionAmount
    }

    /// Reads `{"txId", "optionAmount"}`.
    ///
    /// - Throws: ``PayError/malformed``.
    public init(_ json: JSON) throws(PayError) {
        txID = try json.text("txId")
        guard 1...256 ~= txID.utf8.count, txID.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .malformed }
        optionAmount = json.memberIfAny("optionAmount").flatMap { try? PaymentAmount($0) }
    }
}
