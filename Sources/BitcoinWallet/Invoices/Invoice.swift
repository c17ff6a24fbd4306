internal import Bitcoin
internal import Network
import WalletCore

/// What a merchant asks for, whatever the form in which it came.
struct Invoice: Hashable, Sendable {
    /// The form in which the merchant wants the payment.
    enum Form: Hashable, Sendable {
        /// As BIP-70 has it, with what the merchant wants back.
        case messages(merchantData: [UInt8]?)
        /// As the JSON payment protocol has it.
        case json
    }

    let utxoChain: UTXOChain
    let outputs: [Output]
    let memo: String?
    /// In seconds since 1970.
    let expires: Int64?
    /// The server that the invoice was asked from; its name was proved by TLS.
    let host: String
    /// The signer, by a verified certificate; `nil` if it is unsigned.
    let signer: String?
    /// Where the payment is sent; `nil` where it is only broadcast.
    let paymentURL: String?
    let form: Form

    /// What all outputs are worth, in satoshis.
    var total: UInt64 { outputs.reduce(0) { $0 + $1.value } }

    /// Makes sure that the payment goes to an authenticated server: the one that was asked, or one of the
    /// internet that a signed invoice names.
    func checked() throws(BitcoinError) -> Invoice {
        guard let paymentURL else { return self }
        guard let address = try? InvoicePlace.secure(paymentURL),
            address.host == host || signer != nil && PublicHost.contains(address.host)
        else {
            throw .invoice(.paymentAddress)
        }
        return self
    }
}
