import Bridge

/// A list of sites that are known to steal, in the format of MetaMask's eth-phishing-detect (`config.json`).
///
/// It is only consulted on this machine: nobody learns which sites the user visits.
public struct PhishingList: Sendable {
    /// Why a site is on the list.
    public enum Match: Hashable, Sendable {
        /// The host, or one above it, is listed.
        case listed
        /// The host differs from this well-known one in a few characters.
        case resembles(String)
    }

    /// The number of listed hosts.
    public var count: Int { blocked.count }

    private let blocked: Set<String>
    private let allowed: Set<String>
    private let targets: [(name: String, form: [UInt8])]
    private let tolerance: Int

    /// Reads a list; `nil` if it is not one, or has no host.
    ///
    /// - Parameter file: The JSON text, at most ``mostBytes``.
    public init?(_ file: [UInt8]) {
        guard file.count <= Self.mostBytes,
            let json = try? JSON(parsing: file, rules: JSONRules(values: Self.mostValues)),
            let blocked = Self.hosts(json["blacklist"] ?? json["blocklist"])
        else { return nil }
        let fuzzy = Self.hosts(json["fuzzylist"]) ?? []
        guard !blocked.isEmpty || !fuzzy.isEmpty else { return nil }
        self.blocked = Set(blocked)
        allowed = Set(Self.hosts(json["whitelist"] ?? json["allowlist"]) ?? [])
        targets = fuzzy.prefix(Self.mostTargets).map { ($0, Self.form(of: $0)) }
        tolerance = min(max(json["tolerance"]?.number?.integer ?? 0, 0), 3)
    }

    /// Why the host of a site is on the list; `nil` if it is not.
    public func match(_ host: String) -> Match? {
        let parts = host.lowercased().split(separator: ".")
        guard parts.count > 1, host.utf8.count <= 253 else { return nil }
        let names = parts.indices.dropLast().map { parts[$0...].joined(separator: ".") }
        guard !names.contains(where: allowed.contains) else { return nil }
        if names.contains(where: blocked.contains) { return .listed }
        guard tolerance > 0 else { return nil }
        let form = Self.form(of: parts.joined(separator: "."))
        return targets.first { Self.distance(form, $0.form, upTo: tolerance) }.map { .resembles($0.name) }
    }

    /// The name without `www.` and without the top level, by which similar names are compared.
    private static func form(of host: String) -> [UInt8] {
        var parts = host.split(separator: ".")
        if parts.first == "www" { parts.removeFirst() }
        return Array(parts.dropLast().joined(separator: ".").utf8)
    }

    /// Whether at most `limit` characters have to be inserted, removed or replaced to make one text of the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8], upTo limit: Int) -> Bool {
        guard (left.count - right.count).magnitude <= limit else { return false }
        var row = Array(0...right.count)
        for (place, byte) in left.enumerated() {
            var before = row[0]
            row[0] = place + 1
            for column in right.indices {
                let best = min(row[column] + 1, row[column + 1] + 1, before + (byte == right[column] ? 0 : 1))
                before = row[column + 1]
                row[column + 1] = best
            }
            guard let least = row.min(), least <= limit else { return false }
        }
        return (row.last ?? limit + 1) <= limit
    }

    private static func hosts(_ list: JSON?) -> [String]? {
        list?.array?.compactMap { entry in
            guard let host = entry.string?.lowercased(), host.utf8.count <= 253, host.utf8.contains(UInt8(ascii: "."))
            else { return nil }
            return host
        }
    }

    /// The maximum size of a list: several times that of the largest one in use.
    public static let mostBytes = 32 << 20

    private static let mostValues = 2_000_000
    private static let mostTargets = 200
}
