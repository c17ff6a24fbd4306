package import Bridge

/// The result of a payment.
public struct PaymentResult: Hashable, Sendable {
    /// The ID on the network of the transaction that moved the money: at most 256 printable characters.
    public let txID: String

    /// The amount that was paid.
    public let optionAmount: PaymentAmount?

    /// Creates a result.
    public init(txID: String, optionAmount: PaymentAmount? = nil) {
        self.txID = txID
        self.optionAmount = optionAmount
    }

    /// Parses `{"txId", "optionAmount"}`.
    ///
    /// - Throws: ``PayError/malformed``.
    package init(_ json: JSON) throws(PayError) {
        txID = try json.text("txId")
        guard 1...256 ~= txID.utf8.count, txID.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .malformed }
        optionAmount = json.memberIfAny("optionAmount").flatMap { try? PaymentAmount($0) }
    }
}
