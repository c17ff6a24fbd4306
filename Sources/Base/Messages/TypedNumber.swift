internal import Glibc

/// A number as a person typed it, who may write a comma before the fraction.
///
/// A comma counts only where it can mean nothing else; otherwise the person is asked, because a thousand instead of one
/// would be paid.
package enum TypedNumber: Hashable, Sendable {
    /// The number with a point before the fraction, or the text as it is if it has no comma.
    case plain(String)

    /// The question that remains.
    case unclear(Message)

    /// Whether the user's locale has a comma before the fraction.
    package static let localeWritesComma: Bool = {
        // The program itself keeps the notation of data, so the locale is asked on its own.
        guard let locale = newlocale(1 << LC_NUMERIC, "", nil) else { return false }
        defer { freelocale(locale) }
        return nl_langinfo_l(nl_item(RADIXCHAR), locale).map { String(cString: $0) } == ","
    }()

    /// Reads a number.
    ///
    /// - Parameters:
    ///   - text: What was typed, without white space around it.
    ///   - writesComma: Whether the user's locale has a comma before the fraction.
    package init(_ text: String, writesComma: Bool = Self.localeWritesComma) {
        guard text.utf8.contains(UInt8(ascii: ",")), text.utf8.count <= 100 else {
            self = .plain(text)
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isDigits) else {
            self = .unclear(
                localizable(
                    "Write the number with a point before the fraction and without other marks, such as 1234.5."))
            return
        }
        let (whole, fraction) = (parts[0], parts[1])
        let number = "\(whole).\(fraction)"
        if fraction.utf8.count == 3, whole.utf8.count <= 3, !whole.hasPrefix("0") {
            self = .unclear(
                localizable(
                    "Is this \(number, as: "number") or \("\(whole)\(fraction)", as: "other")? Write it without a comma."
                ))
        } else {
            self =
                writesComma
                ? .plain(number)
                : .unclear(localizable("Use a decimal point instead of a comma: \(number, as: "number")."))
        }
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
