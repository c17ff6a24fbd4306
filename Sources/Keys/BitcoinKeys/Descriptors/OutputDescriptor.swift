package import Bitcoin
package import Keys

/// An output descriptor: the scripts of an account, and how its keys are derived (BIP-380 to BIP-386).
package struct OutputDescriptor: Sendable {
    /// The maximum length of a descriptor, in characters.
    package static let longest = 20_000

    /// The function that makes the scripts.
    package let expression: ScriptExpression

    /// Reads a descriptor with or without a checksum.
    ///
    /// A descriptor with private keys contains secrets: the caller must not keep the text.
    ///
    /// - Throws: ``BitcoinKeysError/descriptor(_:)``, or the error of a key or an address in it.
    package init(_ text: String) throws(BitcoinKeysError) {
        guard text.utf8.count <= Self.longest else { throw .descriptor(.tooLong) }
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
        let body = parts[0]
        guard let checksum = DescriptorChecksum.text(of: body) else { throw .descriptor(.character) }
        if parts.count > 1 {
            guard parts[1].count == 8 else { throw .descriptor(.checksumForm) }
            guard parts[1].elementsEqual(checksum.utf8) else { throw .descriptor(.checksum) }
        }
        expression = try DescriptorParser.script(body, in: .top)
        guard Set(expression.keys.compactMap(\.isTest)).count <= 1 else { throw .descriptor(.networks) }
    }

    /// The descriptor of an account with one key for each address, and of its addresses for change.
    ///
    /// - Parameters:
    ///   - type: The form of its outputs.
    ///   - key: The extended public key of the account.
    ///   - origin: Where that key comes from.
    ///   - isChange: Whether it is for change.
    ///   - isTest: Whether it is on a test network.
    /// - Throws: ``BitcoinKeysError/descriptor(_:)``, which no key that was read causes.
    package init(
        _ type: ScriptType, of key: ExtendedPublicKey, from origin: KeyOrigin?, isChange: Bool, isTest: Bool = false
    ) throws(BitcoinKeysError) {
        let keys =
            (origin?.text ?? "") + key.text(version: isTest ? .testnet : .bitcoin) + (isChange ? "/1/*" : "/0/*")
        let text =
            switch type {
            case .p2pkh: "pkh(\(keys))"
            case .p2shP2wpkh: "sh(wpkh(\(keys)))"
            case .p2wpkh: "wpkh(\(keys))"
            case .p2tr: "tr(\(keys))"
            }
        try self.init(text)
    }

    /// Whether it has a script for each index, and not only one.
    package var isRange: Bool { expression.keys.contains { $0.wildcard != .none } }

    /// Whether it contains private keys.
    package var hasPrivateKeys: Bool { expression.keys.contains { $0.source != nil } }

    /// Whether it is for test networks; `nil` if nothing in it says so.
    package var isTest: Bool? {
        if case .addr(_, let network) = expression { return network != .main }
        return expression.keys.lazy.compactMap(\.isTest).first
    }

    /// The form of its outputs if they have one key each, as the wallet can spend them; `nil` for others.
    package var scriptType: ScriptType? {
        switch expression {
        case .pkh(let key) where !key.isUncompressed: .p2pkh
        case .sh(.wpkh): .p2shP2wpkh
        case .wpkh: .p2wpkh
        case .tr(_, nil): .p2tr
        default: nil
        }
    }

    /// How its coins are spent: as those of a form with one key, or with an input of this maximum weight and with the
    /// kind of unlocking data of `form`; `nil` if this program cannot complete their signatures.
    package func spending() throws(BitcoinKeysError) -> (form: ScriptType, inputWeight: Int?)? {
        if let scriptType { return (scriptType, nil) }
        switch expression {
        case .wsh(let inner):
            guard let weight = try inner.witnessWeight() else { return nil }
            return (.p2wpkh, 4 * 41 + weight)
        case .sh(.wsh(let inner)):
            guard let weight = try inner.witnessWeight() else { return nil }
            return (.p2shP2wpkh, 4 * (41 + 35) + weight)
        case .sh(let inner):
            guard let sizes = inner.stackSizes else { return nil }
            let script = try inner.scripts(at: 0)[0].bytes.count
            // A push of up to 75 bytes has one byte more, one of up to 255 two, and others three.
            let pushes = (sizes + [script]).reduce(0) { $0 + $1 + ($1 <= 75 ? 1 : $1 <= 255 ? 2 : 3) }
            return (.p2pkh, 4 * (40 + (pushes < 253 ? 1 : 3) + pushes) + 1)
        default: return nil
        }
    }

    /// The locking scripts at `index`.
    ///
    /// - Parameter index: The index of the child keys, below 2^31; zero if the descriptor is not a range.
    /// - Returns: One script, or for `combo` two or four.
    /// - Throws: ``BitcoinKeysError/descriptor(_:)``, or ``BitcoinKeysError/key(_:)`` if a hardened child of a public
    ///   key would be needed.
    package func scripts(at index: UInt32 = 0) throws(BitcoinKeysError) -> [Script] {
        guard index == 0 || isRange else { throw .descriptor(.index) }
        return try expression.scripts(at: index)
    }

    /// The redeem script of `sh`, or the witness script of `wsh`, at `index`; `nil` for other functions.
    package func innerScript(at index: UInt32 = 0) throws(BitcoinKeysError) -> Script? {
        try expression.innerScript(at: index)
    }

    /// The redeem script and the witness script at `index` (BIP-174): those that the coin's script has the hash of.
    package func revealed(at index: UInt32) throws(BitcoinKeysError) -> (redeem: Script?, witness: Script?) {
        switch expression {
        case .sh(.wsh(let inner)):
            (try expression.innerScript(at: index), try ScriptExpression.wsh(inner).innerScript(at: index))
        case .sh: (try expression.innerScript(at: index), nil)
        case .wsh: (nil, try expression.innerScript(at: index))
        default: (nil, nil)
        }
    }

    /// The canonical text: without private keys, with `h` for hardened steps, and with a checksum.
    ///
    /// - Throws: ``BitcoinKeysError/key(_:)`` if a public key cannot be derived.
    package func text() throws(BitcoinKeysError) -> String {
        let text = try expression.text()
        return "\(text)#\(Self.checksum(of: text) ?? "")"
    }

    /// The checksum of a descriptor's text without one; `nil` if a character is not allowed.
    package static func checksum(of text: String) -> String? {
        DescriptorChecksum.text(of: text.utf8)
    }
}
