internal import Bitcoin
internal import Network

/// The formats of invoices, with their media types (BIP-71 and the JSON payment protocol).
enum InvoiceType: Hashable {
    /// Messages of BIP-70.
    case messages(UTXOChain)
    /// The JSON payment protocol.
    case json

    static let jsonRequest = "application/payment-request"

    /// The format of a response, from its `Content-Type`; nothing is guessed.
    init?(of answer: HTTPResponse) {
        let type = (answer.header("content-type") ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if type == Self.jsonRequest {
            self = .json
            return
        }
        guard let utxoChain = UTXOChain.mainnets.first(where: { Self.requests(on: $0) == [type] }) else { return nil }
        self = .messages(utxoChain)
    }

    /// The media types of requests on `utxoChain`, or on any ledger if it is `nil`.
    static func requests(on utxoChain: UTXOChain?) -> [String] {
        (utxoChain.map { [$0] } ?? UTXOChain.mainnets).map { "application/\(name(of: $0))-paymentrequest" }
    }

    static func name(of utxoChain: UTXOChain) -> String { utxoChain.ledger == .bitcoin ? "bitcoin" : "bitcoincash" }
}
