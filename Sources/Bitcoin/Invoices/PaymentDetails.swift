/// What a merchant asks for (BIP-70, `PaymentDetails`).
public struct PaymentDetails: Hashable, Sendable {
    /// Whether real coins are meant.
    public let isMainNetwork: Bool

    /// What is to be paid, in its order; never empty, never more than there is.
    public let outputs: [Output]

    /// When the request was made, in seconds since 1970.
    public let time: UInt64

    /// When the request ends, in seconds since 1970; `nil` for never.
    public let expires: UInt64?

    /// What the merchant says that it is for.
    public let memo: String?

    /// Where the payment is to be sent.
    public let paymentURL: String?

    /// What the merchant wants back with the payment.
    public let merchantData: [UInt8]?

    /// The most outputs that are looked at.
    public static let mostOutputs = 500

    /// Reads details.
    ///
    /// - Throws: ``BitcoinError/invoice(_:)``.
    public init(_ bytes: some Collection<UInt8>) throws(BitcoinError) {
        let fields = try ProtobufFields(Array(bytes)[...], repeated: [2], known: [1, 2, 3, 4, 5, 6, 7])
        isMainNetwork = try fields.text(1) ?? "main" == "main"
        guard let time = try fields.number(3) else { throw .invoice(.form) }
        self.time = time
        expires = try fields.number(4)
        memo = try fields.text(5)
        paymentURL = try fields.text(6)
        merchantData = try fields.bytes(7).map { Array($0) }
        var outputs: [Output] = []
        for part in try fields.all(2) {
            guard outputs.count < Self.mostOutputs else { throw .invoice(.tooLarge) }
            let output = try ProtobufFields(part, known: [1, 2])
            guard let script = try output.bytes(2) else { throw .invoice(.form) }
            outputs.append(Output(try output.number(1) ?? 0, to: Script(script)))
        }
        self.outputs = outputs
        _ = try Self.total(of: outputs)
    }

    /// What `outputs` are worth together, in satoshis.
    ///
    /// - Throws: ``BitcoinError/invoice(_:)`` where there is none, one asks for nothing, or they ask for more than there
    ///   is. An output for data alone may be worth nothing.
    public static func total(of outputs: [Output]) throws(BitcoinError) -> UInt64 {
        guard !outputs.isEmpty else { throw .invoice(.noOutputs) }
        var total: UInt64 = 0
        for output in outputs {
            guard output.value > 0 || output.script.isData, output.value <= Ledger.allMoney else {
                throw .invoice(.amount)
            }
            total += output.value
            guard total <= Ledger.allMoney else { throw .invoice(.amount) }
        }
        guard total > 0 else { throw .invoice(.amount) }
        return total
    }
}
