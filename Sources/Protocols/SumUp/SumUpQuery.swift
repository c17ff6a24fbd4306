internal import Bridge

/// Encodes and parses the parameters of a link without loss.
enum SumUpQuery {
    /// Writes parameters; all but unreserved characters (RFC 3986, section 2.3) are escaped, so that parsers that treat
    /// `+` as a space do not change it.
    static func text(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\(PercentCode.encode($0.name))=\(PercentCode.encode($0.value))" }.joined(separator: "&")
    }

    /// Parses parameters into pairs, in their order.
    ///
    /// - Parameters:
    ///   - query: The part after the question mark.
    ///   - plusIsSpace: Returns whether a `+` in the value of this parameter is a space.
    /// - Returns: The pairs, with empty values where a part has none.
    /// - Throws: ``SumUpError/duplicate`` also if two names differ only in case, because some parsers treat them as the
    ///   same.
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
