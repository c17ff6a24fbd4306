import Bridge

/// What the user set for payments: the payment service, and what this wallet is to it.
package struct PaymentSettings: Hashable, Sendable {
    /// The address of the payment service's interface; `nil` for the usual one.
    package var gateway: String?

    /// The name under which the service knows this wallet.
    package var appID: String?

    /// A key to the service, for wallets without such a name.
    package var apiKey: String?

    /// Further origins where its data-collection forms may be, such as `https://data-collection.walletconnect.com`.
    package var forms: [String] = []

    /// The most origins of forms.
    package static let mostForms = 16

    /// Creates settings.
    package init(gateway: String? = nil, appID: String? = nil, apiKey: String? = nil) {
        self.gateway = gateway
        self.appID = appID
        self.apiKey = apiKey
    }

    /// Whether nothing is set.
    package var isEmpty: Bool { self == PaymentSettings() }

    /// The origin that `text` names as one of forms: https, or http to this machine; `nil` if it is invalid.
    ///
    /// - Returns: The serialised origin, without a path.
    package static func form(_ text: String) -> String? {
        guard let origin = try? Origin(serialized: text), origin.scheme == "https" || origin.isLoopback else {
            return nil
        }
        return origin.description
    }

    /// Whether `text` can be a name or a key: printable ASCII, as a header takes it.
    package static func isWord(_ text: String) -> Bool {
        1...256 ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }
}
