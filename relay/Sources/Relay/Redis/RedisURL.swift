/// The place of a Redis server: `redis://[[user]:password@]host[:port][/database]`.
struct RedisURL: Hashable, Sendable {
    var host = ""
    var port = 6379
    var user: String?
    var password: String?
    var database = 0

    /// Reads a URL.
    ///
    /// - Throws: ``RelayError/redisURL(_:)``.
    init(_ text: String) throws(RelayError) {
        guard !text.hasPrefix("rediss:") else {
            throw .redisURL("TLS is not supported. Use a private network or a tunnel.")
        }
        guard text.hasPrefix("redis://") else { throw .redisURL("It does not begin with redis://.") }
        var rest = text.dropFirst(8)
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = Self.decode(parts[0]), let secret = Self.decode(parts[1]) else {
                throw .redisURL("In front of the @ is user:password or :password, with percent-encoding.")
            }
            user = name.isEmpty ? nil : name
            password = secret
            rest = rest[rest.index(after: at)...]
        }
        if let slash = rest.firstIndex(of: "/") {
            let number = rest[rest.index(after: slash)...]
            guard let value = number.isEmpty ? 0 : Int(number), 0...1_000_000 ~= value else {
                throw .redisURL("The database is not a number.")
            }
            database = value
            rest = rest[..<slash]
        }
        var portText: Substring?
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { throw .redisURL("The address has no closing bracket.") }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            let after = rest[rest.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else { throw .redisURL("The port is not a number.") }
            portText = after.isEmpty ? nil : after.dropFirst()
        } else {
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            host = String(parts[0])
            portText = parts.count == 2 ? parts[1] : nil
        }
        if let portText {
            guard let number = UInt16(portText), number > 0 else { throw .redisURL("The port is not a number.") }
            port = Int(number)
        }
        guard !host.isEmpty else { throw .redisURL("It has no host.") }
    }

    private static func decode(_ text: Substring) -> String? { PercentEncoding.decode(text.utf8) }
}
