import Bridge
import Simulators
import Testing
import Network

@Suite(.timeLimit(.minutes(15))) struct ShopSimulatorTests {
    @Test func `an order is a payment at the gateway, and the shop sees that it is paid`() async throws {
        let guest = try await GatewayGuest.start()
        let shop = ShopSimulator(gateway: guest.gateway)
        try await shop.start()
        let goods = try await guest.send(HTTPRequest(.get, shop.address + "goods"))
        #expect(goods.json[0] == ["id": "coffee", "name": "Coffee", "price": "$ 2.50"])
        let order = try await guest.send(HTTPRequest(.post, shop.address + "orders/coffee"))
        let payment = try #require(order.json["payment"]?.string)
        #expect(order.json["link"]?.string == guest.gateway.link(to: payment))
        #expect(order.json["pairing"]?.string?.hasSuffix("%3Fpid%3D\(payment)") == true)
        let option = try await guest.options(payment).json["options"]?[0]
        #expect(option?["amount"]?["value"] == "2500000")
        _ = try await guest.confirm(payment, option, try guest.results(for: option?["actions"]))
        _ = try await guest.status(payment)
        let standing = try await guest.send(HTTPRequest(.get, shop.address + "orders/\(payment)"))
        #expect(standing.json == ["status": "succeeded", "isFinal": true])
    }

    @Test func `a page of another origin cannot order`() async throws {
        var guest = try await GatewayGuest.start()
        let shop = ShopSimulator(gateway: guest.gateway)
        try await shop.start()
        guest.headers = [("Origin", "https://evil.example")]
        let answer = try await guest.send(HTTPRequest(.post, shop.address + "orders/coffee"))
        #expect(answer.status == 403)
        let nothing = try await guest.send(HTTPRequest(.get, shop.address + "orders/pay_1"))
        #expect(nothing.status == 404)
    }
}
