internal import Bridge

/// A payment request of the JSON payment protocol, version 1 (`application/payment-request`).
public struct JSONInvoice: Hashable, Sendable {
    /// The ledger of the payment.
    public let utxoChain: UTXOChain

    /// The requested outputs, in order.
    public let outputs: [Output]

    /// When the request expires, in seconds since 1970.
    public let expires: Int64

    /// The merchant's description of the payment.
    public let memo: String?

    /// The URL for the payment.
    public let paymentURL: String

    /// Reads a request for a payment on one of `chains`.
    ///
    /// - Throws: ``BitcoinError/invoice(_:)``, also if it is for another network, or ``BitcoinError/address(_:)``.
    public init(_ bytes: [UInt8], on chains: [UTXOChain] = UTXOChain.mainnets) throws(BitcoinError) {
        guard bytes.count <= PaymentRequest.largest else { throw .invoice(.tooLarge) }
        guard let body = try? JSON(parsing: bytes, rules: JSONRules(depth: 16)), body.object != nil else {
            throw .invoice(.form)
        }
        guard let network = body["network"]?.string, let currency = body["currency"]?.string else {
            throw .invoice(.form)
        }
        let known = chains.filter { $0.network.rawValue == network }
        guard !known.isEmpty else {
            throw .invoice(network == AddressNetwork.main.rawValue ? .mainNetwork : .network)
        }
        guard let utxoChain = known.first(where: { $0.ledger.currency == currency }) else {
            throw .invoice(.currency)
        }
        guard let expires = body["expires"]?.string.flatMap(InvoiceTime.seconds),
            let paymentURL = body["paymentUrl"]?.string, let entries = body["outputs"]?.array
        else { throw .invoice(.form) }
        guard entries.count <= PaymentDetails.mostOutputs else { throw .invoice(.tooLarge) }
        var outputs: [Output] = []
        for entry in entries {
            guard let amount = entry["amount"]?.number?.integer.flatMap(UInt64.init(exactly:)),
                let address = entry["address"]?.string
            else { throw .invoice(.form) }
            outputs.append(Output(amount, to: try Destination(address, on: utxoChain).script))
        }
        _ = try PaymentDetails.total(of: outputs)
        (self.utxoChain, self.outputs, self.expires, self.paymentURL) = (utxoChain, outputs, expires, paymentURL)
        switch body["memo"] {
        case .string(let text)?: memo = text
        case .null?, nil: memo = nil
        default: throw .invoice(.form)
        }
    }

    /// Encodes a payment (`application/payment`).
    ///
    /// - Parameters:
    ///   - transaction: The signed transaction in hexadecimal.
    ///   - utxoChain: The ledger.
    /// - Returns: The message.
    public static func payment(_ transaction: String, on utxoChain: UTXOChain) -> [UInt8] {
        let message: JSON = ["currency": .string(utxoChain.ledger.currency), "transactions": [.string(transaction)]]
        return message.bytes
    }

    /// Reads the response to a payment (`application/payment-ack`): the merchant's memo, or an empty string.
    ///
    /// - Throws: ``BitcoinError/invoice(_:)``.
    public static func memo(ofAnswer bytes: [UInt8]) throws(BitcoinError) -> String {
        guard bytes.count <= PaymentMessage.largestAnswer else { throw .invoice(.tooLarge) }
        guard let body = try? JSON(parsing: bytes, rules: JSONRules(depth: 16)), body.object != nil else {
            throw .invoice(.form)
        }
        switch body["memo"] {
        case .string(let text)?: return text
        case .null?, nil: return ""
        default: throw .invoice(.form)
        }
    }
}
