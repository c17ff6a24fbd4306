import Bridge
import WalletConnectPay
import Network

/// The payment service that this wallet asks, and where it takes links and forms from.
struct PaymentSetup {
    /// The service, as the user knows it.
    let service: Origin

    /// The way to it; `nil` where this wallet is not known to it, or not set up rightly.
    let gateway: (any PaymentGateway)?

    /// Why there is none.
    let trouble: PayError?

    /// Which links name payments of it.
    let links: PaymentLinkRule

    /// Where its forms may lie.
    let forms: PaymentHostRule

    /// A service of one's own: where its interface is, its links and its forms are, too.
    ///
    /// The settings can name further origins of forms. The usual service is at an address of its own, and known to
    /// users by another.
    init(_ settings: PaymentSettings, sender: any HTTPSender) {
        var configuration = PayClient.Configuration(appID: settings.appID, apiKey: settings.apiKey)
        configuration.walletVersion = AppIdentity.version
        let own = settings.gateway.flatMap { try? Origin(ofURL: $0) }
        if let gateway = settings.gateway { configuration.baseURL = gateway }
        do throws(PayError) {
            gateway = try PayClient(configuration, sender: sender)
            trouble = nil
        } catch {
            gateway = nil
            trouble = error
        }
        service = own ?? Self.usual
        let origins = Set([own].compactMap(\.self))
        links = Self.links(settings)
        forms = PaymentHostRule(origins: origins.union(settings.forms.compactMap { try? Origin(serialized: $0) }))
    }

    /// Which links name payments of the service that is set: the one answer to this, with a window and without.
    static func links(_ settings: PaymentSettings) -> PaymentLinkRule {
        PaymentLinkRule(origins: Set([settings.gateway.flatMap { try? Origin(ofURL: $0) }].compactMap(\.self)))
    }

    /// Whether `link` names a payment of it.
    var isPayment: @Sendable (String) -> Bool {
        { [links] link in (try? PaymentLink(link, rule: links)) != nil }
    }

    private static let usual = {
        guard let origin = try? Origin(serialized: "https://pay.walletconnect.com") else {
            preconditionFailure("the payment service has an origin")
        }
        return origin
    }()
}
