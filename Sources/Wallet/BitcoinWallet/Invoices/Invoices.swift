public import Bitcoin
internal import Bridge
import Messages
internal import Primitives
public import Network

/// The client for merchants: requests their invoices, and sends payments to them.
public struct Invoices: Sendable {
    private let sender: any HTTPSender
    private let trust: MerchantTrust
    private let chains: [UTXOChain]

    /// Creates a client for merchants.
    ///
    /// - Parameters:
    ///   - sender: The HTTP client.
    ///   - trust: The certificate authorities for merchants.
    ///   - chains: The chains on which the wallet pays, of one network.
    public init(
        _ sender: any HTTPSender, trust: MerchantTrust = .system, on chains: [UTXOChain] = UTXOChain.mainnets
    ) {
        (self.sender, self.trust, self.chains) = (sender, trust, chains)
    }

    /// Requests the invoice at `place` and checks it at the time `now`, in seconds since 1970.
    ///
    /// The addresses that its name may resolve to depend on `origin`, whose page named the location.
    ///
    /// - Throws: ``Bridge/RPCError`` of the kind `merchant`.
    func fetch(_ place: InvoicePlace, for origin: Origin, at now: Int64) async throws(RPCError) -> Invoice {
        let addresses = place.addresses(for: origin)
        let messages = InvoiceType.requests(on: place.ledger).joined(separator: ", ")
        for accepted in [messages, InvoiceType.jsonRequest] {
            let answer = try await ask(place.address, addresses, accepting: accepted)
            guard 200...299 ~= answer.status, let kind = InvoiceType(of: answer, on: chains) else { continue }
            do throws(BitcoinError) {
                let invoice = try await invoice(in: answer, kind, from: place, addresses, at: now)
                guard place.ledger == nil || place.ledger == invoice.utxoChain.ledger else { throw .invoice(.currency) }
                if let expires = invoice.expires, expires <= now { throw .invoice(.expired) }
                return try invoice.checked()
            } catch {
                guard case .invoice(let fault) = error else {
                    throw RPCError(.merchant, "Nothing was paid. \(error)")
                }
                throw Self.unpaid(fault)
            }
        }
        throw RPCError(
            .merchant,
            sentence: localizable("Nothing was paid. The merchant's server has no invoice at this address."))
    }

    private func ask(
        _ address: WebAddress, _ addresses: HTTPRequest.Addresses, accepting types: String
    ) async throws(RPCError) -> HTTPResponse {
        do throws(NetworkError) {
            return try await sender.send(
                HTTPRequest(
                    .get, address.description, headers: [("Accept", types)], timeLimit: .seconds(20),
                    sizeLimit: PaymentRequest.largest, addresses: addresses))
        } catch {
            throw Self.unreached
        }
    }

    /// One sentence for all reasons: a page chooses the address, and must not learn what is there.
    static let unreached = RPCError(
        .merchant, sentence: localizable("Nothing was paid. The server of the invoice could not be reached."))

    /// The error for an invoice that cannot be paid.
    static func unpaid(_ fault: BitcoinError.Invoice) -> RPCError {
        RPCError(.merchant, sentence: localizable("Nothing was paid. \(fault.text, as: "reason")"))
    }

    private func invoice(
        in answer: HTTPResponse, _ kind: InvoiceType, from place: InvoicePlace, _ addresses: HTTPRequest.Addresses,
        at now: Int64
    ) async throws(BitcoinError) -> Invoice {
        switch kind {
        case .messages(let utxoChain):
            let request = try PaymentRequest(answer.body)
            guard request.details.isMainNetwork == !utxoChain.isTest else {
                throw .invoice(utxoChain.isTest ? .mainNetwork : .network)
            }
            return Invoice(
                utxoChain: utxoChain, outputs: request.details.outputs, memo: request.details.memo,
                expires: request.details.expires.map { Int64(clamping: $0) }, host: place.address.host,
                signer: try await trust.signer(of: request, at: now), paymentURL: request.details.paymentURL,
                form: .messages(merchantData: request.details.merchantData), addresses: addresses)
        case .json:
            try Self.checkDigest(of: answer)
            let request = try JSONInvoice(answer.body, on: chains)
            return Invoice(
                utxoChain: request.utxoChain, outputs: request.outputs, memo: request.memo, expires: request.expires,
                host: place.address.host, signer: nil, paymentURL: request.paymentURL, form: .json,
                addresses: addresses)
        }
    }

    /// Checks that the body matches the server's digest (`Digest: SHA-256=…`, in hexadecimal), if there is one.
    private static func checkDigest(of answer: HTTPResponse) throws(BitcoinError) {
        guard let text = answer.header("digest") else { return }
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].uppercased() == "SHA-256",
            Hex.decode(String(parts[1])) == SHA256.hash(answer.body).bytes
        else { throw .invoice(.digest) }
    }

    /// Sends a signed transaction to the merchant once, with a refund address.
    func hand(
        _ transaction: [UInt8], refund: Script, over invoice: Invoice, to url: String
    ) async -> MerchantAnswer {
        let (type, accepted, body) = Self.message(transaction, refund, invoice)
        do throws(NetworkError) {
            let answer = try await sender.send(
                HTTPRequest(
                    .post, url, headers: [("Content-Type", type), ("Accept", accepted)], body: body,
                    timeLimit: .seconds(40), sizeLimit: PaymentMessage.largestAnswer,
                    addresses: invoice.addresses(of: url)))
            return MerchantAnswer(answer, form: invoice.form)
        } catch {
            switch error {
            // These errors occur before any byte of the payment is sent.
            case .unreachable, .proxyUnreachable, .needsTor, .untrusted, .unusableAddress, .privateAddress:
                return .notSent(error)
            default: return .unknown
            }
        }
    }

    private static func message(
        _ transaction: [UInt8], _ refund: Script, _ invoice: Invoice
    ) -> (type: String, accepted: String, body: [UInt8]) {
        switch invoice.form {
        case .json:
            return (
                "application/payment", "application/payment-ack",
                JSONInvoice.payment(Hex.encode(transaction), on: invoice.utxoChain)
            )
        case .messages(let merchantData):
            let name = InvoiceType.name(of: invoice.utxoChain.ledger)
            return (
                "application/\(name)-payment", "application/\(name)-paymentack",
                PaymentMessage.payment(
                    [transaction], refund: Output(invoice.total, to: refund), merchantData: merchantData)
            )
        }
    }
}
