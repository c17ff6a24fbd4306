import Bridge
import Messages

/// The members of an object in the file of the settings; a member that is not known is an error.
///
/// Errors are ``WalletError``, with a sentence that names the member by its path, such as `chains[0].endpoint`.
struct SettingsMembers<Name: CodingKey> {
    private let container: KeyedDecodingContainer<Name>

    /// Reads an object with the members `Name`.
    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Name.self)
        for key in try decoder.container(keyedBy: AnyName.self).allKeys where Name(stringValue: key.stringValue) == nil
        {
            let member = RPCError.quoted(key.stringValue)
            throw WalletError(
                decoder.codingPath.isEmpty
                    ? localized("The file contains the unknown member \(member, as: "member").")
                    : localized(
                        """
                        “\(decoder.codingPath.text, as: "setting")” contains the unknown member \
                        \(member, as: "member").
                        """))
        }
    }

    /// The names of the members, in the order of the file.
    var names: [Name] { container.allKeys }

    /// The path of a member, for sentences.
    func path(_ name: Name) -> String { (container.codingPath + [name]).text }

    /// A member; `nil` if it is missing.
    func value<Value: Decodable>(_ name: Name, as: Value.Type = Value.self) throws -> Value? {
        container.contains(name) ? try container.decode(Value.self, forKey: name) : nil
    }

    /// The members of a member; `nil` if it is missing.
    func object<Inner: CodingKey>(_ name: Name, of _: Inner.Type) throws -> SettingsMembers<Inner>? {
        container.contains(name) ? try SettingsMembers<Inner>(container.superDecoder(forKey: name)) : nil
    }

    /// The text of a member; `nil` if it is missing, or is no text.
    func text(_ name: Name) -> String? { try? container.decode(String.self, forKey: name) }

    /// A member that `read` makes of its text, with the sentence if it cannot; `nil` if the member is missing.
    func read<Value>(
        _ name: Name, _ sentence: (_ setting: String) -> String, _ read: (String) -> Value?
    ) throws -> Value? {
        guard container.contains(name) else { return nil }
        guard let value = text(name).flatMap(read) else { throw WalletError(sentence(path(name))) }
        return value
    }

    /// The elements of a member, of which there may be `most`, with the sentence if there are more; none if it is missing.
    func list<Element: Decodable>(
        _ name: Name, most: Int, _ sentence: (_ setting: String) -> String
    ) throws -> [Element] {
        guard container.contains(name) else { return [] }
        guard try container.nestedUnkeyedContainer(forKey: name).count ?? 0 <= most else {
            throw WalletError(sentence(path(name)))
        }
        return try container.decode([Element].self, forKey: name)
    }
}

/// The name of any member.
struct AnyName: CodingKey {
    let stringValue: String

    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

/// A text in a list of the settings, which must have a certain form.
protocol SettingsText: Decodable {
    /// Reads it.
    ///
    /// - Throws: Why it cannot be used; `setting` is its path.
    init(_ text: String, at setting: String) throws(WalletError)
}

extension SettingsText {
    init(from decoder: any Decoder) throws {
        let text = try? decoder.singleValueContainer().decode(String.self)
        try self.init(text ?? "", at: decoder.codingPath.text)
    }
}

extension WalletError {
    /// The sentence about the form of the settings’ file.
    init(_ error: DecodingError) {
        switch error {
        case .typeMismatch(let type, let context) where !context.codingPath.isEmpty:
            let path = context.codingPath.text
            self.init(
                type == Bool.self
                    ? localized("“\(path, as: "setting")” must be true or false.")
                    : type == [JSON].self
                        ? localized("“\(path, as: "setting")” must be an array.")
                        : localized("“\(path, as: "setting")” must be an object."))
        default: self.init(localized("The file must contain an object."))
        }
    }
}

extension [any CodingKey] {
    /// A path, such as `chains[0].endpoint`.
    fileprivate var text: String {
        reduce(into: "") { text, key in
            text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? key.stringValue : ".\(key.stringValue)")
        }
    }
}
