import Bitcoin
import BitcoinWallet
import Bridge
import HeadlessWallet
import Simulators
import EthereumWallet
import LocalServer
import Network
import WalletWindow
import WalletCore

/// Chains on this machine, a shop whose products are paid on them, and its payment service, for as long as this object
/// exists.
final class DemoShop: Sendable {
    private let gateway: GatewaySimulator
    private let shop: ShopSimulator
    private let chains: [EthereumChain]
    private let coins: [UTXOChain: CoinSimulator]
    private let merchant: MerchantSimulator?

    /// The merchant of the dapp's invoice, and where it gets coins.
    private static let merchantHost = "shop.example"
    private static let merchantAddress = "bchreg:qpm2qsznhks23z7629mms6s4cwef74vcwv6ycwvz78"

    /// The chains of the demo: those of the shop's payments.
    private static let chainIDs: [UInt64] = [Chain.ethereum.id, 137, 8_453]

    /// What the account gets on each chain.
    static let funds: [(amount: String, asset: String?)] = [
        ("10", nil), ("10000", "USDC"), ("1000", "USDT"), ("500", "PRACT"),
    ]

    init() async throws {
        var chains: [EthereumChain] = []
        for id in Self.chainIDs {
            let chain = EthereumChain(chainID: id, name: "chain \(id)")
            try await chain.start()
            for (amount, asset) in Self.funds { _ = try await chain.fund(Journey.account, amount, asset: asset) }
            chains.append(chain)
        }
        self.chains = chains
        coins = [.regtest: try await Self.coins(.bitcoin), .cashRegtest: try await Self.coins(.bitcoinCash)]
        merchant = coins[.cashRegtest].flatMap {
            try? MerchantSimulator(host: Self.merchantHost, address: Self.merchantAddress, chain: $0)
        }
        gateway = try GatewaySimulator(.init(on: chains))
        try await gateway.start()
        shop = ShopSimulator(gateway: gateway)
        try await shop.start()
    }

    /// A chain of coins on which the account has ten, and which mines what it gets.
    private static func coins(_ kind: AddressKind) async throws -> CoinSimulator {
        let chain = try await CoinSimulator(isBitcoin: kind == .bitcoin)
        let address = try await MainActor.run { try WalletSigner.demo(on: .regtest).address(kind) }
        _ = try await chain.fund(address, "10", asset: nil)
        chain.mineByItself()
        return chain
    }

    /// The servers of Bitcoin and Bitcoin Cash, the merchant, and an app for cards.
    func practice(with sumUp: SumUpApp) -> PracticeChains {
        PracticeChains(
            servers: coins.compactMapValues { LineAddress($0.address) },
            merchants: merchant.map { MerchantSender(merchant: $0, host: Self.merchantHost) }, sumUp: sumUp)
    }

    /// The query of the dapp's URL: where the shop is and on which network coins are sent.
    var query: String { "shop=\(shop.address)&network=\(AddressNetwork.regtest.rawValue)" }

    /// The URLs of the nodes, by chain ID.
    var nodes: [UInt64: Endpoint] {
        Dictionary(
            uniqueKeysWithValues: chains.compactMap { chain in
                (try? Endpoint(chain.address)).map { (chain.chainID, $0) }
            })
    }

    /// The wallet's settings for the payment service.
    var settings: PaymentSettings { PaymentSettings(gateway: gateway.address, appID: "drawbridge-demo") }
}

/// Sends the wallet's requests for invoices to the simulated merchant, without a connection; other hosts do not exist.
private struct MerchantSender: HTTPSender {
    let merchant: MerchantSimulator
    let host: String

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let start = "https://\(host)"
        guard request.url.hasPrefix(start + "/") else { throw .unreachable }
        let answer = merchant.answer(
            ServedRequest(
                method: request.method.rawValue, target: String(request.url.dropFirst(start.count)),
                headers: request.headers.map { .init($0.name, $0.value) }, body: request.body))
        return HTTPResponse(
            status: answer.status, headers: answer.headers.map { ($0.name.lowercased(), $0.value) }, body: answer.body)
    }
}
