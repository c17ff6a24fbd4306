internal import Bitcoin
internal import Network

/// The formats of invoices, with their media types (BIP-71 and the JSON payment protocol).
enum InvoiceType: Hashable {
    /// Messages of BIP-70.
    case messages(UTXOChain)
    /// The JSON payment protocol.
    case json

    static let jsonRequest = "application/payment-request"

    /// The format of a response about a payment on one of `chains`, from its `Content-Type`; nothing is guessed.
    init?(of answer: HTTPResponse, on chains: [UTXOChain]) {
        let type = (answer.header("content-type") ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if type == Self.jsonRequest {
            self = .json
            return
        }
        guard let utxoChain = chains.first(where: { Self.requests(on: $0.ledger) == [type] }) else { return nil }
        self = .messages(utxoChain)
    }

    /// The media types of requests on `ledger`, or on any if it is `nil`.
    static func requests(on ledger: UTXOChain.Ledger?) -> [String] {
        (ledger.map { [$0] } ?? [.bitcoinCash, .bitcoin]).map { "application/\(name(of: $0))-paymentrequest" }
    }

    static func name(of ledger: UTXOChain.Ledger) -> String { ledger == .bitcoin ? "bitcoin" : "bitcoincash" }
}
