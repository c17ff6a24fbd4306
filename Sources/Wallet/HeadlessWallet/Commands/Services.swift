import EthereumWallet
import Messages

/// The settings of the payment service; the key itself is not shown.
package struct ShowPaymentService: SettingsCommand {
    /// What it gives.
    package struct Outcome: Codable, Hashable, Sendable {
        @OrNull package var gateway: String?
        @OrNull package var appId: String?

        /// Whether a key is set.
        package let apiKey: Bool

        package let forms: [String]

        /// Whether payment links open in the wallet.
        package let links: Bool
    }

    package static let name = "paymentService"

    package init() {}

    package func apply(to settings: inout Settings) throws(WalletError) -> Outcome {
        let payments = settings.payments
        return Outcome(
            gateway: payments.gateway, appId: payments.appID, apiKey: payments.apiKey != nil, forms: payments.forms,
            links: payments.opensLinks)
    }
}

/// Changes the settings of the payment service.
package struct SetPaymentService: SettingsCommand {
    package static let name = "setPaymentService"

    package typealias Outcome = Done

    /// What is changed; `nil` for what stays.
    let appID: String?
    let apiKey: String?
    let gateway: String?
    let opensLinks: Bool?

    /// The further origins of its forms; empty for no other ones.
    let forms: [String]

    /// The origins whose forms are not shown any more.
    let removedForms: [String]

    package init(
        appID: String? = nil, apiKey: String? = nil, gateway: String? = nil, opensLinks: Bool? = nil,
        forms: [String] = [], removedForms: [String] = []
    ) {
        (self.appID, self.apiKey, self.gateway, self.opensLinks) = (appID, apiKey, gateway, opensLinks)
        (self.forms, self.removedForms) = (forms, removedForms)
    }

    package func check() throws(WalletError) {
        guard appID != nil || apiKey != nil || gateway != nil || opensLinks != nil || !(forms + removedForms).isEmpty
        else {
            throw WalletError(.usage, localized("Give at least one setting."))
        }
        for word in [appID, apiKey].compactMap(\.self) where !PaymentSettings.isWord(word) {
            throw WalletError(.usage, localized("--app-id and --api-key take 1 to 256 plain characters."))
        }
        if let gateway { _ = try Endpoint(typed: gateway) }
        guard forms.count <= PaymentSettings.mostForms else {
            throw WalletError(
                .usage,
                localized(
                    "Give at most \(PaymentSettings.mostForms, as: "count") origin of forms.",
                    plural: "Give at most \(PaymentSettings.mostForms, as: "count") origins of forms.",
                    count: PaymentSettings.mostForms))
        }
        for form in forms where PaymentSettings.form(form) == nil {
            throw WalletError(
                .usage,
                localized(
                    """
                    --form takes an origin with https and without a path, such as https://forms.example: \
                    \(String(form.prefix(200)), as: "address")
                    """))
        }
    }

    package func apply(to settings: inout Settings) throws(WalletError) -> Done {
        if let appID { settings.payments.appID = appID }
        if let apiKey { settings.payments.apiKey = apiKey }
        if let gateway { settings.payments.gateway = gateway }
        if !forms.isEmpty { settings.payments.forms = forms.compactMap(PaymentSettings.form) }
        let unwanted = removedForms.compactMap(PaymentSettings.form)
        settings.payments.forms.removeAll(where: unwanted.contains)
        if let opensLinks { settings.payments.opensLinks = opensLinks }
        return Done()
    }
}

/// Removes the settings of the payment service.
package struct ForgetPaymentService: SettingsCommand {
    package static let name = "forgetPaymentService"

    package typealias Outcome = Done

    package init() {}

    package func apply(to settings: inout Settings) throws(WalletError) -> Done {
        settings.payments = PaymentSettings()
        return Done()
    }
}

/// The settings of WalletConnect.
package struct ShowWalletConnect: SettingsCommand {
    /// What it gives.
    package struct Outcome: Codable, Hashable, Sendable {
        @OrNull package var relay: String?
        @OrNull package var projectId: String?
        package let enabled: Bool
        package let verification: Bool

        /// The address of the key with which the wallet checks where requests come from.
        package let verificationKey: String
    }

    package static let name = "walletConnect"

    package init() {}

    package func apply(to settings: inout Settings) throws(WalletError) -> Outcome {
        let sessions = settings.sessions
        return Outcome(
            relay: sessions.relay, projectId: sessions.projectID, enabled: sessions.isEnabled,
            verification: sessions.verifies, verificationKey: sessions.verificationAddress)
    }
}

/// Changes the settings of WalletConnect.
package struct SetWalletConnect: SettingsCommand {
    package static let name = "setWalletConnect"

    package typealias Outcome = Done

    /// What is changed; `nil` for what stays.
    let relay: String?
    let connection: Bool?
    let verification: Bool?

    /// What is changed or, if it is empty, removed.
    let projectID: String?
    let verificationKey: String?

    package init(
        relay: String? = nil, projectID: String? = nil, connection: Bool? = nil, verification: Bool? = nil,
        verificationKey: String? = nil
    ) {
        (self.relay, self.projectID, self.connection) = (relay, projectID, connection)
        (self.verification, self.verificationKey) = (verification, verificationKey)
    }

    package func check() throws(WalletError) {
        guard
            relay != nil || projectID != nil || connection != nil || verification != nil || verificationKey != nil
        else { throw WalletError(.usage, localized("Give at least one setting.")) }
        if let verificationKey, !verificationKey.isEmpty,
            let problem = SessionSettings.problem(verificationKey: verificationKey)
        {
            throw WalletError(.usage, problem)
        }
        let id = projectID.flatMap { $0.isEmpty ? nil : $0 }
        if let problem = SessionSettings.problem(relay: relay ?? "wss://relay.example", projectID: id) {
            throw WalletError(.usage, problem.sentence)
        }
    }

    package func apply(to settings: inout Settings) throws(WalletError) -> Done {
        if let relay { settings.sessions.relay = relay }
        if let projectID { settings.sessions.projectID = projectID.isEmpty ? nil : projectID }
        if let connection { settings.sessions.isEnabled = connection }
        if let verification { settings.sessions.verifies = verification }
        if let verificationKey {
            settings.sessions.verificationKey = verificationKey.isEmpty ? nil : verificationKey
        }
        return Done()
    }
}
