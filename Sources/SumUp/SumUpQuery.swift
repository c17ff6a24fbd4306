internal import Bridge

/// The parameters of a link, written and read so that nothing changes on the way.
enum SumUpQuery {
    /// Writes parameters; all but unreserved characters (RFC 3986, section 2.3) are escaped, so that a `+` survives
    /// readers that take it for a space.
    static func text(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\(PercentCode.encode($0.name))=\(PercentCode.encode($0.value))" }.joined(separator: "&")
    }

    /// Reads parameters into pairs, in their order.
    ///
    /// - Parameters:
    ///   - query: The part after the question mark.
    ///   - plusIsSpace: Whether a `+` in the value of this parameter is a space.
    /// - Returns: The pairs, with empty values where a part has none.
    /// - Throws: ``SumUpError/duplicate`` also where two names differ in case only: to some readers they are one.
    static func pairs(
        _ query: Substring, plusIsSpace: (_ name: String) -> Bool = { _ in false }
    ) throws(SumUpError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var names: Set<String> = []
        for part in query.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCode.decode(halves[0], plusIsSpace: false), !name.isEmpty,
                name.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
                let value = halves.count > 1 ? PercentCode.decode(halves[1], plusIsSpace: plusIsSpace(name)) : ""
            else { throw .form }
            guard names.insert(name.lowercased()).inserted else { throw .duplicate }
            pairs.append((name, value))
        }
        return pairs
    }
}
