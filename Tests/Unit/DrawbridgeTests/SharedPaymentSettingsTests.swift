import Bridge
import Foundation
import HeadlessWallet
import Testing
import WalletConnectPay

@testable import WalletWindow

/// The settings of the payment service, which every process of the wallet reads again once one has changed them.
@MainActor @Suite struct SharedPaymentSettingsTests {
    @Test func `another service, app ID or key that another process has set is used without a restart`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "payments-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = ConfigurationFile(folder.appending(path: "config.json").path)
        let permissions = PaymentPermissions(PaymentSettings(), ConfigurationChanges(file))
        var told: [PaymentSettings] = []
        permissions.settingChanges.add { told.append($0) }
        await permissions.reload()
        #expect(told.isEmpty)
        var settings = try file.read()
        settings.payments = PaymentSettings(gateway: "https://pay.example", appID: "one")
        settings.payments.forms = ["https://forms.example"]
        try file.write(settings)
        await permissions.reload()
        #expect(told == [settings.payments])
        #expect(permissions.settings == settings.payments)
        #expect(permissions.isPayment("https://pay.example/?pid=pay_1234567890abcdef"))
        // What is changed here afterwards is added to it.
        try await permissions.identify(as: "two")
        #expect(try file.read().payments.gateway == "https://pay.example")
        #expect(told.last?.appID == "two" && told.last?.gateway == "https://pay.example")
    }
}
