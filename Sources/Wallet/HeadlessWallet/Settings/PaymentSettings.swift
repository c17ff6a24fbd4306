import Bridge

/// The user's settings for payments: the payment service, and this wallet's identity there.
package struct PaymentSettings: Hashable, Sendable {
    /// The address of the payment service's API; `nil` for the default.
    package var gateway: String?

    /// The ID that the service assigned to this wallet.
    package var appID: String?

    /// An API key of the service, for wallets without such an ID.
    package var apiKey: String?

    /// Further origins of its data-collection forms, such as `https://data-collection.walletconnect.com`.
    package var forms: [String] = []

    /// Whether payment links of the service open in the wallet.
    package var opensLinks = true

    /// The maximum number of origins of forms.
    package static let mostForms = 16

    /// Creates settings.
    package init(gateway: String? = nil, appID: String? = nil, apiKey: String? = nil) {
        self.gateway = gateway
        self.appID = appID
        self.apiKey = apiKey
    }

    /// Whether nothing is set.
    package var isEmpty: Bool { self == PaymentSettings() }

    /// The origin of forms in `text`: https, or http to this machine; `nil` if it is invalid.
    ///
    /// - Returns: The serialised origin, without a path.
    package static func form(_ text: String) -> String? {
        guard let origin = try? Origin(serialized: text), origin.scheme == "https" || origin.isLoopback else {
            return nil
        }
        return origin.description
    }

    /// Whether `text` can be an ID or a key: printable ASCII, which is valid in a header field.
    package static func isWord(_ text: String) -> Bool {
        1...256 ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }
}
