internal import Bitcoin
internal import Network

/// The merchant's response to a payment.
enum MerchantAnswer: Hashable, Sendable {
    /// It was accepted, with this memo.
    case taken(memo: String)
    /// The response was this HTTP error status. The server may have the payment, and could send it.
    case refused(status: Int)
    /// It never left the wallet.
    case notSent(NetworkError)
    /// It may have been accepted: there was no response, or none that can be parsed.
    case unknown

    /// The maximum number of characters of a merchant's memo that are passed on.
    static let longestMemo = 1_000

    /// Parses the response of a merchant's server, or of an intermediary in front of it.
    init(_ answer: HTTPResponse, form: Invoice.Form) {
        switch answer.status {
        case 200...299:
            let memo =
                switch form {
                case .json: try? JSONInvoice.memo(ofAnswer: answer.body)
                case .messages: try? PaymentMessage.memo(ofAnswer: answer.body)
                }
            self = memo.map { .taken(memo: Self.plain($0)) } ?? .unknown
        case 400...499: self = .refused(status: answer.status)
        default: self = .unknown
        }
    }

    /// The text without control characters and with a limited length; it is data for the page.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longestMemo) {
            switch scalar.properties.generalCategory {
            case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator:
                plain.append(" ")
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }
}
