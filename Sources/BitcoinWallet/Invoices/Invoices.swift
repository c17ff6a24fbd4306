internal import Bitcoin
internal import Bridge
internal import Primitives
public import Network

/// The way to merchants: asks for their invoices, and hands payments to them.
public struct Invoices: Sendable {
    private let sender: any HTTPSender
    private let trust: MerchantTrust

    /// Creates the way to merchants.
    ///
    /// - Parameters:
    ///   - sender: Who asks web servers.
    ///   - trust: Who vouches for merchants.
    public init(_ sender: any HTTPSender, trust: MerchantTrust = .system) {
        self.sender = sender
        self.trust = trust
    }

    /// Asks for the invoice at `place` and checks it, at a time in seconds since 1970.
    ///
    /// - Throws: ``Bridge/RPCError`` of the kind `merchant`.
    func fetch(_ place: InvoicePlace, at now: Int64) async throws(RPCError) -> Invoice {
        let messages = InvoiceType.requests(on: place.utxoChain).joined(separator: ", ")
        for accepted in [messages, InvoiceType.jsonRequest] {
            let answer = try await ask(place.address, accepting: accepted)
            guard 200...299 ~= answer.status, let kind = InvoiceType(of: answer) else { continue }
            do throws(BitcoinError) {
                let invoice = try await invoice(in: answer, kind, from: place, at: now)
                guard place.utxoChain == nil || place.utxoChain == invoice.utxoChain else { throw .invoice(.currency) }
                if let expires = invoice.expires, expires <= now { throw .invoice(.expired) }
                return try invoice.checked()
            } catch {
                throw RPCError(.merchant, "Nothing was paid. \(error)")
            }
        }
        throw RPCError(.merchant, "Nothing was paid. The merchant's server has no invoice at this address.")
    }

    private func ask(_ address: WebAddress, accepting types: String) async throws(RPCError) -> HTTPResponse {
        do throws(NetworkError) {
            return try await sender.send(
                HTTPRequest(
                    .get, address.description, headers: [("Accept", types)], timeLimit: .seconds(20),
                    sizeLimit: PaymentRequest.largest))
        } catch {
            throw Self.unreached
        }
    }

    /// One sentence for all reasons: a page chooses the address, and must not learn what is behind it.
    static let unreached = RPCError(
        .merchant, "Nothing was paid. The server of the invoice could not be reached.")

    private func invoice(
        in answer: HTTPResponse, _ kind: InvoiceType, from place: InvoicePlace, at now: Int64
    ) async throws(BitcoinError) -> Invoice {
        switch kind {
        case .messages(let utxoChain):
            let request = try PaymentRequest(answer.body)
            guard request.details.isMainNetwork else { throw .invoice(.network) }
            return Invoice(
                utxoChain: utxoChain, outputs: request.details.outputs, memo: request.details.memo,
                expires: request.details.expires.map { Int64(clamping: $0) }, host: place.address.host,
                signer: try await trust.signer(of: request, at: now), paymentURL: request.details.paymentURL,
                form: .messages(merchantData: request.details.merchantData))
        case .json:
            try Self.checkDigest(of: answer)
            let request = try JSONInvoice(answer.body)
            return Invoice(
                utxoChain: request.utxoChain, outputs: request.outputs, memo: request.memo, expires: request.expires,
                host: place.address.host, signer: nil, paymentURL: request.paymentURL, form: .json)
        }
    }

    /// Whether the body is what the server says that it sent (`Digest: SHA-256=…`, in hexadecimal); it need not say so.
    private static func checkDigest(of answer: HTTPResponse) throws(BitcoinError) {
        guard let text = answer.header("digest") else { return }
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].uppercased() == "SHA-256",
            Hex.decode(String(parts[1])) == SHA256.hash(answer.body).bytes
        else { throw .invoice(.digest) }
    }

    /// Hands a signed transaction to the merchant, once, and says where money may be sent back.
    func hand(
        _ transaction: [UInt8], refund: Script, over invoice: Invoice, to url: String
    ) async -> MerchantAnswer {
        let (type, accepted, body) = Self.message(transaction, refund, invoice)
        do throws(NetworkError) {
            let answer = try await sender.send(
                HTTPRequest(
                    .post, url, headers: [("Content-Type", type), ("Accept", accepted)], body: body,
                    timeLimit: .seconds(40), sizeLimit: PaymentMessage.largestAnswer))
            return MerchantAnswer(answer, form: invoice.form)
        } catch {
            switch error {
            // Before these, not a byte of the payment had left.
            case .unreachable, .untrusted, .unusableAddress: return .notSent(error)
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
            let name = InvoiceType.name(of: invoice.utxoChain)
            return (
                "application/\(name)-payment", "application/\(name)-paymentack",
                PaymentMessage.payment(
                    [transaction], refund: Output(invoice.total, to: refund), merchantData: merchantData)
            )
        }
    }
}
