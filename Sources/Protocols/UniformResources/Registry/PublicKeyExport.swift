internal import Primitives

/// An extended public key that another wallet exports (`crypto-hdkey`, BCR-2020-007).
package struct PublicKeyExport: Hashable, Sendable {
    /// The forms of addresses that a key is exported for (`crypto-output`, BCR-2020-010).
    package enum Script: Hashable, Sendable {
        /// P2PKH.
        case pkh
        /// P2SH-P2WPKH.
        case nestedWpkh
        /// P2WPKH.
        case wpkh
        /// P2TR with a key.
        case tr
    }

    /// The key with its origin in front, as other wallets write it: `[d34db33f/84h/0h/0h]xpub…`.
    package let text: String

    /// The form of the addresses; `nil` if it is not said.
    package let script: Script?

    /// The keys in a resource: of `crypto-account`, `crypto-output` or `crypto-hdkey`.
    ///
    /// Outputs of an account that are not for one key are left out.
    ///
    /// - Throws: ``UniformResourceError/type``, or ``UniformResourceError/cbor``, also for private keys.
    package static func all(in resource: UniformResource) throws(UniformResourceError) -> [PublicKeyExport] {
        let value = try CBOR(resource.cbor)
        switch resource.type {
        case "crypto-hdkey", "hdkey":
            return [PublicKeyExport(script: nil, try key(value, master: nil))]
        case "crypto-output":
            guard let output = try output(value, master: nil) else { throw .type }
            return [output]
        case "crypto-account":
            guard let master = value[1]?.number.flatMap(UInt32.init(exactly:)), let outputs = value[2]?.array else {
                throw .cbor
            }
            var keys: [PublicKeyExport] = []
            for item in outputs.prefix(mostOutputs) {
                guard let output = try output(item.untagged(308, 40308) ?? item, master: master) else { continue }
                keys.append(output)
            }
            return keys
        default:
            throw .type
        }
    }

    private static let mostOutputs = 50

    private init(script: Script?, _ text: String) {
        self.script = script
        self.text = text
    }

    /// The key of a script expression; `nil` if it is not for one extended key.
    private static func output(_ value: CBOR, master: UInt32?) throws(UniformResourceError) -> PublicKeyExport? {
        let (script, content): (Script, CBOR)
        if let inner = value.untagged(403) {
            (script, content) = (.pkh, inner)
        } else if let inner = value.untagged(400)?.untagged(404) {
            (script, content) = (.nestedWpkh, inner)
        } else if let inner = value.untagged(404) {
            (script, content) = (.wpkh, inner)
        } else if let inner = value.untagged(409) {
            (script, content) = (.tr, inner)
        } else {
            return nil
        }
        guard let inner = content.untagged(303, 40303) else { return nil }
        return PublicKeyExport(script: script, try key(inner, master: master))
    }

    /// The text of a key (BIP-32, "Serialization format"), with its origin.
    private static func key(_ value: CBOR, master: UInt32?) throws(UniformResourceError) -> String {
        let isMaster = value[1]?.bool ?? false
        let isPrivate = value[2]?.bool ?? false
        guard !isMaster, !isPrivate, let key = value[3]?.bytes, key.count == 33, key[0] == 2 || key[0] == 3,
            let chainCode = value[4]?.bytes, chainCode.count == 32
        else { throw .cbor }
        let isTest = (value[5]?.untagged(305, 40305)?[2]?.number ?? 0) != 0
        var origin: KeyPath?
        if let path = value[6] { origin = try KeyPath(path) }
        let parent = value[8]?.number.flatMap(UInt32.init(exactly:)) ?? 0
        let version: [UInt8] = isTest ? [0x04, 0x35, 0x87, 0xCF] : [0x04, 0x88, 0xB2, 0x1E]
        return (origin?.text(from: master) ?? "")
            + extendedKey(key, chainCode, at: origin, parent: parent, version: version)
    }

    /// The text of an extended key (BIP-32, "Serialization format").
    static func extendedKey(
        _ key: [UInt8], _ chainCode: [UInt8], at origin: KeyPath?, parent: UInt32, version: [UInt8]
    ) -> String {
        let depth = UInt8(truncatingIfNeeded: origin?.steps.count ?? 0)
        let numbers = [parent, origin?.steps.last ?? 0].flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        return Base58Check.encode(version + [depth] + numbers + chainCode + key)
    }
}
