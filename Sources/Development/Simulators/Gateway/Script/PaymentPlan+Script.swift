package import Bridge

extension PaymentPlan {
    /// Parses a script; `preset` names the initial plan, which all other members change.
    ///
    /// - Throws: ``SimulatorError/script(path:expected:)``.
    package init(script: JSON) throws(SimulatorError) {
        var reader = try ScriptReader(script)
        self = try reader.choice("preset", of: PaymentPreset.self)?.plan ?? PaymentPlan()
        _ = reader.any("id")
        unit = try reader.text("unit") ?? unit
        value = try reader.digits("value") ?? value
        merchant = try reader.text("merchant") ?? merchant
        merchantIcon = try reader.text("merchantIcon") ?? merchantIcon
        expiresIn = try reader.number("expiresIn") ?? expiresIn
        status = try reader.text("status") ?? status
        pollMilliseconds = try reader.natural("pollInMs") ?? pollMilliseconds
        failureCode = try reader.text("failureCode") ?? failureCode
        hasUnknowns = try reader.flag("unknowns") ?? hasUnknowns
        endsWithNull = try reader.flag("endsWithNull") ?? endsWithNull
        if let collect = reader.any("collect") { self.collect = try CollectPlan.read(collect, path: "collect") }
        if let list = try reader.list("options") {
            options = []
            for (index, option) in list.enumerated() {
                options.append(try OptionPlan(script: option, path: "options[\(index)]"))
            }
        }
        if let list = try reader.list("timeline") {
            timeline = []
            for (index, step) in list.enumerated() {
                timeline.append(try StatusStep(script: step, path: "timeline[\(index)]"))
            }
        }
        try reader.end()
    }
}

extension OptionPlan {
    init(script: JSON, path: String) throws(SimulatorError) {
        var reader = try ScriptReader(script, path: path)
        guard let name = try reader.text("asset"), let asset = PaymentAsset.named[name] else {
            let names = PaymentAsset.named.keys.sorted().joined(separator: ", ")
            throw .script(path: reader.place("asset"), expected: "one of \(names)")
        }
        let value = try reader.digits("value")
        self.init(asset, value: value ?? (asset.token == nil ? "8125000000000000" : "25000000"))
        quoteSeconds = try reader.number("quoteSeconds")
        eta = try reader.natural("eta") ?? eta
        collect = try reader.any("collect").flatMap { json throws(SimulatorError) in
            try CollectPlan.read(json, path: reader.place("collect"))
        }
        approves = try reader.flag("approves") ?? approves
        resets = try reader.flag("resets") ?? resets
        namesFees = try reader.flag("namesFees") ?? namesFees
        deviation = try reader.choice("deviation", of: Deviation.self)
        actions = try reader.list("actions")
        try reader.end()
    }
}

extension CollectPlan {
    /// Parses a value of ``Kind``, an object, or `null` for no plan.
    static func read(_ script: JSON, path: String) throws(SimulatorError) -> CollectPlan? {
        if script == .null { return nil }
        if let kind = script.string.flatMap(Kind.init) { return CollectPlan(kind) }
        var reader = try ScriptReader(script, path: path)
        guard let kind = try reader.choice("kind", of: Kind.self) else {
            throw .script(path: reader.place("kind"), expected: "hosted, fields or both")
        }
        var plan = CollectPlan(kind)
        plan.ending = try reader.choice("ending", of: Ending.self) ?? plan.ending
        plan.message = try reader.choice("message", of: Message.self) ?? plan.message
        plan.hasSchema = try reader.flag("schema") ?? plan.hasSchema
        try reader.end()
        return plan
    }
}

extension StatusStep {
    init(script: JSON, path: String) throws(SimulatorError) {
        var reader = try ScriptReader(script, path: path)
        guard let status = try reader.text("status") else {
            throw .script(path: reader.place("status"), expected: "a string")
        }
        self.init(
            status, answers: try reader.number("answers") ?? 1, milliseconds: try reader.number("milliseconds"),
            isFinal: try reader.flag("isFinal"))
        try reader.end()
    }
}

extension ScriptReader {
    /// A string of decimal digits.
    mutating func digits(_ key: String) throws(SimulatorError) -> String? {
        guard let text = try text(key) else { return nil }
        guard (1...78).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .script(path: place(key), expected: "decimal digits in a string")
        }
        return text
    }
}
