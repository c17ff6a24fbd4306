/// The version bytes of a network and a form of outputs, with which the Base58Check text of an extended key starts.
///
/// BIP-32 knows two networks; SLIP-132 registers versions that also say which outputs the keys are for.
public struct ExtendedKeyVersion: Hashable, Sendable {
    /// The version of private keys.
    public let privateKey: UInt32

    /// The version of public keys.
    public let publicKey: UInt32

    /// Bitcoin and Bitcoin Cash: `xprv` and `xpub`.
    public static let bitcoin = ExtendedKeyVersion(privateKey: 0x0488_ADE4, publicKey: 0x0488_B21E)

    /// Their test networks: `tprv` and `tpub`.
    public static let testnet = ExtendedKeyVersion(privateKey: 0x0435_8394, publicKey: 0x0435_87CF)

    /// P2WPKH inside P2SH on Bitcoin: `yprv` and `ypub`.
    public static let bip49 = ExtendedKeyVersion(privateKey: 0x049D_7878, publicKey: 0x049D_7CB2)

    /// P2WPKH on Bitcoin: `zprv` and `zpub`.
    public static let bip84 = ExtendedKeyVersion(privateKey: 0x04B2_430C, publicKey: 0x04B2_4746)

    /// P2WPKH inside P2SH on its test networks: `uprv` and `upub`.
    public static let bip49Testnet = ExtendedKeyVersion(privateKey: 0x044A_4E28, publicKey: 0x044A_5262)

    /// P2WPKH on its test networks: `vprv` and `vpub`.
    public static let bip84Testnet = ExtendedKeyVersion(privateKey: 0x045F_18BC, publicKey: 0x045F_1CF6)

    /// The versions that BIP-32 and SLIP-132 register for outputs of one key.
    public static let known: [ExtendedKeyVersion] = [
        .bitcoin, .testnet, .bip49, .bip84, .bip49Testnet, .bip84Testnet,
    ]

    /// Whether it is of the test networks.
    public var isTest: Bool { [Self.testnet, .bip49Testnet, .bip84Testnet].contains(self) }

    /// The standard that the outputs of these keys follow; `nil` for BIP-32's own versions, which do not say it.
    public var standard: DerivationStandard? {
        switch self {
        case .bip49, .bip49Testnet: .bip49
        case .bip84, .bip84Testnet: .bip84
        default: nil
        }
    }

    /// Creates the versions of another network.
    public init(privateKey: UInt32, publicKey: UInt32) {
        self.privateKey = privateKey
        self.publicKey = publicKey
    }
}
