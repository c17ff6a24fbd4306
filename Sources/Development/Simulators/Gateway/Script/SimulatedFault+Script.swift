package import Bridge
internal import LocalServer

extension SimulatedFault {
    /// Parses a fault.
    ///
    /// - Throws: ``SimulatorError/script(path:expected:)``.
    package init(script: JSON) throws(SimulatorError) {
        var reader = try ScriptReader(script)
        self.init(try reader.choice("call", of: GatewayCall.self))
        after = try reader.number("after") ?? after
        if reader.any("times") == .null { times = nil } else { times = try reader.number("times") ?? times }
        takesEffect = try reader.flag("takesEffect") ?? takesEffect
        delay = try reader.number("delay") ?? delay
        status = try reader.number("status")
        code = try reader.text("code")
        message = try reader.text("message") ?? message
        body = try reader.text("body")
        delivery = try reader.choice("delivery", of: ServedAnswer.Delivery.self) ?? delivery
        for member in reader.any("headers")?.object?.members ?? [] {
            guard let value = member.value.string else {
                throw .script(path: "headers.\(member.key)", expected: "a string")
            }
            headers.append(ServedRequest.Field(member.key, value))
        }
        guard status.map({ (200...599).contains($0) }) ?? true, delay >= 0, after >= 0 else {
            throw .script(path: "status", expected: "200 to 599, with delay and after of 0 or more")
        }
        try reader.end()
    }
}
