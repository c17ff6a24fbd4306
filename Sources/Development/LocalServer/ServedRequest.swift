/// A request to a local server.
package struct ServedRequest: Sendable {
    /// The method, such as `GET`.
    package let method: String

    /// The request target as it was sent: path and query.
    package let target: String

    /// The percent-decoded segments of the path; `nil` if the path is not text or does not start with a slash.
    package let path: [String]?

    /// The form-decoded fields of the query, in order; `nil` if the query is not text.
    package let query: [Field]?

    /// The header fields, in order.
    package let headers: [Field]

    /// The body.
    package let body: [UInt8]

    /// A name and its value.
    package struct Field: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The value.
        package let value: String

        /// Creates a field.
        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Creates a request from what a client sent.
    package init(method: String, target: String, headers: [Field] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = Self.segments(parts.first ?? "")
        query = PercentText.fields(parts.count > 1 ? parts[1] : "")
    }

    /// The first value of the header field `name`, ignoring case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The first value of the query field `name`.
    package func parameter(_ name: String) -> String? {
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
