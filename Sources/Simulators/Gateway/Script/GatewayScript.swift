public import Bridge

/// A script for a gateway: which payments there are, and what goes wrong with any of them.
public struct GatewayScript: Hashable, Sendable {
    /// The payments, in their order; `nil` as an id where the gateway chooses one.
    public private(set) var payments: [Payment] = []

    /// What goes wrong with calls, whichever payment they are for.
    public private(set) var faults: [SimulatedFault] = []

    /// A payment of a script.
    public struct Payment: Hashable, Sendable {
        /// What it is called.
        public let name: String
        /// Its id; `nil` where the gateway chooses one.
        public let id: String?
        /// What the script says about it.
        public let plan: PaymentPlan
        /// What goes wrong with calls for it.
        public let faults: [SimulatedFault]
    }

    /// Reads a script: an object with `payments`, each as `POST /control/payments` takes it and with `faults` of its
    /// own, and `faults`.
    ///
    /// - Throws: ``SimulatorError/script(path:expected:)``.
    public init(_ json: JSON) throws(SimulatorError) {
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
