import Bridge
import Logging
import WalletConnectPay

/// A client with a script, a clock without waits, and no chance.
struct ClientBench {
    let sender: ScriptedSender
    let clock = QuickClock()
    let client: PayClient
    let payment: PaymentID
    let account: AccountID

    init(
        _ script: [String: [ScriptedSender.Reply]], chance: Double = 0,
        configure: (inout PayClient.Configuration) -> Void = { _ in }
    ) throws {
        sender = ScriptedSender(script)
        var configuration = PayClient.Configuration(appID: "app-1")
        configuration.baseURL = "https://gateway.example"
        configuration.log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        configure(&configuration)
        var retry = RetryRule()
        retry.chance = { chance }
        client = try PayClient(configuration, sender: sender, time: clock.time, retry: retry)
        payment = try PaymentID("pay_1").orThrow
        account = try AccountID(GatewayText.account).orThrow
    }

    func options() async throws(PayError) -> PaymentOptions {
        try await client.options(for: payment, accounts: [account], includeInfo: true)
    }

    func confirm(_ signatures: [String] = ["0xaa"], option: String = "opt_1") async throws(PayError) -> ConfirmResult {
        try await client.confirm(payment, option: option, signatures: signatures)
    }
}

/// What a test expects to be there is not.
struct Missing: Error {}

extension Optional {
    var orThrow: Wrapped {
        get throws {
            guard let self else { throw Missing() }
            return self
        }
    }
}
