package import Bridge
import EthereumWallet
import Messages

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

    /// The origin of the API that is set, where a service of one's own has its links and its forms, too; `nil` for the
    /// default service, whose API has a separate address.
    package var gatewayOrigin: Origin? { gateway.flatMap { try? Origin(ofURL: $0) } }

    /// The origin of the service, as the user knows it.
    package var service: Origin { gatewayOrigin ?? Self.usualService }

    private static let usualService = {
        guard let origin = try? Origin(serialized: "https://pay.walletconnect.com") else {
            preconditionFailure("the payment service has an origin")  // No trap: the address is a constant.
        }
        return origin
    }()

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

extension PaymentSettings: Codable {
    private enum Name: String, CodingKey { case gateway, appId, apiKey, forms, opensLinks }

    package init(from decoder: any Decoder) throws {
        let members = try SettingsMembers<Name>(decoder)
        func word(_ name: Name) throws -> String? {
            try members.read(
                name, { localized("“\($0, as: "setting")” must be a string of 1 to 256 plain characters.") },
                { Self.isWord($0) ? $0 : nil })
        }
        self.init(gateway: try word(.gateway), appID: try word(.appId), apiKey: try word(.apiKey))
        if let gateway { _ = try NodeAddress(gateway, at: members.path(.gateway)) }
        opensLinks = try members.value(.opensLinks) ?? true
        let origins: [FormOrigin] = try members.list(.forms, most: Self.mostForms) {
            localized("“\($0, as: "setting")” must hold at most \(Self.mostForms, as: "count") origins.")
        }
        forms = origins.map(\.text)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        try members.encodeIfPresent(gateway, forKey: .gateway)
        try members.encodeIfPresent(appID, forKey: .appId)
        try members.encodeIfPresent(apiKey, forKey: .apiKey)
        if !forms.isEmpty { try members.encode(forms, forKey: .forms) }
        if !opensLinks { try members.encode(false, forKey: .opensLinks) }
    }
}

/// The origin of a form for personal details.
private struct FormOrigin: SettingsText {
    let text: String

    init(_ text: String, at setting: String) throws(WalletError) {
        guard let origin = PaymentSettings.form(text) else {
            throw WalletError(
                localized("“\(setting, as: "setting")” must be an origin, such as https://forms.example."))
        }
        self.text = origin
    }
}
