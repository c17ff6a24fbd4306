internal import Bitcoin
package import Keys

/// The keys that a sweep spends from, and where their coins can be.
///
/// Those of a seed take long to derive: not on the main thread.
package struct SweptKeys: Sendable {
    let key: KeySource

    /// The types of the scripts that are looked for, each with the path of its account; `m` for a single key.
    let accounts: [(type: ScriptType, path: DerivationPath)]

    /// A single key, or the addresses right below an extended one.
    ///
    /// - Throws: ``/Keys/KeyError``.
    package init(key: KeySource) throws(KeyError) {
        self.key = key
        let path = try DerivationPath("m")
        let types: [ScriptType] =
            switch key.version?.standard {
            case .bip49: [.p2shP2wpkh]
            case .bip84: [.p2wpkh]
            default: key.isCompressed ? ScriptType.allCases : [.p2pkh]
            }
        accounts = types.map { ($0, path) }
    }

    /// A seed of Electrum or Electron Cash, with the words that extend it or none; slow.
    ///
    /// - Throws: ``/Keys/KeyError``.
    package init(_ seed: borrowing ElectrumSeed, passphrase: borrowing SecretBytes) throws(KeyError) {
        key = try KeySource(seed, passphrase: passphrase)
        accounts = [(seed.kind == .segWit ? .p2wpkh : .p2pkh, try seed.accountPath())]
    }

    /// A seed of Electrum before version 2.0, or of the first Electron Cash; slow.
    ///
    /// - Throws: ``/Keys/KeyError``.
    package init(_ seed: borrowing OldElectrumSeed) throws(KeyError) {
        key = try KeySource(seed)
        accounts = [(.p2pkh, try DerivationPath("m"))]
    }
}
