/// A sentence for people with named placeholders, as a string literal: `"Send \(amount, as: "amount")."`.
///
/// The name of a placeholder tells translators what it stands for, and lets them reorder the placeholders. The template
/// of the catalog, `po/drawbridge.pot`, contains `Send {amount}.`; `make messages` writes it from the sources.
///
/// A message can be kept as data, see `localizable`: it is translated when it is shown.
package struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
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
    package struct StringInterpolation: Sendable, StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [String: Value] = [:]

        /// Creates an empty message.
        package init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 12 * interpolationCount)
        }

        /// Appends text of the message.
        package mutating func appendLiteral(_ literal: String) {
            key += literal
        }

        /// Appends a placeholder.
        ///
        /// - Parameters:
        ///   - value: What the message shows.
        ///   - name: The name of the placeholder in the catalog: a noun, such as `recipient`.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible, as name: String) {
            key += "{\(name)}"
            values[name] = .text(value.description)
        }

        /// Appends a placeholder for a phrase, which is translated with the message.
        package mutating func appendInterpolation(_ value: Message, as name: String) {
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
    package init(stringLiteral value: String) {
        self.init(key: value, values: [:])
    }

    /// Creates a message of a text that is the same in every language, such as a name.
    package init(verbatim text: String) {
        self.init(key: "{text}", values: ["text": .text(text)])
    }

    /// Creates a message from its parts.
    package init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, values: stringInterpolation.values)
    }

    /// The message in the user's language, from the message catalog; in English if the catalog does not have it.
    package var localized: String { localizedText.text }

    /// ``localized``, and where the values of the placeholders are.
    package var localizedText: LocalizedText {
        guard let plural else { return filledText(in: Catalog.shared.text(key)) }
        return filledText(in: Catalog.shared.text(key, plural: plural.key, count: plural.count))
    }

    /// The message in English, for pages and logs.
    package var english: String {
        filledText(in: plural.map { $0.count == 1 ? key : $0.key } ?? key, with: \.english).text
    }

    /// `template`, with a value in place of each placeholder that has one.
    ///
    /// Values are never searched for placeholders: they may contain braces.
    package func filled(in template: String) -> String { filledText(in: template).text }

    func filledText(in template: String, with translate: (Message) -> String = \.localized) -> LocalizedText {
        var text = ""
        var ranges: [String: [Range<Int>]] = [:]
        var rest = template[...]
        while let start = rest.firstIndex(of: "{") {
            text += rest[..<start]
            let inner = rest[rest.index(after: start)...]
            let end = inner.firstIndex(of: "}") ?? inner.endIndex
            let name = String(inner[..<end])
            guard end < inner.endIndex, let value = values[name] else {
                text.append("{")
                rest = inner
                continue
            }
            let lower = text.utf8.count
            switch value {
            case .text(let value): text += value
            case .message(let message): text += translate(message)
            }
            ranges[name, default: []].append(lower..<text.utf8.count)
            rest = inner[inner.index(after: end)...]
        }
        return LocalizedText(text: text + rest, ranges: ranges)
    }
}

/// `message` in the user's language, from the message catalog; in English if the catalog does not have it.
package func localized(_ message: Message) -> String {
    message.localized
}

/// The form of a message that a number requires in the user's language (`ngettext`).
///
/// - Parameters:
///   - one: The English message for one.
///   - other: The English message for any other number.
///   - count: The number; every number has its form in the catalog's language.
/// - Returns: The message in the user's language; in English if the catalog does not have it.
package func localized(_ one: Message, plural other: Message, count: some BinaryInteger) -> String {
    localizable(one, plural: other, count: count).localized
}

/// `message` as data, to be stored or to replace a placeholder of another message.
///
/// The catalog has it like a message of `localized`.
package func localizable(_ message: Message) -> Message {
    message
}

/// The form of a message that a number requires, as data; see `localized(_:plural:count:)`.
package func localizable(_ one: Message, plural other: Message, count: some BinaryInteger) -> Message {
    let number = UInt(clamping: count)
    // Both forms have the same placeholders, except that the one for one may do without the number.
    return Message(
        key: one.key, plural: Message.Plural(key: other.key, count: number),
        values: other.values.merging(one.values) { value, _ in value })
}
