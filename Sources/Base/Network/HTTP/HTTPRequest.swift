/// An HTTP request.
public struct HTTPRequest: Hashable, Sendable {
    /// The request methods that are used.
    public enum Method: String, Sendable {
        /// Reads a resource.
        case get = "GET"
        /// Sends data to the server.
        case post = "POST"
    }

    /// The IP addresses to which a request may be sent.
    public enum Addresses: Sendable {
        /// Any address.
        case any
        /// Only public addresses: not this machine, and none in a private network, whatever the name resolves to.
        ///
        /// A proxy resolves names itself; with a proxy, only numeric addresses are checked here.
        case publicOnly
    }

    /// The method.
    public var method: Method

    /// The URL: `https`, or `http` to this machine or an onion service.
    public var url: String

    /// Header fields, in their order; the transport adds `Host` and `Content-Length`.
    public var headers: [(name: String, value: String)] {
        get { fields.map { ($0.name, $0.value) } }
        set { fields = newValue.map { Field(name: $0.name, value: $0.value) } }
    }

    /// The body; empty with `get`.
    public var body: [UInt8]

    /// How long the whole exchange may take.
    public var timeLimit: Duration

    /// The maximum length of the response's body in bytes; a longer one is ``NetworkError/tooLarge``.
    public var sizeLimit: Int

    /// Which addresses are allowed once the name is resolved; others are ``NetworkError/privateAddress``.
    public var addresses: Addresses

    /// How the connection to the server is made.
    public var route = ServerRoute.usual

    /// The fingerprint of the only accepted certificate; `nil` for any from a trusted authority.
    public var fingerprint: CertificateFingerprint?

    private var fields: [Field] = []

    private struct Field: Hashable, Sendable {
        let name, value: String
    }

    /// Creates a request; by default with a time limit of 15 seconds and a size limit of 4 MiB.
    public init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        timeLimit: Duration = .seconds(15), sizeLimit: Int = 4 << 20,
        addresses: Addresses = .any
    ) {
        self.method = method
        self.url = url
        self.body = body
        self.timeLimit = timeLimit
        self.sizeLimit = sizeLimit
        self.addresses = addresses
        self.headers = headers
    }
}

extension HTTPRequest {
    /// Whether a header field has a name and a value that can be sent and read (RFC 9110, section 5.1 and 5.5).
    static func isField(_ name: String, _ value: String) -> Bool {
        isToken(name) && !value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }

    /// Whether `text` is a token (RFC 9110, section 5.6.2).
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
    }
}
