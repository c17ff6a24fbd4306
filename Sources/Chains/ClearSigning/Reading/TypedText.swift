public import Ethereum
internal import BigInt

extension TypedData {
    /// The text of terms of use or of a login that is signed as structured data, by `signer`; `nil` if the message has
    /// anything else.
    ///
    /// It is for no contract, and has texts, the account, times and codes for one use. So it is judged as a text that is
    /// signed without a structure.
    public func statedText(by signer: EthereumAddress) -> String? {
        guard domain["verifyingContract"] == nil, unusualDomainFields.isEmpty, chainOfSalt == nil,
            TypedText.isMeant(primaryType)
        else { return nil }
        var text = TypedText(signer: signer)
        guard text.add(DescribedValue(message), name: ""), text.hasText, text.isFresh,
            text.lines.reduce(0, { $0 + $1.utf8.count }) <= TypedText.mostBytes
        else { return nil }
        let whole = text.lines.joined(separator: "\n")
        return PersonalMessage(text: whole).words.use == nil ? whole : nil
    }
}

/// The texts among the members of a message.
private struct TypedText {
    let signer: EthereumAddress
    private(set) var lines: [String] = []

    /// Whether a time or a code for one use is among them: without one, the signature is the same each time, and can be a
    /// key.
    private(set) var isFresh = false

    var hasText: Bool { lines.contains { $0.contains(" ") } }

    init(signer: EthereumAddress) { self.signer = signer }

    /// Adds a part; false if it is something else than text.
    mutating func add(_ value: DescribedValue, name: String, depth: Int = 0) -> Bool {
        guard depth < Self.deepest else { return false }
        let plain = name.lowercased()
        switch value {
        case .record(let members):
            for member in members where !add(member.value, name: member.name, depth: depth + 1) { return false }
            return true
        case .list, .bytes: return false
        case .bool: return !ArgumentRoles.isGrant(value, name: name)
        case .address(let address): return address == signer
        case .string(let text):
            isFresh = isFresh || Self.fresh.contains(where: plain.contains)
            lines.append(text)
            return true
        case .number:
            let isTime = Self.fresh.contains(where: plain.contains)
            isFresh = isFresh || isTime
            return isTime || ["version", "chainid", "expir"].contains(where: plain.contains)
        }
    }

    /// Whether a type has the name of terms of use or of a login.
    static func isMeant(_ type: String) -> Bool {
        let type = type.lowercased()
        return ["login", "signin", "logon", "terms", "agreement", "consent", "welcome"].contains(where: type.contains)
    }

    static let mostBytes = 8_192
    private static let deepest = 4
    private static let fresh = ["nonce", "time", "issued", "created", "date"]
}
