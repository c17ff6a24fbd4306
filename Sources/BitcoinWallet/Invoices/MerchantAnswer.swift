internal import Bitcoin
internal import Network

/// What a merchant made of a payment.
enum MerchantAnswer: Hashable, Sendable {
    /// It was taken, with these words.
    case taken(memo: String)
    /// It was answered with this HTTP error status. The server may have the payment, and could send it.
    case refused(status: Int)
    /// It never left the wallet.
    case notSent(NetworkError)
    /// It may have been taken: no answer came, or none that can be understood.
    case unknown

    /// The most characters of a merchant's words that are passed on.
    static let longestMemo = 1_000

    /// Reads the answer of a merchant's server, or of whatever stands before it.
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

    /// The words without controls and at no great length: they are data for the page.
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
