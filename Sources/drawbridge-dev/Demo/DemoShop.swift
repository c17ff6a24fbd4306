import Simulators
import EthereumWallet
import WalletApp

/// A shop on this machine, the payment service that it is paid through, and nodes of the chains that it is paid on, as
/// long as it lives: for trying things out.
final class DemoShop: Sendable {
    private let gateway: GatewaySimulator
    private let shop: ShopSimulator
    private let chains: [(id: UInt64, node: ChainSimulator)]

    /// Those of the goods' payments.
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

    /// Where its page is.
    var address: String { shop.address }

    /// The addresses of the nodes, by the number of their chain.
    var nodes: [UInt64: Endpoint] {
        Dictionary(
            uniqueKeysWithValues: chains.compactMap { id, node in
                (try? Endpoint(node.address)).map { (id, $0) }
            })
    }

    /// How the wallet reaches its payment service.
    var settings: PaymentSettings { PaymentSettings(gateway: gateway.address, appID: "drawbridge-demo") }
}
