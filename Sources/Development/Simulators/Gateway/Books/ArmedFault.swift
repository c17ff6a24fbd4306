/// A fault, and the number of its calls so far.
struct ArmedFault: Sendable {
    let fault: SimulatedFault
    let payment: String?
    private var seen = 0

    init(_ fault: SimulatedFault, payment: String?) {
        self.fault = fault
        self.payment = payment
    }

    /// Counts the call if the fault is for it, and returns whether the fault applies.
    mutating func applies(to call: GatewayCall, _ payment: String?) -> Bool {
        guard fault.call == nil || fault.call == call, self.payment == nil || self.payment == payment else {
            return false
        }
        seen += 1
        guard seen > fault.after else { return false }
        return fault.times.map { seen <= fault.after + $0 } ?? true
    }
}
