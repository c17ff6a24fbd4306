internal import Bridge

/// The gateway's data.
struct GatewayState: Sendable {
    /// How many exchanges are kept; older ones are dropped.
    static let memory = 10_000

    var payments: [String: GatewayPayment] = [:]
    var faults: [ArmedFault] = []
    var exchanges: [GatewayExchange] = []

    /// The offset of the gateway's clock in seconds.
    var offset: Int64 = 0

    /// The merchants' requests by idempotency key, and the resulting payments.
    var asked: [String: (body: [UInt8], payment: String)] = [:]

    private var counts: [String: [GatewayCall: Int]] = [:]
    private var all: [GatewayCall: Int] = [:]

    /// Counts a call.
    mutating func count(_ call: GatewayCall, _ payment: String?) {
        all[call, default: 0] += 1
        if let payment, payments[payment] != nil { counts[payment, default: [:]][call, default: 0] += 1 }
    }

    /// The number of calls for `payment`, or of all calls.
    func count(of call: GatewayCall, for payment: String?) -> Int {
        (payment.map { counts[$0] ?? [:] } ?? all)[call] ?? 0
    }

    /// The first fault that applies to this call.
    mutating func fault(for call: GatewayCall, _ payment: String?) -> SimulatedFault? {
        for index in faults.indices where faults[index].applies(to: call, payment) { return faults[index].fault }
        return nil
    }

    /// Records an exchange.
    mutating func keep(_ exchange: GatewayExchange) {
        exchanges.append(exchange)
        if exchanges.count > Self.memory { exchanges.removeFirst(exchanges.count - Self.memory) }
    }

    /// Changes a payment.
    mutating func change<Value>(
        _ id: String, _ body: (inout GatewayPayment) throws(SimulatorError) -> Value
    ) throws(SimulatorError) -> Value {
        guard var payment = payments[id] else { throw .unknownPayment }
        defer { payments[id] = payment }
        return try body(&payment)
    }
}
