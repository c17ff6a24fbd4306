import Bridge
import Simulators
import Testing
import Network

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
