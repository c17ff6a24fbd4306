/// The payment message to a merchant, and its response (BIP-70, `Payment` and `PaymentACK`).
public enum PaymentMessage {
    /// Encodes a payment.
    ///
    /// - Parameters:
    ///   - transactions: The signed transactions.
    ///   - refund: The script and the amount for a refund.
    ///   - merchantData: The merchant's data from the request.
    ///   - memo: A note to the merchant.
    /// - Returns: The message.
    public static func payment(
        _ transactions: [[UInt8]], refund: Output? = nil, merchantData: [UInt8]? = nil, memo: String? = nil
    ) -> [UInt8] {
        var message = ProtobufWriter()
        if let merchantData { message.append(1, merchantData) }
        for transaction in transactions { message.append(2, transaction) }
        if let refund {
            var output = ProtobufWriter()
            output.append(1, refund.value)
            output.append(2, refund.script.bytes)
            message.append(3, output.bytes)
        }
        if let memo { message.append(4, Array(memo.utf8)) }
        return message.bytes
    }

    /// Reads the response to a payment: the merchant's memo, or an empty string.
    ///
    /// - Throws: ``BitcoinError/invoice(_:)``.
    public static func memo(ofAnswer bytes: [UInt8]) throws(BitcoinError) -> String {
        guard bytes.count <= largestAnswer else { throw .invoice(.tooLarge) }
        let fields = try ProtobufFields(bytes[...], known: [1, 2])
        guard try fields.bytes(1) != nil else { throw .invoice(.form) }
        return try fields.text(2) ?? ""
    }

    /// Reads a payment as a merchant does: its transactions, and the merchant's data.
    ///
    /// - Throws: ``BitcoinError/invoice(_:)``.
    package static func read(
        _ bytes: [UInt8]
    ) throws(BitcoinError) -> (transactions: [[UInt8]], merchantData: [UInt8]?) {
        guard bytes.count <= PaymentRequest.largest else { throw .invoice(.tooLarge) }
        let fields = try ProtobufFields(bytes[...], repeated: [2, 3], known: [1, 2, 3, 4])
        return (try fields.all(2).map { Array($0) }, try fields.bytes(1).map { Array($0) })
    }

    /// Encodes a merchant's response to a payment.
    package static func answer(to payment: [UInt8], memo: String) -> [UInt8] {
        var message = ProtobufWriter()
        message.append(1, payment)
        message.append(2, Array(memo.utf8))
        return message.bytes
    }

    /// The maximum size of a response in bytes (BIP-70).
    public static let largestAnswer = 60_000
}
