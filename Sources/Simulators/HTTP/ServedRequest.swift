/// A request that reached a simulator.
public struct ServedRequest: Sendable {
    /// How it was asked, such as `GET`.
    public let method: String

    /// What was asked for, as it was sent: path and query.
    public let target: String

    /// The parts of the path between slashes, percent-decoded; `nil` if the path is not text or does not start with a
    /// slash.
    public let path: [String]?

    /// The fields of the query, form-decoded, in their order; `nil` if the query is not text.
    public let query: [Field]?

    /// The header fields, in their order.
    public let headers: [Field]

    /// What was handed over.
    public let body: [UInt8]

    /// A name with its value.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: String
        /// Its value.
        public let value: String

        /// Puts both together.
        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Creates a request from what was sent.
    public init(method: String, target: String, headers: [Field] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = Self.segments(parts.first ?? "")
        query = PercentText.fields(parts.count > 1 ? parts[1] : "")
    }

    /// The first value of the header field `name`, in whatever case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The first value of the query's field `name`.
    public func parameter(_ name: String) -> String? {
        query?.first { $0.name == name }?.value
    }

    private static func segments(_ path: Substring) -> [String]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = PercentText.decode(part) else { return nil }
            segments.append(text)
        }
        return segments
    }
}
