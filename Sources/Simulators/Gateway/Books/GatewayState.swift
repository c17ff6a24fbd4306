internal import Bridge

/// Everything that the gateway knows.
struct GatewayState: Sendable {
    /// How many exchanges are kept; older ones are forgotten.
    static let memory = 10_000

    var payments: [String: GatewayPayment] = [:]
    var faults: [ArmedFault] = []
    var exchanges: [GatewayExchange] = []

    /// By how many seconds the gateway's clock was moved.
    var offset: Int64 = 0

    /// What merchants asked for once under a key, and what became of it.
    var asked: [String: (body: [UInt8], payment: String)] = [:]

    private var counts: [String: [GatewayCall: Int]] = [:]
    private var all: [GatewayCall: Int] = [:]

    /// Counts a call.
    mutating func count(_ call: GatewayCall, _ payment: String?) {
        all[call, default: 0] += 1
        if let payment, payments[payment] != nil { counts[payment, default: [:]][call, default: 0] += 1 }
    }

    /// How often there was a call, for `payment` or at all.
    func count(of call: GatewayCall, for payment: String?) -> Int {
        (payment.map { counts[$0] ?? [:] } ?? all)[call] ?? 0
    }

    /// The fault that spoils this call; the first that is armed for it.
    mutating func fault(for call: GatewayCall, _ payment: String?) -> SimulatedFault? {
        for index in faults.indices where faults[index].strikes(call, payment) { return faults[index].fault }
        return nil
    }

    /// Keeps an exchange.
    mutating func keep(_ exchange: GatewayExchange) {
        exchanges.append(exchange)
        if exchanges.count > Self.memory { exchanges.removeFirst(exchanges.count - Self.memory) }
    }

    /// Changes a payment.
    mutating func change<Value>(
        _ id: String, _ body: (inout GatewayPayment) throws(GatewayErrorResponse) -> Value
    ) throws(GatewayErrorResponse) -> Value {
        guard var payment = payments[id] else { throw .noPayment }
        defer { payments[id] = payment }
        return try body(&payment)
    }
}
