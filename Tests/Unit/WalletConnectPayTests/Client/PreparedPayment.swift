import WalletConnectPay
import Simulators

/// A payment whose results are ready to be submitted.
struct PreparedPayment {
    let visit: GatewayVisit
    let payment: PaymentID
    let option: PaymentOption.ID
    let signatures: [String]

    /// Makes a payment, and signs what its first option requires.
    init(_ visit: GatewayVisit, _ preset: PaymentPreset = .usdc) async throws {
        self.visit = visit
        payment = try visit.make(preset.plan)
        option = try await visit.options(of: payment).options.first.orThrow.id
        signatures = try visit.results(for: await visit.client.actions(of: payment, option: option))
    }

    func confirm(_ signatures: [String]? = nil) async throws(PayError) -> ConfirmResult {
        try await visit.client.confirm(payment, option: option, signatures: signatures ?? self.signatures)
    }

    /// What the gateway's books say.
    var state: PaymentState { get throws { try visit.gateway.state(of: payment.text).orThrow } }

    /// Lets something go wrong with this payment.
    func inject(_ fault: Simulators.SimulatedFault) { visit.gateway.inject(fault, for: payment.text) }

    /// How often it was confirmed.
    var confirmations: Int { visit.gateway.count(.confirm, for: payment.text) }
}
