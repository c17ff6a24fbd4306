import Simulators
import Wallet

/// A shop on this machine and the payment service that it is paid through, as long as it lives: for trying things out.
final class DemoShop: Sendable {
    private let gateway: GatewaySimulator
    private let shop: ShopSimulator

    init() async throws {
        gateway = try GatewaySimulator()
        try await gateway.start()
        shop = ShopSimulator(gateway: gateway)
        try await shop.start()
    }

    /// Where its page is.
    var address: String { shop.address }

    /// How the wallet reaches its payment service.
    var settings: PaymentSettings { PaymentSettings(gateway: gateway.address, appID: "drawbridge-demo") }
}
