package import Bridge
import Messages

/// What a person types, before it is given a meaning.
package enum EnteredText {
    /// A number with a point before the fraction.
    ///
    /// - Throws: The question what was meant, about `field`.
    package static func number(_ text: String?, field: FieldID) throws(WalletError) -> String {
        switch TypedNumber(trimmed(text)) {
        case .plain(let number): return number
        case .unclear(let question): throw WalletError(field: field, question.localized)
        }
    }

    /// The text without white space at its ends.
    package static func trimmed(_ text: String?) -> String {
        let start = (text ?? "").drop(while: \.isWhitespace)
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
