/// The decoded `name=value` parameters of a link's query, each at most once.
///
/// Strict, because two parsers must not read one link differently: no parameter without a value, no duplicate name
/// (ignoring case), no invalid escapes, only UTF-8.
public struct LinkFields: Hashable, Sendable {
    /// Why the query cannot be parsed.
    public enum Fault: Hashable, Sendable {
        /// A parameter is not `name=value`, or contains an invalid character.
        case form
        /// A name occurs twice.
        case duplicate
    }

    private var fields: [String: String] = [:]

    /// Creates an empty list.
    public init() {}

    /// Parses the query after the question mark; it must not be empty.
    public init(_ query: Substring) throws(BridgeError) {
        for part in query.split(separator: "&", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let name = PercentCode.decode(pair[0]), !name.isEmpty,
                name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let value = PercentCode.decode(pair[1])
            else { throw .link(.form) }
            // Some parsers consider names equal that differ only in case.
            guard !fields.keys.contains(where: { $0.lowercased() == name.lowercased() }) else {
                throw .link(.duplicate)
            }
            fields[name] = value
        }
    }

    /// The value of the parameter with exactly this name.
    public subscript(name: String) -> String? { fields[name] }

    /// The value of the parameter with this name in letters of any case; `name` is in lower case.
    public subscript(anyCase name: String) -> String? {
        fields.first { $0.key.lowercased() == name }?.value
    }

    /// All names.
    public var names: Set<String> { Set(fields.keys) }
}
