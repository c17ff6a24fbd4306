internal import Bridge

/// The names that a metadata registry gives to CashTokens (CHIP-BCMR, “Bitcoin Cash Metadata Registries”, version 2 of
/// the schema).
///
/// Anyone can publish a registry, so its texts are untrusted, and it is only used if the user has set it.
package struct TokenRegistry: Sendable {
    /// What it says about a category of tokens.
    package struct Entry: Hashable, Sendable {
        /// The name; any text.
        package let name: String

        /// The symbol: capital letters, digits and dashes.
        package let symbol: String

        /// The number of decimal places of a unit, 0 to 18.
        package let decimals: Int
    }

    private let entries: [TransactionID: Entry]

    /// The maximum size of a registry in bytes.
    package static let mostBytes = 8 << 20

    private static let mostValues = 500_000
    private static let longestSymbol = 26
    private static let longestName = 200

    /// Reads a registry; `nil` if the file is not one of this version, or is too large.
    ///
    /// Of each identity, the latest snapshot that is not in the future counts. One that does not follow the schema is
    /// left out, and so is a category that two identities claim.
    ///
    /// - Parameters:
    ///   - file: The JSON text.
    ///   - now: The time in seconds since 1970.
    package init?(_ file: [UInt8], at now: Int64) {
        guard file.count <= Self.mostBytes,
            let json = try? JSON(parsing: file, rules: JSONRules(depth: 32, values: Self.mostValues)),
            let revision = json["latestRevision"]?.string, InvoiceTime.seconds(of: revision) != nil,
            ["major", "minor", "patch"].allSatisfy({ json["version"]?[$0]?.number?.integer.map { $0 >= 0 } == true }),
            json["registryIdentity"]?.object != nil || json["registryIdentity"]?.string.map(Self.isHash) == true
        else { return nil }
        var entries: [TransactionID: Entry] = [:]
        var claimed: Set<TransactionID> = []
        if let identities = json["identities"] {
            guard let members = identities.object else { return nil }
            for member in members.members where Self.isHash(member.key) {
                guard let (category, entry) = Self.current(member.value, at: now) else { continue }
                entries[category] = claimed.insert(category).inserted ? entry : nil
            }
        }
        self.entries = entries
    }

    /// The number of categories that it names.
    package var count: Int { entries.count }

    /// What it says about a category; `nil` for nothing.
    package subscript(category: TransactionID) -> Entry? { entries[category] }

    /// The token in the latest snapshot of an identity that is not in the future.
    private static func current(_ history: JSON, at now: Int64) -> (TransactionID, Entry)? {
        var latest: (time: Int64, snapshot: JSON)?
        for member in history.object?.members ?? [] {
            guard let time = InvoiceTime.seconds(of: member.key) else { return nil }
            if time <= now, latest.map({ time > $0.time }) ?? true { latest = (time, member.value) }
        }
        guard let snapshot = latest?.snapshot, let token = snapshot["token"],
            let category = token["category"]?.string.flatMap({ isHash($0) ? TransactionID($0) : nil }),
            let name = snapshot["name"]?.string, !name.isEmpty, name.unicodeScalars.count <= longestName,
            let symbol = token["symbol"]?.string, isSymbol(symbol)
        else { return nil }
        guard let decimals = token["decimals"] else {
            return (category, Entry(name: name, symbol: symbol, decimals: 0))
        }
        guard let places = decimals.number?.integer, 0...18 ~= places else { return nil }
        return (category, Entry(name: name, symbol: symbol, decimals: places))
    }

    private static func isSymbol(_ text: String) -> Bool {
        1...longestSymbol ~= text.utf8.count
            && text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    }

    /// Whether a text is a hash as registries write it: 64 hexadecimal digits in lower case.
    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }
}
