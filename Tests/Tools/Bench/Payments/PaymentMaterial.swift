import Bridge
import WalletConnectPay
import Simulators
import Network

/// The recorded responses of the simulated gateway for one payment, to be replayed.
struct PaymentMaterial {
    let payment: PaymentID
    let link: String
    let options: [UInt8]

    /// The account that pays; any would do.
    static let account = "eip155:8453:0x9858EfFD232B4033E47d90003D41EC34EcaEda94"

    /// Records the responses of a separate gateway.
    static func take() async throws -> PaymentMaterial {
        let gateway = try GatewaySimulator()
        try await gateway.start()
        let id = gateway.make(.several)
        guard let payment = PaymentID(id), let account = AccountID(account) else { throw BenchError("no payment") }
        var configuration = PayClient.Configuration(appID: "bench")
        configuration.baseURL = gateway.address
        let client = try PayClient(configuration)
        _ = try await client.options(for: payment, accounts: [account], includeInfo: true)
        guard let exchange = gateway.exchanges.first else { throw BenchError("the gateway was not asked") }
        await gateway.stop()
        return PaymentMaterial(
            payment: payment, link: gateway.link(to: id), options: Array(exchange.answer.utf8))
    }

    /// Reads an answer with the ways to pay.
    func read(_ answer: [UInt8]) throws -> PaymentOptions {
        try PaymentOptions(JSON(parsing: answer), of: payment)
    }
}
