internal import Bitcoin
internal import Network

/// The forms in which invoices come, by their media types (BIP-71 and the JSON payment protocol).
enum InvoiceType: Hashable {
    /// As BIP-70 has it.
    case messages(UTXOChain)
    /// As the JSON payment protocol has it.
    case json

    static let jsonRequest = "application/payment-request"

    /// What an answer holds, by what it says itself; nothing is guessed.
    init?(of answer: HTTPResponse) {
        let type = (answer.header("content-type") ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if type == Self.jsonRequest {
            self = .json
            return
        }
        guard let utxoChain = UTXOChain.allCases.first(where: { Self.requests(on: $0) == [type] }) else { return nil }
        self = .messages(utxoChain)
    }

    /// The types of requests on `utxoChain`, or on any.
    static func requests(on utxoChain: UTXOChain?) -> [String] {
        (utxoChain.map { [$0] } ?? UTXOChain.allCases).map { "application/\(name(of: $0))-paymentrequest" }
    }

    static func name(of utxoChain: UTXOChain) -> String { utxoChain == .bitcoin ? "bitcoin" : "bitcoincash" }
}
