internal import Ethereum
internal import BigInt
internal import Bridge

/// Arguments that a descriptor leaves out, judged by their names.
extension DisplayMaker {
    /// Adds the wallet's own findings in the arguments, regardless of the lines of `format`.
    func check(_ format: Descriptor.Format, in display: inout Display) {
        display.receivers += ArgumentRoles.receivers(data)
        let parties = parties(format)
        display.parties += parties
        if ArgumentRoles.hasForeignReceiver(data) { display.hasForeignReceiver = true }
        if ArgumentRoles.acceptsNothing(data) { display.acceptsNothing = true }
        if ArgumentRoles.hidesPurchase(data) { display.hidesPurchase = true }
        if ArgumentRoles.hasLargeFee(data) { display.hasLargeFee = true }
        if ArgumentRoles.hasAmount(data) { display.movesValue = true }
        if leavesOut(format) || hasLongList(data) || parties.count > Self.mostParties { display.isPartial = true }
    }

    /// Whether `format` shows no part of an argument that may move something or determine a recipient.
    func leavesOut(_ format: Descriptor.Format) -> Bool {
        var steps: [[String]] = []
        for field in format.fields {
            steps += paths(in: field, depth: 0).map { path in
                path.split(separator: ".").map(String.init).filter {
                    !["#", "@", "$"].contains($0) && !$0.hasPrefix("[")
                }
            }
        }
        return leavesOut(data, name: "", named: Set(steps.joined()), whole: Set(steps.compactMap(\.last)), depth: 0)
    }

    private func leavesOut(
        _ value: DescribedValue, name: String, named: Set<String>, whole: Set<String>, depth: Int
    ) -> Bool {
        guard depth < 16, !whole.contains(name) else { return false }
        switch value {
        case .record(let members):
            return members.contains {
                leavesOut($0.value, name: $0.name, named: named, whole: whole, depth: depth + 1)
            }
        case .list(let values):
            return values.contains { leavesOut($0, name: name, named: named, whole: whole, depth: depth + 1) }
        case .bool, .string: return false
        // An empty value hides nothing.
        case .address(let address): return !address.isZero && isHidden(name, named)
        case .number(let number): return number != 0 && isHidden(name, named)
        case .bytes(let bytes): return bytes.contains { $0 != 0 } && isHidden(name, named)
        }
    }

    private func isHidden(_ name: String, _ named: Set<String>) -> Bool {
        !named.contains(name) && !ArgumentRoles.isTechnical(name)
    }

    /// The paths of a field, and of the definition to which it refers.
    private func paths(in json: JSON, depth: Int) -> [String] {
        guard depth < 16 else { return [] }
        if let elements = json.array { return elements.flatMap { paths(in: $0, depth: depth + 1) } }
        guard let members = json.object?.members else { return [] }
        return members.flatMap { member -> [String] in
            if let text = member.value.string {
                if member.key == "$ref" {
                    guard let definition = try? constant(text) else { return [] }
                    return paths(in: definition, depth: depth + 1)
                }
                return member.key == "path" || member.key.hasSuffix("Path") ? [text] : []
            }
            return paths(in: member.value, depth: depth + 1)
        }
    }
}
