/// A sentence for people with named placeholders, as a string literal: `"Send \(amount, as: "amount")."`.
///
/// The name of a placeholder tells translators what it stands for, and lets them reorder the placeholders. The template
/// of the catalog, `po/drawbridge.pot`, contains `Send {amount}.`; `make messages` writes it from the sources.
///
/// A message can be kept as data, see `localizable`: it is translated when it is shown.
public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// What stands for a placeholder.
    enum Value: Hashable, Sendable {
        /// A text that is the same in every language.
        case text(String)
        /// A phrase with a translation of its own.
        case message(Message)
    }

    /// The plural form of a message, and the number that decides about it.
    struct Plural: Hashable, Sendable, Codable {
        let key: String
        let count: UInt
    }

    /// The parts of a message while it is read.
    public struct StringInterpolation: Sendable, StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [String: Value] = [:]

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
            values[name] = .text(value.description)
        }

        /// Appends a placeholder for a phrase, which is translated with the message.
        public mutating func appendInterpolation(_ value: Message, as name: String) {
            key += "{\(name)}"
            values[name] = .message(value)
        }
    }

    /// The English message with its placeholders in braces, under which a catalog has its translation.
    package let key: String

    let plural: Plural?
    let values: [String: Value]

    init(key: String, plural: Plural? = nil, values: [String: Value]) {
        self.key = key
        self.plural = plural
        self.values = values
    }

    /// Creates a message without placeholders.
    public init(stringLiteral value: String) {
        self.init(key: value, values: [:])
    }

    /// Creates a message of a text that is the same in every language, such as a name.
    public init(verbatim text: String) {
        self.init(key: "{text}", values: ["text": .text(text)])
    }

    /// Creates a message from its parts.
    public init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, values: stringInterpolation.values)
    }

    /// The message in the user's language, from the message catalog; in English if the catalog does not have it.
    public var localized: String {
        guard let plural else { return filled(in: Catalog.shared.text(key)) }
        return filled(in: Catalog.shared.text(key, plural: plural.key, count: plural.count))
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
            switch value {
            case .text(let value): text += value
            case .message(let message): text += message.localized
            }
            rest = inner[inner.index(after: end)...]
        }
        return text + rest
    }
}

/// `message` in the user's language, from the message catalog; in English if the catalog does not have it.
public func localized(_ message: Message) -> String {
    message.localized
}

/// The form of a message that a number requires in the user's language (`ngettext`).
///
/// - Parameters:
///   - one: The English message for one.
///   - other: The English message for any other number.
///   - count: The number; every number has its form in the catalog's language.
/// - Returns: The message in the user's language; in English if the catalog does not have it.
public func localized(_ one: Message, plural other: Message, count: some BinaryInteger) -> String {
    localizable(one, plural: other, count: count).localized
}

/// `message` as data, to be stored or to stand for a placeholder of another message.
///
/// The catalog has it like a message of `localized`.
public func localizable(_ message: Message) -> Message {
    message
}

/// The form of a message that a number requires, as data; see `localized(_:plural:count:)`.
public func localizable(_ one: Message, plural other: Message, count: some BinaryInteger) -> Message {
    let number = UInt(clamping: count)
    // Both forms have the same placeholders, except that the one for one may do without the number.
    return Message(
        key: one.key, plural: Message.Plural(key: other.key, count: number),
        values: other.values.merging(one.values) { value, _ in value })
}
