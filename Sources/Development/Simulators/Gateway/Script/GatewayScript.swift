package import Bridge

/// A script for a gateway: its payments and faults.
package struct GatewayScript: Hashable, Sendable {
    /// The payments, in order.
    package private(set) var payments: [Payment] = []

    /// The faults of calls for any payment.
    package private(set) var faults: [SimulatedFault] = []

    /// A payment of a script.
    package struct Payment: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// Its ID; `nil` if the gateway chooses one.
        package let id: String?
        /// Its plan.
        package let plan: PaymentPlan
        /// The faults of calls for it.
        package let faults: [SimulatedFault]
    }

    /// Parses a script: an object with `payments`, each in the format of `POST /control/payments` with additional
    /// `faults`, and `faults` for all payments.
    ///
    /// - Throws: ``SimulatorError/script(path:expected:)``.
    package init(_ json: JSON) throws(SimulatorError) {
        var reader = try ScriptReader(json)
        for (index, script) in (try reader.list("payments") ?? []).enumerated() {
            guard case .object(var members) = script else {
                throw .script(path: "payments[\(index)]", expected: "an object")
            }
            let faults = try Self.faults(members["faults"], path: "payments[\(index)].faults")
            members["faults"] = nil
            payments.append(
                Payment(
                    name: members["preset"]?.string ?? "payment \(index + 1)", id: members["id"]?.string,
                    plan: try PaymentPlan(script: .object(members)), faults: faults))
        }
        faults = try Self.faults(reader.any("faults"), path: "faults")
        try reader.end()
    }

    private static func faults(_ json: JSON?, path: String) throws(SimulatorError) -> [SimulatedFault] {
        guard let json else { return [] }
        guard let list = json.array else { throw .script(path: path, expected: "a list") }
        var faults: [SimulatedFault] = []
        for script in list { faults.append(try SimulatedFault(script: script)) }
        return faults
    }
}
