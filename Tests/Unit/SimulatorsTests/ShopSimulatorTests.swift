import BigInt
import Bridge
import Network
import Simulators
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct ShopSimulatorTests {
    @Test func `an order creates a payment at the gateway, and the shop detects that it is paid`() async throws {
        let client = try await GatewayClient.start()
        let shop = ShopSimulator(gateway: client.gateway)
        try await shop.start()
        let goods = try await client.send(HTTPRequest(.get, shop.address + "goods"))
        #expect(goods.json[0] == ["id": "coffee", "name": "Coffee", "price": "$ 2.50"])
        let order = try await client.send(HTTPRequest(.post, shop.address + "orders/coffee"))
        let payment = try #require(order.json["payment"]?.string)
        #expect(order.json["link"]?.string == client.gateway.link(to: payment))
        #expect(order.json["pairing"]?.string?.hasSuffix("%3Fpid%3D\(payment)") == true)
        let option = try await client.options(payment).json["options"]?[0]
        #expect(option?["amount"]?["value"] == "2500000")
        _ = try await client.confirm(payment, option, try client.results(for: option?["actions"]))
        _ = try await client.status(payment)
        let status = try await client.send(HTTPRequest(.get, shop.address + "orders/\(payment)"))
        #expect(status.json == ["status": "succeeded", "isFinal": true])
    }

    @Test func `what is ordered from a shop on a chain moves the chain's tokens, and the chain tells of it`()
        async throws
    {
        let chain = EthereumChain(chainID: 1_337)
        let client = try await GatewayClient.start(.init(on: [chain]))
        let shop = ShopSimulator(gateway: client.gateway, on: chain)
        try await shop.start()
        _ = try await chain.fund(client.address, "3", asset: "USDC")
        let told = Mutex<[String]>([])
        chain.events.watch { line in told.withLock { $0.append(line) } }
        let order = try await client.send(HTTPRequest(.post, shop.address + "orders/coffee"))
        let payment = try #require(order.json["payment"]?.string)
        let option = try await client.options(payment, chains: [1_337]).json["options"]?[0]
        #expect(option?["amount"]?["value"] == "2500000")
        _ = try await client.confirm(payment, option, try client.results(for: option?["actions"]))
        _ = try await client.status(payment)
        let status = try await client.send(HTTPRequest(.get, shop.address + "orders/\(payment)"))
        #expect(status.json["status"] == "succeeded")
        #expect(try await EthereumUser(chain, 1).units(of: chain.deployments.dollar) == 500_000)
        let lines = told.withLock { $0 }
        #expect(lines.contains("shop: Coffee is ordered with the payment \(payment)"))
        #expect(lines.contains { $0.hasPrefix("ethereum: a payment is collected with 0x") })
    }

    @Test func `a page of another origin cannot order`() async throws {
        var client = try await GatewayClient.start()
        let shop = ShopSimulator(gateway: client.gateway)
        try await shop.start()
        client.headers = [("Origin", "https://evil.example")]
        let answer = try await client.send(HTTPRequest(.post, shop.address + "orders/coffee"))
        #expect(answer.status == 403)
        let nothing = try await client.send(HTTPRequest(.get, shop.address + "orders/pay_1"))
        #expect(nothing.status == 404)
    }
}
