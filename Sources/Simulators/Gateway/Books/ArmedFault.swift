/// A fault that waits for its calls.
struct ArmedFault: Sendable {
    let fault: SimulatedFault
    let payment: String?
    private var seen = 0

    init(_ fault: SimulatedFault, payment: String?) {
        self.fault = fault
        self.payment = payment
    }

    /// Whether it spoils this call, which it counts.
    mutating func strikes(_ call: GatewayCall, _ payment: String?) -> Bool {
        guard fault.call == nil || fault.call == call, self.payment == nil || self.payment == payment else {
            return false
        }
        seen += 1
        guard seen > fault.after else { return false }
        return fault.times.map { seen <= fault.after + $0 } ?? true
    }
}
