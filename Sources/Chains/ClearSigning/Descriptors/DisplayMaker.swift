internal import Ethereum
internal import BigInt
internal import Bridge
internal import Messages

/// Puts one call or message into the words of a descriptor.
///
/// Where a word does not fit, nothing is said at all: half an explanation hides the other half.
struct DisplayMaker {
    private static let mostRows = 200

    let descriptor: Descriptor
    let data: DescribedValue
    let container: DescribedValue
    let chainID: UInt64
    let context: DisplayContext

    func display(_ format: Descriptor.Format) throws(EthereumError) -> Display {
        var display = Display(intent: format.intent, owner: descriptor.owner, rows: [], inner: [])
        try add(format.fields, here: data, to: &display, depth: 0)
        return display
    }

    private func add(
        _ fields: [JSON], here: DescribedValue, to display: inout Display, depth: Int
    ) throws(EthereumError) {
        guard depth < 6 else { throw .descriptor(.format) }
        for entry in fields {
            let field = try mapped(try resolved(entry), here: here)
            let visible = try Visibility(field["visible"])
            guard visible != .never else { continue }
            if let inner = field["fields"]?.array {
                for finding in try findings(field["path"]?.string ?? "", here: here) {
                    try add(inner, here: finding.value, to: &display, depth: depth + 1)
                }
                continue
            }
            guard let label = field["label"]?.string.flatMap({ Descriptor.plain($0, upTo: 40) }) else {
                throw .descriptor(.format)
            }
            for finding in try values(field, here: here) {
                guard try shows(finding.value, visible) else { continue }
                try add(finding, field, label: label, here: here, to: &display)
                guard display.rows.count <= Self.mostRows else { throw .descriptor(.format) }
            }
        }
    }

    private func add(
        _ finding: DescriptorPath.Finding, _ field: JSON, label: String, here: DescribedValue,
        to display: inout Display
    ) throws(EthereumError) {
        // If there are several values under one path, each has a separate line.
        if case .list(let values) = finding.value {
            for value in values {
                try add((value, finding.indices), field, label: label, here: here, to: &display)
            }
            return
        }
        if field["format"]?.string == "calldata" {
            let call = try self.call(finding, field["params"], here: here)
            display.inner.append(call)
            display.rows.append(
                Display.Row(label, call.to?.description ?? localized("a new contract"), isAddress: call.to != nil))
            return
        }
        display.rows.append(try row(label, finding, field, here: here))
        if ["amount", "tokenAmount", "nftName"].contains(field["format"]?.string), finding.value.number != 0 {
            display.movesValue = true
        }
        guard field["format"]?.string == "addressName", let address = finding.value.address, !address.isPlaceholder
        else { return }
        // A label may show that an argument is a recipient, regardless of its name.
        if ["recipient", "receiver", "beneficiary"].contains(where: label.lowercased().contains) {
            display.labeledReceivers.append(address)
        }
        // An address in a wider word or in bytes; the arguments of the type `address` are all looked at.
        if case .address = finding.value { return }
        guard !isToken(field) else { return }
        display.parties.append(Display.Party(address: address, role: .holder, isGranted: false))
    }

    /// Whether a value is shown.
    ///
    /// - Throws: ``EthereumError/descriptor(_:)`` if the descriptor only shows other values.
    private func shows(_ value: DescribedValue, _ visible: Visibility) throws(EthereumError) -> Bool {
        switch visible {
        case .always: return true
        case .never: return false
        case .except(let list): return try !isOne(value, of: list)
        case .fixed(let list):
            guard try isOne(value, of: list) else { throw .descriptor(.format) }
            return false
        }
    }

    private func isOne(_ value: DescribedValue, of list: [JSON]) throws(EthereumError) -> Bool {
        for json in list {
            if value.equals(try literal(json)) { return true }
        }
        return false
    }

    /// A field with constants in the place of references to `metadata.maps`, whose key is in the call.
    private func mapped(_ field: JSON, here: DescribedValue) throws(EthereumError) -> JSON {
        guard var members = field.object else { return field }
        if let value = members["value"] { members["value"] = try looked(up: value, here: here) }
        if var params = members["params"]?.object {
            for member in params.members { params[member.key] = try looked(up: member.value, here: here) }
            members["params"] = .object(params)
        }
        return .object(members)
    }

    private func looked(up json: JSON, here: DescribedValue) throws(EthereumError) -> JSON {
        guard let map = json["map"]?.string else { return json }
        guard let path = json["keyPath"]?.string, let key = try findings(path, here: here).first?.value.key,
            let values = try constant(map)?["values"]?.object,
            let found = values.members.first(where: { $0.key.lowercased() == key.lowercased() })
        else { throw .descriptor(.format) }
        return found.value
    }

    /// A field with the definition that it refers to underneath.
    func resolved(_ field: JSON) throws(EthereumError) -> JSON {
        guard let reference = field["$ref"]?.string else { return field }
        guard let definition = try constant(reference) else { throw .descriptor(.format) }
        return DescriptorFiles.merge(field, over: definition)
    }

    /// What the descriptor holds at a path that begins with `$`.
    func constant(_ text: String) throws(EthereumError) -> JSON? {
        let path = try DescriptorPath(text)
        guard path.root == .descriptor else { throw .descriptor(.path) }
        var json = descriptor.root
        for step in path.steps {
            guard case .name(let name) = step, let next = json[name] else { return nil }
            json = next
        }
        return json
    }

    private func values(_ field: JSON, here: DescribedValue) throws(EthereumError) -> [DescriptorPath.Finding] {
        if let path = field["path"]?.string { return try findings(path, here: here) }
        guard let json = field["value"], let value = try literal(json) else { throw .descriptor(.format) }
        return [(value, [])]
    }

    /// What a path leads to.
    func findings(
        _ text: String, here: DescribedValue, indices: [Int] = []
    ) throws(EthereumError) -> [DescriptorPath.Finding] {
        let path = try DescriptorPath(text)
        switch path.root {
        case .here: return try path.find(in: here, indices: indices)
        case .data: return try path.find(in: data, indices: indices)
        case .container: return try path.find(in: container, indices: indices)
        case .descriptor:
            guard let json = try constant(text), let value = DescribedValue(json) else { throw .descriptor(.path) }
            return [(value, [])]
        }
    }

    /// A value in the descriptor, or one that a path of the descriptor leads to.
    func literal(_ json: JSON) throws(EthereumError) -> DescribedValue? {
        if let text = json.string, text.hasPrefix("$.") {
            return try constant(text).flatMap { DescribedValue($0) }
        }
        return DescribedValue(json)
    }

    private func call(
        _ finding: DescriptorPath.Finding, _ params: JSON?, here: DescribedValue
    ) throws(EthereumError) -> ContractCall {
        guard case .bytes(var bytes) = finding.value else { throw .descriptor(.format) }
        func value(_ name: String) throws(EthereumError) -> DescribedValue? {
            if let path = params?[name + "Path"]?.string {
                return try findings(path, here: here, indices: finding.indices).first?.value
            }
            guard let json = params?[name] else { return nil }
            return try literal(json)
        }
        guard let callee = try value("callee")?.address else { throw .descriptor(.format) }
        // A call on another chain does not concern this chain's contracts.
        guard try isHere(params, here: here, indices: finding.indices) else { throw .descriptor(.format) }
        if case .string(let text)? = try value("selector"), let selector = DescribedValue.string(text).number {
            bytes = Array(ABIWord.bytes(selector).suffix(4)) + bytes
        }
        let amount = try value("amount")?.number?.magnitude ?? 0
        return ContractCall(
            chainID: chainID, from: try value("spender")?.address, to: callee, value: amount, data: bytes)
    }
}
