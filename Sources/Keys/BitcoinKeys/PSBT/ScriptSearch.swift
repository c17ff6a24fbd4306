package import Bitcoin
internal import Keys

/// Finds out whether descriptors make scripts, by the indices that a partially signed transaction claims.
///
/// The claims are those of others, so one search makes a limited number of scripts.
package struct ScriptSearch {
    /// The number of scripts that can still be made.
    private var rest = 20_000

    /// Creates a search for one transaction.
    package init() {}

    /// Whether one of `descriptors` makes `script`; `origins` are only used to find its index.
    ///
    /// - Throws: ``BitcoinKeysError/bitcoin(_:)`` if the limit is reached.
    package mutating func finds(
        _ script: Script, _ origins: [[UInt8]: PSBTOrigin], in descriptors: [OutputDescriptor]
    ) throws(BitcoinKeysError) -> Bool {
        let indices = Set(origins.values.compactMap(\.path.last).map { $0 & ~DerivationPath.hardened })
        let type = Self.type(of: script)
        for descriptor in descriptors where descriptor.scriptType == nil || descriptor.scriptType == type {
            for index in descriptor.isRange ? indices : [0] {
                guard rest > 0 else { throw .bitcoin(.psbt(.tooLarge)) }
                rest -= 1
                if (try? descriptor.scripts(at: index))?.contains(script) == true { return true }
            }
        }
        return false
    }

    /// The type of descriptors with one key that can make a script.
    private static func type(of script: Script) -> ScriptType? {
        switch script.destination {
        case .publicKey: .p2pkh
        case .script: .p2shP2wpkh
        case .witness(0, let program) where program.count == 20: .p2wpkh
        case .witness(1, let program) where program.count == 32: .p2tr
        default: nil
        }
    }
}
