/// The lines of a sign-in message, read from the first to the last.
struct SignInLines {
    private var rest: ArraySlice<String>

    init(_ text: String) {
        // By scalars: a carriage return and a line feed are one character to Swift.
        rest = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next() -> String? {
        rest.popFirst()
    }

    /// The value behind `label` on the next line.
    mutating func value(_ label: String, where isValid: (String) -> Bool) throws(EthereumError) -> String {
        guard let value = try optionalValue(label, where: isValid) else { throw .signIn(part: label) }
        return value
    }

    /// The value behind `label`, if it is on the next line.
    mutating func optionalValue(
        _ label: String, where isValid: (String) -> Bool
    ) throws(EthereumError) -> String? {
        let start = "\(label): "
        guard let line = rest.first, line.utf8.starts(with: start.utf8) else { return nil }
        rest.removeFirst()
        let value = String(line.unicodeScalars.dropFirst(start.unicodeScalars.count))
        guard isValid(value) else { throw .signIn(part: label) }
        return value
    }

    /// The moment behind `label`, if it is on the next line.
    mutating func time(_ label: String) throws(EthereumError) -> SignInTime? {
        guard let value = try optionalValue(label, where: { _ in true }) else { return nil }
        guard let time = SignInTime(value) else { throw .signIn(part: label) }
        return time
    }

    /// The list at the end, if there is one.
    mutating func resources() throws(EthereumError) -> [String] {
        guard rest.first == "Resources:" else { return [] }
        rest.removeFirst()
        var resources: [String] = []
        while let line = rest.popFirst() {
            guard line.utf8.starts(with: "- ".utf8) else { throw .signIn(part: "Resources") }
            let resource = String(line.unicodeScalars.dropFirst(2))
            guard SignInText.isURI(resource) else { throw .signIn(part: "Resources") }
            resources.append(resource)
        }
        return resources
    }
}
