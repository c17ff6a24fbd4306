import Bridge
import Foundation
import Network

/// A merchant's server whose invoice is always the same, and valid for fifteen minutes.
struct Merchant: HTTPSender {
    private var invoice: JSON {
        let expires = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 900))
        return [
            "network": "main", "currency": "BCH", "requiredFeeRate": 1, "time": "2025-11-24T16:00:00Z",
            "expires": .string(expires), "memo": "Two pizzas and a bottle of water",
            "paymentUrl": "https://pizza.example/i/7", "paymentId": "7",
            "outputs": [["amount": 400_000, "address": "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"]],
        ]
    }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        guard request.headers.contains(where: { $0.value.contains("application/payment-request") }) else {
            return HTTPResponse(status: 404)
        }
        return HTTPResponse(
            status: 200, headers: [("content-type", "application/payment-request")], body: invoice.bytes)
    }
}
