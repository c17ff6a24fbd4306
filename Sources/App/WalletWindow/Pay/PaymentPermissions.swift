import Bridge
import HeadlessWallet
import Messages
import Synchronization
import WalletConnectPay

/// What the payment service may do: open the wallet with its links, and show forms of its origins during a payment.
@MainActor final class PaymentPermissions {
    /// The settings of the service.
    private(set) var settings: PaymentSettings

    /// The settings have changed.
    let settingChanges = Listeners<PaymentSettings>()

    /// Whether a link names a payment of the service, and opens in the wallet.
    let isPayment: @Sendable (String) -> Bool

    private let changes: ConfigurationChanges?
    private let shared: Shared

    /// The settings for other threads.
    private final class Shared: Sendable {
        let settings: Mutex<PaymentSettings>

        init(_ settings: PaymentSettings) { self.settings = Mutex(settings) }
    }

    /// Creates permissions that `changes` stores; without it, they are lost when the program ends.
    init(_ settings: PaymentSettings, _ changes: ConfigurationChanges?) {
        self.settings = settings
        self.changes = changes
        let shared = Shared(settings)
        self.shared = shared
        isPayment = { link in PaymentPermissions.opens(link, shared.settings.withLock { $0 }) }
    }

    /// Whether `link` names a payment of the service of `settings`, and opens in the wallet.
    nonisolated static func opens(_ link: String, _ settings: PaymentSettings) -> Bool {
        settings.opensLinks && (try? PaymentLink(link, rule: PaymentSetup.links(settings))) != nil
    }

    /// Tells the service by this ID which wallet it is.
    func identify(as appID: String) async throws(WalletError) {
        guard PaymentSettings.isWord(appID) else {
            throw WalletError(
                field: .appID, localized("An app ID has 1 to 256 letters, digits or symbols, and no spaces."))
        }
        try await change { $0.appID = appID }
    }

    /// Lets payment links open in the wallet, or no longer.
    func openLinks(_ opensLinks: Bool) async throws(WalletError) {
        try await change { $0.opensLinks = opensLinks }
    }

    /// Shows no forms of this origin any more.
    func remove(form: String) async throws(WalletError) {
        try await change { $0.forms.removeAll { $0 == form } }
    }

    /// Takes over what another process has changed in the settings.
    func reload() async {
        guard let read = try? await changes?.read().payments, read != settings else { return }
        use(read)
    }

    private func change(_ body: @escaping @Sendable (inout PaymentSettings) -> Void) async throws(WalletError) {
        try await changes?.make { body(&$0.payments) }
        var settings = settings
        body(&settings)
        use(settings)
    }

    private func use(_ settings: PaymentSettings) {
        self.settings = settings
        shared.settings.withLock { $0 = settings }
        settingChanges.tell(settings)
    }
}
