/// A sentence for people with named placeholders, as a string literal: `"Send \(amount, as: "amount")."`.
///
/// The name of a placeholder tells translators what it stands for, and lets them reorder the placeholders. The template
/// of the catalog, `po/drawbridge.pot`, contains `Send {amount}.`; `make messages` writes it from the sources.
public struct Message: Sendable, ExpressibleByStringInterpolation {
    /// The parts of a message while it is read.
    public struct StringInterpolation: Sendable, StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [String: String] = [:]

        /// Creates an empty message.
        public init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 12 * interpolationCount)
        }

        /// Appends text of the message.
        public mutating func appendLiteral(_ literal: String) {
            key += literal
        }

        /// Appends a placeholder.
        ///
        /// - Parameters:
        ///   - value: What the message shows.
        ///   - name: The name of the placeholder in the catalog: a noun, such as `recipient`.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible, as name: String) {
            key += "{\(name)}"
            values[name] = value.description
        }
    }

    /// The English message with its placeholders in braces, under which a catalog has its translation.
    package let key: String

    private let values: [String: String]

    /// Creates a message without placeholders.
    public init(stringLiteral value: String) {
        key = value
        values = [:]
    }

    /// Creates a message from its parts.
    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        values = stringInterpolation.values
    }

    /// `template`, with a value in place of each placeholder that has one.
    ///
    /// Values are never searched for placeholders: they may contain braces.
    package func filled(in template: String) -> String {
        var text = ""
        var rest = template[...]
        while let start = rest.firstIndex(of: "{") {
            text += rest[..<start]
            let inner = rest[rest.index(after: start)...]
            guard let end = inner.firstIndex(of: "}"), let value = values[String(inner[..<end])] else {
                text.append("{")
                rest = inner
                continue
            }
            text += value
            rest = inner[inner.index(after: end)...]
        }
        return text + rest
    }
}

/// `message` in the user's language, from the message catalog; in English if the catalog does not have it.
public func localized(_ message: Message) -> String {
    message.filled(in: Catalog.shared.text(message.key))
}

/// The form of a message that a number requires in the user's language (`ngettext`).
///
/// - Parameters:
///   - one: The English message for one.
///   - other: The English message for any other number.
///   - count: The number; every number has its form in the catalog's language.
/// - Returns: The message in the user's language; in English if the catalog does not have it.
public func localized(_ one: Message, plural other: Message, count: some BinaryInteger) -> String {
    let message = count == 1 ? one : other
    return message.filled(in: Catalog.shared.text(one.key, plural: other.key, count: UInt(clamping: count)))
}
