internal import Bitcoin
internal import Bridge
internal import Foundation
package import LocalServer
internal import Primitives
internal import Synchronization

/// Simulates the server of a merchant with invoices of the JSON payment protocol, which are paid on a simulated chain.
///
/// Each path `/i/NUMBER` is an invoice.
package final class MerchantSimulator: Sendable {
    private let chain: CoinSimulator
    private let utxoChain: UTXOChain
    private let host: String
    private let address: String
    private let script: Script
    private let time: @Sendable () -> Int64
    private let paid = Mutex<[String: String]>([:])

    /// The price of everything, in satoshis.
    package static let price: UInt64 = 40_000

    /// How long an invoice is valid, in seconds.
    private static let validity: Int64 = 900

    /// Creates a merchant.
    ///
    /// - Parameters:
    ///   - host: The name of the server in the invoices.
    ///   - address: Where the merchant gets coins, in the form of the network with value.
    ///   - chain: The chain on which the invoices are paid.
    ///   - time: The time in seconds since 1970.
    /// - Throws: ``SimulatorError/ledger(_:)`` if the address is not one of the chain.
    package init(
        host: String, address: String, chain: CoinSimulator,
        time: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) throws(SimulatorError) {
        let utxoChain: UTXOChain = chain.name == "bitcoin" ? .bitcoin : .bitcoinCash
        guard let destination = try? Destination(address, on: utxoChain) else {
            throw .ledger("\(address.prefix(100)) is not an address of \(utxoChain.name)")
        }
        (self.host, self.address, self.chain, self.utxoChain) = (host, address, chain, utxoChain)
        (script, self.time) = (destination.script, time)
    }

    /// The transaction that paid the invoice with this number; `nil` if none did.
    package func payment(of number: String) -> String? { paid.withLock { $0[number] } }

    /// Answers a request for an invoice, or a payment.
    package func answer(_ request: ServedRequest) -> ServedAnswer {
        guard let path = request.path, path.count == 2, path[0] == "i", (1...9).contains(path[1].utf8.count),
            path[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return ServedAnswer(404) }
        switch request.method {
        case "GET":
            return request.header("Accept") == "application/payment-request" ? invoice(path[1]) : ServedAnswer(406)
        case "POST": return pay(path[1], request.body)
        default: return ServedAnswer(405)
        }
    }

    private func invoice(_ number: String) -> ServedAnswer {
        let now = time()
        let invoice: JSON = [
            "network": "main", "currency": .string(utxoChain.rawValue), "requiredFeeRate": 1,
            "outputs": [["amount": .number(JSONNumber(Int(Self.price))), "address": .string(address)]],
            "time": .string(RFC3339.text(now)), "expires": .string(RFC3339.text(now + Self.validity)),
            "memo": .string("Invoice \(number) of a simulated shop"),
            "paymentUrl": .string("https://\(host)/i/\(number)"), "paymentId": .string(number),
        ]
        let digest = "SHA-256=\(Hex.encode(SHA256.hash(invoice.bytes).bytes))"
        return ServedAnswer(
            200, headers: [.init("Content-Type", "application/payment-request"), .init("Digest", digest)],
            body: invoice.bytes)
    }

    private func pay(_ number: String, _ body: [UInt8]) -> ServedAnswer {
        guard payment(of: number) == nil else { return .text("The invoice is paid.", status: 400) }
        guard let message = try? JSON(parsing: body), message["currency"] == .string(utxoChain.rawValue),
            message["transactions"]?.array?.count == 1,
            let bytes = message["transactions"]?[0]?.string.flatMap({ Hex.decode($0) }),
            let transaction = try? BitcoinTransaction(bytes, form: utxoChain.ledger.form),
            transaction.outputs.contains(where: { $0.field == script.bytes && $0.value >= Self.price })
        else { return .text("The transaction does not pay the invoice.", status: 400) }
        do throws(SimulatorError) {
            let id = try chain.ledger.submit(bytes)
            paid.withLock { $0[number] = id }
        } catch {
            return .text("\(error)", status: 400)
        }
        let acknowledgement: JSON = ["payment": message, "memo": "Thank you. Your order is on its way."]
        return ServedAnswer(
            200, headers: [.init("Content-Type", "application/payment-ack")], body: acknowledgement.bytes)
    }
}
