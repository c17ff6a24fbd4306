internal import BigInt
internal import Bridge
internal import LocalServer

/// The payment that a merchant requests.
struct MerchantOrder {
    private let reference: String
    private let unit: String
    private let value: BigUInt
    private let expiresAt: Int64?

    /// Parses the body of a merchant's request.
    init(_ request: ServedRequest) throws(SimulatorError) {
        let body = try CallBody.object(request)
        guard let reference = body["referenceId"]?.string, (1...200).contains(reference.utf8.count),
            reference.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
        else { throw .shape("referenceId: 1 to 200 printable characters of ASCII") }
        guard let unit = body["amount"]?["unit"]?.string, unit.utf8.starts(with: "iso4217/".utf8),
            unit.utf8.count == 11, unit.utf8.dropFirst(8).allSatisfy({ (0x41...0x5A).contains($0) })
        else { throw .values("amount.unit: iso4217/ and a currency") }
        guard let digits = body["amount"]?["value"]?.string, (1...30).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = BigUInt(digits, radix: 10), value > 0
        else { throw .values("amount.value: digits") }
        switch body["expiresAt"] ?? .null {
        case .null: expiresAt = nil
        case .number(let number):
            guard let moment = number.integer, (0...253_402_300_799).contains(moment) else {
                throw .values("expiresAt: seconds since 1970")
            }
            expiresAt = Int64(moment)
        default: throw .shape("expiresAt: seconds since 1970")
        }
        self.reference = reference
        self.unit = unit
        self.value = value
    }

    /// A payment of the requested amount, with the options of `shelf`.
    func payment(on shelf: PaymentPlan, now: Int64) -> GatewayPayment {
        var plan = shelf.priced(value)
        plan.unit = unit
        return GatewayPayment(
            plan, id: RandomText.payment(), reference: reference, now: now, expiresAt: expiresAt)
    }
}
