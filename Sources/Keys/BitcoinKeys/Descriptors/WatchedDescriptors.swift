package import Bitcoin
internal import Keys

/// The descriptors of an account whose keys are in another wallet: of its receiving addresses, and of those for change.
package struct WatchedDescriptors: Sendable {
    /// The descriptor of the receiving addresses.
    package let receiving: OutputDescriptor

    /// The descriptor of the addresses for change; `nil` if the account has none.
    package let change: OutputDescriptor?

    /// The form of its outputs; for scripts of several keys, the form whose coins are spent most similarly.
    package let scriptType: ScriptType

    /// The maximum weight of an input that spends one of its coins, if its scripts have none of the forms with one key.
    package let inputWeight: Int?

    /// The canonical descriptors with their checksums, separated by a space.
    package let text: String

    /// Reads what other wallets export.
    ///
    /// - An extended public key: `xpub`, `ypub` or `zpub`, or `tpub`, `upub` or `vpub` for test networks (SLIP-132),
    ///   with or without its origin in brackets in front.
    /// - A descriptor for receiving addresses (BIP-380). If it ends in `/0/*`, the addresses for change are those at
    ///   `/1/*` (BIP-44).
    /// - A descriptor with two alternatives of a step, such as `<0;1>` (BIP-389).
    /// - Two descriptors, separated by white space: for receiving and for change.
    ///
    /// - Parameters:
    ///   - text: The text, with optional white space around it.
    ///   - type: The form of the outputs of an extended key; without it, the key's version says it, or else the purpose
    ///     in its origin (BIP-43), or else it is P2PKH, as SLIP-132 defines `xpub`.
    /// - Throws: ``BitcoinKeysError/descriptor(_:)``, or ``BitcoinKeysError/key(_:)``.
    package init(_ text: String, type: ScriptType? = nil) throws(BitcoinKeysError) {
        guard text.utf8.count <= 2 * OutputDescriptor.longest + 100 else { throw .descriptor(.tooLong) }
        let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
        switch parts.count {
        case 1 where !parts[0].contains("("):
            let (key, origin, standard, isTest) = try Self.extendedKey(parts[0])
            let type = type ?? standard ?? .p2pkh
            try self.init(
                receiving: OutputDescriptor(type, of: key, from: origin, isChange: false, isTest: isTest),
                change: OutputDescriptor(type, of: key, from: origin, isChange: true, isTest: isTest))
        case 1:
            let (first, second) = try Self.alternatives(of: parts[0])
            let receiving = try Self.watchable(first)
            let change = if let second { try Self.watchable(second) } else { try Self.change(of: receiving) }
            try self.init(receiving: receiving, change: change)
        case 2:
            try self.init(receiving: Self.watchable(parts[0]), change: Self.watchable(parts[1]))
        default:
            throw .descriptor(.form)
        }
    }

    private init(receiving: OutputDescriptor, change: OutputDescriptor?) throws(BitcoinKeysError) {
        guard let spending = try receiving.spending() else { throw .descriptor(.notWatchable) }
        // What cannot be derived, such as hardened children, is refused now and not later.
        _ = try receiving.scripts()
        var text = try receiving.text()
        if let change {
            guard let other = try change.spending(), other == spending, receiving.isRange, change.isRange else {
                throw .descriptor(.differentForms)
            }
            guard change.isTest == receiving.isTest else { throw .descriptor(.networks) }
            guard try change.scripts() != receiving.scripts() else { throw .descriptor(.differentForms) }
            text += " " + (try change.text())
        }
        (self.receiving, self.change, self.text) = (receiving, change, text)
        (scriptType, inputWeight) = spending
    }

    /// Whether it is one address of an extended key: some wallets export an account without the steps to its addresses.
    package var isCutOff: Bool { receiving.expression.keys.contains { $0.isBareExtended } }

    /// Both descriptors.
    package var all: [OutputDescriptor] { [receiving, change].compactMap(\.self) }

    /// Reads a descriptor with public keys, whose coins this program can spend with signatures of others.
    private static func watchable(_ text: String) throws(BitcoinKeysError) -> OutputDescriptor {
        let descriptor = try OutputDescriptor(text)
        guard !descriptor.hasPrivateKeys else { throw .descriptor(.privateKey) }
        guard try descriptor.spending() != nil else { throw .descriptor(.notWatchable) }
        return descriptor
    }

    /// The descriptor of the addresses for change that belong to `receiving` by BIP-44; `nil` if it has another form.
    private static func change(of receiving: OutputDescriptor) throws(BitcoinKeysError) -> OutputDescriptor? {
        let text = String(try receiving.text().prefix { $0 != "#" })
        // Each key ends before a comma or a bracket.
        guard text.count(of: "/0/*)") + text.count(of: "/0/*,") == receiving.expression.keys.count else { return nil }
        return try OutputDescriptor(text.replacing("/0/*)", with: "/1/*)").replacing("/0/*,", with: "/1/*,"))
    }

    /// The two descriptors that a step with alternatives stands for (BIP-389); the text itself without one.
    private static func alternatives(of text: String) throws(BitcoinKeysError) -> (String, String?) {
        guard text.utf8.count <= OutputDescriptor.longest else { throw .descriptor(.tooLong) }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let body = parts.first, body.contains("<") else { return (text, nil) }
        if parts.count > 1 {
            guard parts[1].utf8.count == 8 else { throw .descriptor(.checksumForm) }
            guard OutputDescriptor.checksum(of: String(body)).map({ $0 == parts[1] }) == true else {
                throw .descriptor(.checksum)
            }
        }
        var (first, second) = ("", "")
        // Each key of a script with several keys can have such a step.
        for (place, key) in body.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
            let (receiving, change) = try Self.alternatives(ofKey: key)
            first += (place > 0 ? "," : "") + receiving
            second += (place > 0 ? "," : "") + change
        }
        return (first, second)
    }

    /// The two texts that one key expression, with what is around it, stands for.
    private static func alternatives(ofKey text: Substring) throws(BitcoinKeysError) -> (String, String) {
        guard let open = text.firstIndex(of: "<") else { return (String(text), String(text)) }
        guard let close = text[open...].firstIndex(of: ">") else { throw .descriptor(.form) }
        let steps = text[text.index(after: open)..<close].split(separator: ";", omittingEmptySubsequences: false)
        let rest = text[text.index(after: close)...]
        guard steps.count == 2, steps[0] != steps[1], !rest.contains("<") else { throw .descriptor(.alternatives) }
        return ("\(text[..<open])\(steps[0])\(rest)", "\(text[..<open])\(steps[1])\(rest)")
    }

    /// An extended public key with its origin, the form of outputs that it names, and whether it is for test networks.
    private static func extendedKey(
        _ text: String
    ) throws(BitcoinKeysError) -> (ExtendedPublicKey, KeyOrigin?, ScriptType?, isTest: Bool) {
        var (digits, origin) = (text[...], KeyOrigin?.none)
        if digits.first == "[" {
            guard let end = digits.firstIndex(of: "]") else { throw .descriptor(.key) }
            origin = try KeyOrigin(Array(digits[digits.index(after: digits.startIndex)..<end].utf8)[...])
            digits = digits[digits.index(after: end)...]
        }
        guard digits.utf8.count <= 120 else { throw .descriptor(.key) }
        guard digits.dropFirst().prefix(3) != "prv" else { throw .descriptor(.privateKey) }
        let (key, version) = try BitcoinKeysError.from { () throws(KeyError) in try ExtendedPublicKey.read(digits) }
        if let standard = version.standard {
            return (key, origin, standard == .bip49 ? .p2shP2wpkh : .p2wpkh, version.isTest)
        }
        let type: ScriptType? =
            switch origin?.path.indices.first.map({ $0 ^ DerivationPath.hardened }) {
            case 49: .p2shP2wpkh
            case 84: .p2wpkh
            case 86: .p2tr
            default: nil
            }
        return (key, origin, type, version.isTest)
    }
}

extension WatchedDescriptors: Hashable, CustomStringConvertible {
    /// Whether both have the same canonical text.
    package static func == (left: WatchedDescriptors, right: WatchedDescriptors) -> Bool { left.text == right.text }

    /// Hashes the canonical text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The canonical text.
    package var description: String { text }
}

extension String {
    /// How often `part` occurs.
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
