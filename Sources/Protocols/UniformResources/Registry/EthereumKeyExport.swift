/// A public key of accounts on EVM chains that a signer exports (`crypto-hdkey` and `crypto-account`, ERC-4527).
package struct EthereumKeyExport: Hashable, Sendable {
    /// The accounts that a key stands for.
    package enum Accounts: Hashable, Sendable {
        /// The one whose key it is.
        case one
        /// Those at the end of these steps and a number, as children of the extended key with this text (`xpub…`).
        case children(of: String, after: [UInt32])
    }

    /// The 33 bytes of the key.
    package let key: [UInt8]

    /// Where the key is, always with the fingerprint of the master key.
    package let path: KeyPath

    /// The accounts.
    package let accounts: Accounts

    /// The name of the signer, as it says; not verified.
    package let name: String?

    /// What a series of codes may contain.
    package static let wanted = CodeCollector.Wanted(hdKeys.union(accountLists), longest: 100_000)

    private static let hdKeys: Set = ["crypto-hdkey", "hdkey"]
    private static let accountLists: Set = ["crypto-account", "account", "crypto-multi-accounts"]
    private static let mostKeys = 50
    private static let longestName = 200
    private static let coin: UInt32 = 60
    private static let hardened: UInt32 = 1 << 31
    private static let version: [UInt8] = [0x04, 0x88, 0xB2, 0x1E]

    /// The keys in a resource; keys of other coins are left out.
    ///
    /// - Throws: ``UniformResourceError/type``, or ``UniformResourceError/cbor``, also for private keys and for keys that
    ///   do not say where they are.
    package static func all(in resource: UniformResource) throws(UniformResourceError) -> [EthereumKeyExport] {
        let value = try CBOR(resource.cbor)
        switch resource.type {
        case _ where hdKeys.contains(resource.type):
            return [try EthereumKeyExport(value, master: nil)].compactMap(\.self)
        case _ where accountLists.contains(resource.type):
            guard let master = value[1]?.number.flatMap(UInt32.init(exactly:)), let items = value[2]?.array,
                items.count <= mostKeys
            else { throw .cbor }
            var keys: [EthereumKeyExport] = []
            for item in items {
                // Output descriptors are of Bitcoin.
                guard let key = (item.untagged(308, 40308) ?? item).untagged(303, 40303) else { continue }
                if let export = try EthereumKeyExport(key, master: master) { keys.append(export) }
            }
            return keys
        default:
            throw .type
        }
    }

    /// Reads a key; `nil` if it is of another coin.
    private init?(_ value: CBOR, master: UInt32?) throws(UniformResourceError) {
        if let info = value[5] {
            guard let info = info.untagged(305, 40305) else { throw .cbor }
            guard (info[1]?.number ?? 0) == UInt64(Self.coin) else { return nil }
        }
        guard (value[1] ?? .bool(false)) == .bool(false), (value[2] ?? .bool(false)) == .bool(false),
            let key = value[3]?.bytes,
            key.count == 33, key[0] == 2 || key[0] == 3, let origin = value[6]
        else { throw .cbor }
        let path = try KeyPath(origin)
        // If the export does not name the coin, its path does.
        let usual = [44 | Self.hardened, Self.coin | Self.hardened]
        guard value[5] != nil || path.steps.starts(with: usual) else { return nil }
        guard let fingerprint = path.fingerprint ?? master, fingerprint != 0, master ?? fingerprint == fingerprint
        else {
            throw .cbor
        }
        self.key = key
        self.path = try KeyPath(steps: path.steps, fingerprint: fingerprint)
        name = value[9]?.text.map { String($0.prefix(Self.longestName)) }
        guard let chainCode = value[4] else {
            accounts = .one
            return
        }
        guard let chainCode = chainCode.bytes, chainCode.count == 32 else { throw .cbor }
        let text = PublicKeyExport.extendedKey(
            key, chainCode, at: path, parent: value[8]?.number.flatMap(UInt32.init(exactly:)) ?? 0,
            version: Self.version)
        if let children = value[7] {
            accounts = .children(of: text, after: try Self.steps(inFrontOfNumbers: children))
        } else if path.steps.count == 3 {
            // "account.ledger_legacy" is the note of keys whose children are the accounts themselves.
            accounts = .children(of: text, after: value[10]?.text == "account.ledger_legacy" ? [] : [0])
        } else if path.steps.count == 4 {
            accounts = .children(of: text, after: [])
        } else {
            accounts = .one
        }
    }

    /// The steps of a path such as `0/*`, which must end with every number.
    private static func steps(inFrontOfNumbers value: CBOR) throws(UniformResourceError) -> [UInt32] {
        guard let components = value.untagged(304, 40304)?[1]?.array, components.count.isMultiple(of: 2),
            2...10 ~= components.count, components[components.count - 2] == .array([]),
            components[components.count - 1] == .bool(false)
        else { throw .cbor }
        let path = try KeyPath(.tagged(304, .map([.number(1): .array(Array(components.dropLast(2)))])))
        guard path.steps.allSatisfy({ $0 < hardened }) else { throw .cbor }
        return path.steps
    }
}
