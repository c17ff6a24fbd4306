internal import Bitcoin
internal import Bridge
internal import Foundation
package import LocalServer
internal import Primitives
internal import Synchronization

/// Simulates the server of a merchant whose invoices are paid on a simulated chain: by the JSON payment protocol and, with a
/// signer, by BIP-70.
///
/// Each path `/i/NUMBER` is an invoice, which is valid from the first request for it. A payment is refused with status 400 and
/// a sentence, as both protocols do.
package final class MerchantSimulator: Sendable {
    /// An invoice that was asked for.
    private struct Invoice {
        let time: Int64
        var payment: TransactionID?

        var expires: Int64 { time + MerchantSimulator.validity }
    }

    private let chain: CoinSimulator
    private let utxoChain: UTXOChain
    private let host: String
    private let address: String
    private let script: Script
    private let signer: MerchantSigner?
    private let time: @Sendable () -> Int64
    private let isTest: Bool
    private let invoices = Mutex<[String: Invoice]>([:])
    private let running = Mutex<(server: LoopbackServer, scheme: String)?>(nil)

    /// The price of everything, in satoshis.
    package static let price: UInt64 = 40_000

    /// How long an invoice is valid, in seconds.
    private static let validity: Int64 = 900

    /// The maximum number of invoices.
    private static let most = 10_000

    private static let thanks = "Thank you. Your order is on its way."

    /// Creates a merchant.
    ///
    /// - Parameters:
    ///   - host: The name of the server in the invoices.
    ///   - address: Where the merchant gets coins, in the form of the regression test network, or in that of the network with
    ///     value for a wallet that takes the chain for it.
    ///   - chain: The chain on which the invoices are paid.
    ///   - signer: Signs the invoices of BIP-70; `nil` if there are only those of the JSON payment protocol.
    ///   - time: The time in seconds since 1970.
    /// - Throws: ``SimulatorError/ledger(_:)`` if the address is of neither network.
    package init(
        host: String, address: String, chain: CoinSimulator, signer: MerchantSigner? = nil,
        time: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) throws(SimulatorError) {
        let utxoChain: UTXOChain = chain.name == "bitcoin" ? .bitcoin : .bitcoinCash
        let value = try? Destination(address, on: utxoChain)
        guard let destination = try? value ?? Destination(address, on: chain.ledger.utxoChain) else {
            throw .ledger("\(address.prefix(100)) is not an address of \(utxoChain.name)")
        }
        isTest = value == nil
        (self.host, self.address, self.chain, self.utxoChain) = (host, address, chain, utxoChain)
        (script, self.signer, self.time) = (destination.script, signer, time)
    }

    /// Starts to listen on 127.0.0.1; without a certificate as http, with the JSON payment protocol only.
    ///
    /// - Throws: ``SimulatorError/listen(_:)``, ``SimulatorError/identity``.
    package func start(port: Int = 0, identity: ServerIdentity? = nil) async throws(SimulatorError) {
        let server = try await LoopbackServer.simulated(port: port, identity: identity) { [weak self] request in
            self?.answer(request) ?? ServedAnswer(503)
        }
        running.withLock { $0 = (server, identity == nil ? "http" : "https") }
    }

    /// The URL before the path of an invoice: where it listens, or of a host that only its owner can reach.
    package var site: String {
        running.withLock { running in
            running.map { "\($0.scheme)://\(host):\($0.server.port)" } ?? "https://\(host)"
        }
    }

    /// The transaction that paid the invoice with this number; `nil` if none did.
    package func payment(of number: String) -> String? { invoices.withLock { $0[number]?.payment?.description } }

    /// The media type of a message of BIP-70 (BIP-71).
    private func type(_ message: String) -> String {
        "application/\(utxoChain.ledger == .bitcoin ? "bitcoin" : "bitcoincash")-\(message)"
    }

    /// Answers a request for an invoice, or a payment.
    package func answer(_ request: ServedRequest) -> ServedAnswer {
        guard let path = request.path, path.count == 2, path[0] == "i", (1...9).contains(path[1].utf8.count),
            path[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return ServedAnswer(404) }
        do throws(SimulatorError) {
            switch request.method {
            case "GET": return try invoice(path[1], accepted: request.header("Accept") ?? "")
            case "POST": return try pay(path[1], request.body, type: request.header("Content-Type"))
            default: return ServedAnswer(405)
            }
        } catch {
            return .text("\(error)", status: 400)
        }
    }

    // Invoices.

    private func invoice(_ number: String, accepted: String) throws(SimulatorError) -> ServedAnswer {
        let types = accepted.split(separator: ",").map { $0.filter { $0 != " " } }
        let (isMessage, isJSON) = (
            signer != nil && types.contains(type("paymentrequest")), types.contains("application/payment-request")
        )
        guard isMessage || isJSON else { return ServedAnswer(406) }
        let now = time()
        var isNew = false
        let found = invoices.withLock { invoices -> Invoice? in
            if let known = invoices[number] { return known }
            guard invoices.count < Self.most else { return nil }
            let new = Invoice(time: now)
            invoices[number] = new
            isNew = true
            return new
        }
        guard let found else { return ServedAnswer(503) }
        if isNew { chain.events.tell("\(chain.name): invoice \(number) was asked for") }
        guard found.payment == nil else { throw .ledger("the invoice is paid") }
        guard now < found.expires else { throw .ledger("the invoice has expired") }
        if isMessage, let signer { return try message(number, found, signer) }
        let invoice: JSON = [
            "network": isTest ? "regtest" : "main", "currency": .string(utxoChain.rawValue), "requiredFeeRate": 1,
            "outputs": [["amount": .number(JSONNumber(Int(Self.price))), "address": .string(address)]],
            "time": .string(RFC3339.text(found.time)), "expires": .string(RFC3339.text(found.expires)),
            "memo": .string(memo(number)), "paymentUrl": .string(url(number)), "paymentId": .string(number),
        ]
        let digest = "SHA-256=\(Hex.encode(SHA256.hash(invoice.bytes).bytes))"
        return ServedAnswer(
            200, headers: [.init("Content-Type", "application/payment-request"), .init("Digest", digest)],
            body: invoice.bytes)
    }

    private func memo(_ number: String) -> String { "Invoice \(number) of a simulated shop" }
    private func url(_ number: String) -> String { "\(site)/i/\(number)" }

    private func message(
        _ number: String, _ invoice: Invoice, _ signer: MerchantSigner
    ) throws(SimulatorError) -> ServedAnswer {
        let details = PaymentDetails.encoded(
            [Output(Self.price, to: script)], network: isTest ? "test" : "main", time: UInt64(clamping: invoice.time),
            expires: UInt64(clamping: invoice.expires), memo: memo(number), paymentURL: url(number),
            merchantData: Array(number.utf8))
        let bytes = try PaymentRequest.encoded(details, certificates: signer.certificates) {
            bytes throws(SimulatorError) in try signer.signature(over: bytes)
        }
        return ServedAnswer(200, headers: [.init("Content-Type", type("paymentrequest"))], body: bytes)
    }

    // Payments.

    private func pay(_ number: String, _ body: [UInt8], type given: String?) throws(SimulatorError) -> ServedAnswer {
        switch given {
        case type("payment") where signer != nil:
            guard let payment = try? PaymentMessage.read(body), payment.transactions.count == 1,
                payment.merchantData == Array(number.utf8)
            else { throw .ledger("this is no payment of the invoice") }
            try take(payment.transactions[0], for: number)
            return ServedAnswer(
                200, headers: [.init("Content-Type", type("paymentack"))],
                body: PaymentMessage.answer(to: body, memo: Self.thanks))
        case "application/payment":
            guard let message = try? JSON(parsing: body), message["currency"] == .string(utxoChain.rawValue),
                message["transactions"]?.array?.count == 1,
                let bytes = message["transactions"]?[0]?.string.flatMap({ Hex.decode($0) })
            else { throw .ledger("this is no payment of the invoice") }
            try take(bytes, for: number)
            let acknowledgement: JSON = ["payment": message, "memo": .string(Self.thanks)]
            return ServedAnswer(
                200, headers: [.init("Content-Type", "application/payment-ack")], body: acknowledgement.bytes)
        default: return ServedAnswer(415)
        }
    }

    /// Checks a transaction against an invoice, and gives it to the chain; the same one again changes nothing.
    private func take(_ bytes: [UInt8], for number: String) throws(SimulatorError) {
        let now = time()
        guard let transaction = try? BitcoinTransaction(bytes, form: utxoChain.ledger.form),
            transaction.outputs.contains(where: { $0.field == script.bytes && $0.value >= Self.price })
        else { throw .ledger("the transaction does not pay the invoice") }
        let id = transaction.id
        // The lock is held, so that of two payments at the same time only one is taken.
        let result = invoices.withLock { invoices -> Result<String?, SimulatorError> in
            guard let invoice = invoices[number] else { return .failure(.ledger("there is no such invoice")) }
            guard invoice.payment != id else { return .success(nil) }
            guard invoice.payment == nil else { return .failure(.ledger("the invoice is paid")) }
            guard now < invoice.expires else { return .failure(.ledger("the invoice has expired")) }
            guard !invoices.values.contains(where: { $0.payment == id }) else {
                return .failure(.ledger("the transaction has paid another invoice"))
            }
            do throws(SimulatorError) {
                // Its sender may have given it to the network, too.
                if !chain.ledger.read({ $0.chain.transactions[id] != nil }) { try chain.ledger.submit(bytes) }
            } catch {
                return .failure(error)
            }
            invoices[number]?.payment = id
            return .success("\(chain.name): invoice \(number) is paid by \(id)")
        }
        if let news = try result.get() { chain.events.tell(news) }
    }
}
