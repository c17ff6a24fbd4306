extension DerivationPath {
    /// The first two steps of a path of BIP-44, or of a standard with the same steps (BIP-43): the purpose and the coin
    /// type (SLIP-44); `nil` if they are not both hardened.
    public var purposeAndCoin: (purpose: UInt32, coin: UInt32)? {
        guard indices.count >= 2, indices[..<2].allSatisfy({ $0 >= Self.hardened }) else { return nil }
        return (indices[0] - Self.hardened, indices[1] - Self.hardened)
    }
}

/// Where wallets derive the keys of their accounts.
public enum DerivationStandard: String, Hashable, Sendable, CaseIterable {
    /// P2PKH on Bitcoin (BIP-44): m/44'/0'/account'.
    case bip44
    /// P2WPKH inside P2SH on Bitcoin (BIP-49): m/49'/0'/account'.
    case bip49
    /// P2WPKH on Bitcoin (BIP-84): m/84'/0'/account'.
    case bip84
    /// P2TR with the key alone on Bitcoin (BIP-86): m/86'/0'/account'.
    case bip86
    /// Bitcoin Cash (BIP-44 with coin type 145): m/44'/145'/account'.
    case bitcoinCash
    /// Bitcoin Cash on the path of Bitcoin, as in wallets from before the fork: m/44'/0'/account'.
    case bitcoinCashBeforeFork
    /// Tokens of the Simple Ledger Protocol (BIP-44 with coin type 245): m/44'/245'/account'.
    case simpleLedger
    /// Ethereum (BIP-44 with coin type 60): m/44'/60'/0'/0/account.
    case ethereum
    /// Ethereum in Ledger Live: m/44'/60'/account'/0/0.
    case ethereumLedgerLive
    /// Ethereum in the first Ledger applications and MyEtherWallet: m/44'/60'/0'/account.
    case ethereumLegacy

    /// Whether each account has one key, without addresses for change.
    public var hasOneKey: Bool {
        switch self {
        case .ethereum, .ethereumLedgerLive, .ethereumLegacy: true
        default: false
        }
    }

    /// The path of an account's extended key, whose children are the rows of addresses (BIP-44, "Account").
    ///
    /// - Parameters:
    ///   - account: The index of the account.
    ///   - isTest: Whether it is on a test network, all of which have the coin type 1.
    /// - Returns: The path; for Ethereum, that of the account's key.
    /// - Throws: ``KeyError/pathOutOfRange`` if `account` is 2^31 or more.
    public func path(account: UInt32, isTest: Bool = false) throws(KeyError) -> DerivationPath {
        guard account < DerivationPath.hardened else { throw .pathOutOfRange }
        func hardened(_ index: UInt32) -> UInt32 { index | DerivationPath.hardened }
        let root = [hardened(purpose), hardened(isTest ? 1 : coin)]
        return switch self {
        case .ethereum: try DerivationPath(indices: root + [hardened(0), 0, account])
        case .ethereumLedgerLive: try DerivationPath(indices: root + [hardened(account), 0, 0])
        case .ethereumLegacy: try DerivationPath(indices: root + [hardened(0), account])
        default: try DerivationPath(indices: root + [hardened(account)])
        }
    }

    /// The path of an address of an account.
    ///
    /// - Parameters:
    ///   - account: The index of the account.
    ///   - isChange: Whether the address is for change.
    ///   - index: The index of the address; ignored if ``hasOneKey``.
    ///   - isTest: Whether it is on a test network.
    /// - Returns: The path.
    /// - Throws: ``KeyError/pathOutOfRange`` if a number is 2^31 or more.
    public func path(
        account: UInt32, isChange: Bool, index: UInt32, isTest: Bool = false
    ) throws(KeyError) -> DerivationPath {
        let path = try path(account: account, isTest: isTest)
        guard !hasOneKey else { return path }
        guard index < DerivationPath.hardened else { throw .pathOutOfRange }
        return try DerivationPath(indices: path.indices + [isChange ? 1 : 0, index])
    }

    /// The first step (BIP-43).
    private var purpose: UInt32 {
        switch self {
        case .bip49: 49
        case .bip84: 84
        case .bip86: 86
        default: 44
        }
    }

    /// The second step (SLIP-44).
    private var coin: UInt32 {
        switch self {
        case .bip44, .bip49, .bip84, .bip86, .bitcoinCashBeforeFork: 0
        case .bitcoinCash: 145
        case .simpleLedger: 245
        case .ethereum, .ethereumLedgerLive, .ethereumLegacy: 60
        }
    }
}
