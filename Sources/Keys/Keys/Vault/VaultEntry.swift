internal import Messages

/// What is known about a vault file without its passphrase.
public struct VaultEntry: Hashable, Sendable {
    /// The file's name in the folder.
    public let file: String

    /// The wallet's name in the file; unverified until the vault is unlocked.
    public let name: VaultName?

    /// The name, followed by the file if another of `entries` has the same name; the file if the name cannot be read.
    public func label(among entries: [VaultEntry]) -> String {
        guard let name else { return file }
        let isOnly = entries.count { $0.name?.isSame(as: name) == true } < 2
        return isOnly ? name.description : localized("\(name, as: "name") (\(file, as: "file"))")
    }

    /// Why the file cannot be opened; `nil` if it can.
    public let fault: KeyError?

    /// Why the file cannot be opened and what to do about it, in sentences; `nil` if it can.
    public var problem: String? {
        fault.map { fault in
            let sentence = localized("“\(file, as: "file")” cannot be opened. \(fault, as: "reason")")
            return [sentence, Self.remedy(for: fault)].compactMap(\.self).joined(separator: " ")
        }
    }

    private static func remedy(for fault: KeyError) -> String? {
        switch fault {
        case .damagedVault, .unsafeFile(.tooLarge), .unsafeFile(.otherKind):
            localized("Copy it back from a backup, or restore the wallet from its recovery phrase.")
        case .laterVaultVersion: localized("Install the latest version of Drawbridge.")
        case .unsafeFile(.link): localized("Replace the link with the file itself.")
        case .unsafeFile(.otherOwner): localized("Change its owner to yourself.")
        default: nil
        }
    }
}

/// The kind of secret in a vault.
public enum VaultKind: Hashable, Sendable {
    /// A recovery phrase with this number of words; `hasExtraWord` is whether it has a BIP-39 passphrase.
    case phrase(wordCount: Int, language: Language, hasExtraWord: Bool)

    /// A seed of Electrum 2.0 or later, or of Electron Cash.
    case electrum(ElectrumSeed.Kind)

    /// A seed of Electrum before version 2.0, or of the first Electron Cash.
    case oldElectrum

    /// One imported private key.
    case key
}

/// An account of a vault: a name and an index, the same on every chain, and perhaps a path of its own on EVM chains.
public struct VaultAccount: Hashable, Sendable {
    /// The user's name for it.
    public let name: VaultName

    /// Its index, from 0 and below 2^31 (BIP-44).
    public let index: UInt32

    /// The path of its key on EVM chains if another wallet has put it there, such as `m/44'/60'/1'/0/0`; `nil` for the
    /// usual one with ``index`` at its end.
    public let ethereumPath: DerivationPath?

    /// The maximum number of steps of ``ethereumPath``.
    static let mostSteps = 10

    /// Creates an account.
    ///
    /// - Throws: ``KeyError/pathOutOfRange`` if `index` is 2^31 or more, or if `ethereumPath` has no steps or more than
    ///   ten.
    public init(name: VaultName, index: UInt32, ethereumPath: DerivationPath? = nil) throws(KeyError) {
        guard index < DerivationPath.hardened else { throw .pathOutOfRange }
        if let ethereumPath {
            guard 1...Self.mostSteps ~= ethereumPath.indices.count else { throw .pathOutOfRange }
        }
        self.name = name
        self.index = index
        self.ethereumPath = ethereumPath
    }

    /// The path of its key on EVM chains.
    ///
    /// - Throws: ``KeyError/pathOutOfRange``, which no account that was created causes.
    public func pathOnEthereum() throws(KeyError) -> DerivationPath {
        if let ethereumPath { return ethereumPath }
        return try DerivationPath(coin: 60, index: index)
    }
}
