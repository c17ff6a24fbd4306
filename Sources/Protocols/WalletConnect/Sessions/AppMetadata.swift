package import Bridge

/// What a client says about itself; nothing of it is proven.
public struct AppMetadata: Hashable, Sendable {
    /// The name, empty if the client gives none.
    public var name: String

    /// A sentence about the client, empty if it gives none.
    public var description: String

    /// The address of its site, empty if it gives none.
    public var url: String

    /// The addresses of images.
    public var icons: [String]

    /// The address of its attestation service, which nothing in use has.
    public var verifyURL: String?

    /// How a link leads back to the client.
    public var redirect: Redirect?

    /// How a link leads back to a client.
    public struct Redirect: Hashable, Sendable {
        /// A link with a scheme of the client's own.
        public var native: String?
        /// A link of the web that the system passes to the client.
        public var universal: String?
        /// Whether the client takes messages by such links.
        public var linkMode: Bool

        /// Creates a value.
        public init(native: String? = nil, universal: String? = nil, linkMode: Bool = false) {
            self.native = native
            self.universal = universal
            self.linkMode = linkMode
        }
    }

    /// The most icons that are kept.
    public static let maximumIcons = 8

    /// Creates a description.
    public init(
        name: String, description: String = "", url: String = "", icons: [String] = [], redirect: Redirect? = nil
    ) {
        self.name = name
        self.description = description
        self.url = url
        self.icons = icons
        self.redirect = redirect
    }

    /// Reads a description leniently: what is missing or of another kind counts as empty, and long text is cut off.
    init(_ parameters: Parameters) {
        name = parameters.lenientText("name")
        description = parameters.lenientText("description")
        url = parameters.lenientAddress("url") ?? ""
        let icons = parameters.json["icons"]?.array ?? []
        self.icons = icons.prefix(Self.maximumIcons).compactMap { icon in
            icon.string.flatMap { 1...Parameters.maximumAddressBytes ~= $0.utf8.count ? $0 : nil }
        }
        verifyURL = parameters.lenientAddress("verifyUrl")
        redirect = parameters.json["redirect"].flatMap { $0.object == nil ? nil : Redirect(Parameters($0)) }
    }

    /// The description as JSON.
    package var json: JSON {
        JSON(members: [
            ("name", .string(name)), ("description", .string(description)), ("url", .string(url)),
            ("icons", JSON(icons)), ("verifyUrl", verifyURL.map { .string($0) }), ("redirect", redirect?.json),
        ])
    }
}

extension AppMetadata.Redirect {
    fileprivate init(_ parameters: Parameters) {
        native = parameters.lenientAddress("native")
        universal = parameters.lenientAddress("universal")
        linkMode = parameters.json["linkMode"]?.bool ?? false
    }

    fileprivate var json: JSON {
        JSON(members: [
            ("native", native.map { .string($0) }), ("universal", universal.map { .string($0) }),
            ("linkMode", linkMode ? JSON.bool(true) : Optional<JSON>.none),
        ])
    }
}

/// One side of a session: its public key for the session, and what it says about itself.
package struct Participant: Hashable, Sendable {
    /// The public half of its key.
    package var publicKey: AgreementPublicKey

    /// What it says about itself.
    package var metadata: AppMetadata

    /// Creates a value.
    package init(publicKey: AgreementPublicKey, metadata: AppMetadata) {
        self.publicKey = publicKey
        self.metadata = metadata
    }

    /// Reads a side; only the key must be there.
    init(_ parameters: Parameters) throws(WalletConnectError) {
        publicKey = try parameters.publicKey("publicKey")
        metadata = AppMetadata(Parameters(parameters.json["metadata"] ?? .null))
    }

    /// The side as JSON.
    package var json: JSON { ["publicKey": .string(publicKey.description), "metadata": metadata.json] }
}
