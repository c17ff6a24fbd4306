import Simulators
import EthereumWallet
import WalletApp

/// A shop on this machine, its payment service, and nodes of the chains on which it is paid, for as long as this object
/// exists.
final class DemoShop: Sendable {
    private let gateway: GatewaySimulator
    private let shop: ShopSimulator
    private let chains: [(id: UInt64, node: ChainSimulator)]

    /// The chains of the shop's payments.
    private static let chainIDs: [UInt64] = [Chain.ethereum.id, 137, 8_453]

    init() async throws {
        var chains: [(id: UInt64, node: ChainSimulator)] = []
        for id in Self.chainIDs { chains.append((id, try await ChainSimulator(chain: id))) }
        self.chains = chains
        gateway = try GatewaySimulator()
        try await gateway.start()
        shop = ShopSimulator(gateway: gateway)
        try await shop.start()
    }

    /// The URL of its page.
    var address: String { shop.address }

    /// The URLs of the nodes, by chain ID.
    var nodes: [UInt64: Endpoint] {
        Dictionary(
            uniqueKeysWithValues: chains.compactMap { id, node in
                (try? Endpoint(node.address)).map { (id, $0) }
            })
    }

    /// The wallet's settings for the payment service.
    var settings: PaymentSettings { PaymentSettings(gateway: gateway.address, appID: "drawbridge-demo") }
}
