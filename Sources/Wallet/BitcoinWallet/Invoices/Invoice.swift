internal import Bitcoin
internal import Network
import WalletCore

/// A merchant's payment request, in any of the supported formats.
struct Invoice: Hashable, Sendable {
    /// The format in which the merchant expects the payment.
    enum Form: Hashable, Sendable {
        /// Messages of BIP-70, with the data that the merchant wants returned.
        case messages(merchantData: [UInt8]?)
        /// The JSON payment protocol.
        case json
    }

    let utxoChain: UTXOChain
    let outputs: [Output]
    let memo: String?
    /// When it expires, in seconds since 1970.
    let expires: Int64?
    /// The server that the invoice was requested from; TLS proved its name.
    let host: String
    /// The signer, by a verified certificate; `nil` if it is unsigned.
    let signer: String?
    /// The URL that the payment is sent to; `nil` if it is only broadcast.
    let paymentURL: String?
    let form: Form
    /// The addresses that the name of the invoice's server may resolve to.
    let addresses: HTTPRequest.Addresses

    /// The addresses that the name of the server at `url` may resolve to: only public ones if the invoice named another
    /// server.
    func addresses(of url: String) -> HTTPRequest.Addresses {
        (try? WebAddress(url))?.host == host ? addresses : .publicOnly
    }

    /// The sum of all outputs, in satoshis.
    // No trap: the sum was held against all money that there is when it was read.
    var total: UInt64 { outputs.reduce(0) { $0 + $1.value } }

    /// Makes sure that the payment goes to an authenticated server: the one that sent the invoice, or a public one that
    /// a signed invoice names.
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
