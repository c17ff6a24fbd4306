/// The details of a payment request (BIP-70, `PaymentDetails`).
public struct PaymentDetails: Hashable, Sendable {
    /// Whether it is for mainnet.
    public let isMainNetwork: Bool

    /// The requested outputs, in order; never empty, and never more than the total supply.
    public let outputs: [Output]

    /// When the request was created, in seconds since 1970.
    public let time: UInt64

    /// When the request expires, in seconds since 1970; `nil` for never.
    public let expires: UInt64?

    /// The merchant's description of the payment.
    public let memo: String?

    /// The URL for the payment.
    public let paymentURL: String?

    /// Data that is returned to the merchant with the payment.
    public let merchantData: [UInt8]?

    /// The maximum number of outputs.
    public static let mostOutputs = 500

    /// Reads payment details.
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

    /// The total value of `outputs`, in satoshis.
    ///
    /// - Throws: ``BitcoinError/invoice(_:)`` if there are no outputs, one has the value zero, or their total exceeds
    ///   the supply. Only data outputs may have the value zero.
    public static func total(of outputs: [Output]) throws(BitcoinError) -> UInt64 {
        guard !outputs.isEmpty else { throw .invoice(.noOutputs) }
        var total: UInt64 = 0
        for output in outputs {
            guard output.value > 0 || output.script.isData, output.value <= UTXOChain.allMoney else {
                throw .invoice(.amount)
            }
            total += output.value  // No trap: neither the sum nor what is added is more than all money.
            guard total <= UTXOChain.allMoney else { throw .invoice(.amount) }
        }
        guard total > 0 else { throw .invoice(.amount) }
        return total
    }
}

extension PaymentDetails {
    /// Encodes the details of a merchant's request.
    package static func encoded(
        _ outputs: [Output], network: String = "main", time: UInt64, expires: UInt64, memo: String, paymentURL: String,
        merchantData: [UInt8]
    ) -> [UInt8] {
        var message = ProtobufWriter()
        message.append(1, Array(network.utf8))
        for output in outputs {
            var part = ProtobufWriter()
            part.append(1, output.value)
            part.append(2, output.script.bytes)
            message.append(2, part.bytes)
        }
        message.append(3, time)
        message.append(4, expires)
        message.append(5, Array(memo.utf8))
        message.append(6, Array(paymentURL.utf8))
        message.append(7, merchantData)
        return message.bytes
    }
}
