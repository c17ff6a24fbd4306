/// The `name=value` parts of a link behind its question mark, each at most once, decoded.
///
/// Strict, since two readers must not understand one link differently: no part without a value, no name twice, not even
/// in another case, no broken escapes, nothing but UTF-8.
public struct LinkFields: Hashable, Sendable {
    /// Why the parts cannot be read.
    public enum Fault: Error, Hashable, Sendable {
        /// A part is not `name=value`, or holds what no link may.
        case form
        /// A name occurs twice.
        case duplicate
    }

    private var fields: [String: String] = [:]

    /// Creates fields of which there are none.
    public init() {}

    /// Reads the query after the question mark; it must not be empty.
    public init(_ query: Substring) throws(Fault) {
        for part in query.split(separator: "&", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let name = PercentCode.decode(pair[0]), !name.isEmpty,
                name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let value = PercentCode.decode(pair[1])
            else { throw .form }
            // Two names that differ in case only would be one to some readers.
            guard !fields.keys.contains(where: { $0.lowercased() == name.lowercased() }) else {
                throw .duplicate
            }
            fields[name] = value
        }
    }

    /// The value of the part with exactly this name.
    public subscript(name: String) -> String? { fields[name] }

    /// All names.
    public var names: Set<String> { Set(fields.keys) }
}
