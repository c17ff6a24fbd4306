import Bridge
import HeadlessWallet
import WalletConnectPay
import Network
import WalletTerminal

/// The payment service of this wallet, and the sites from which it accepts links and forms.
struct PaymentSetup {
    /// The service's origin, as the user knows it.
    let service: Origin

    /// The client of its gateway; `nil` if this wallet has no ID or key there, or an invalid setting.
    let gateway: (any PaymentGateway)?

    /// Why there is no gateway.
    let problem: PayError?

    /// The rule for its payment links.
    let links: PaymentLinkRule

    /// The rule for the hosts of its forms.
    var forms: PaymentHostRule

    /// Creates the setup; the settings can name further origins of forms.
    init(_ settings: PaymentSettings, sender: any HTTPSender) {
        var configuration = PayClient.Configuration(appID: settings.appID, apiKey: settings.apiKey)
        configuration.walletVersion = AppIdentity.version
        if let gateway = settings.gateway { configuration.baseURL = gateway }
        do throws(PayError) {
            gateway = try PayClient(configuration, sender: sender)
            problem = nil
        } catch {
            gateway = nil
            problem = error
        }
        service = settings.service
        links = Self.links(settings)
        forms = Self.forms(settings)
    }

    /// The rule for the hosts of the forms of the configured service.
    static func forms(_ settings: PaymentSettings) -> PaymentHostRule {
        let origins = Set([settings.gatewayOrigin].compactMap(\.self))
        return PaymentHostRule(origins: origins.union(settings.forms.compactMap { try? Origin(serialized: $0) }))
    }

    /// The rule for payment links of the configured service; it is the same with and without a window.
    static func links(_ settings: PaymentSettings) -> PaymentLinkRule {
        PaymentLinkRule(origins: Set([settings.gatewayOrigin].compactMap(\.self)))
    }
}
