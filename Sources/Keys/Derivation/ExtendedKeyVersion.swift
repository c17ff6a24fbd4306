/// The four bytes with which extended keys of a network begin (BIP-32, "Serialization format").
public struct ExtendedKeyVersion: Hashable, Sendable {
    /// In front of a private key.
    public let privateKey: UInt32

    /// In front of a public key.
    public let publicKey: UInt32

    /// Bitcoin and Bitcoin Cash: `xprv` and `xpub`.
    public static let bitcoin = ExtendedKeyVersion(privateKey: 0x0488_ADE4, publicKey: 0x0488_B21E)

    /// Their test networks: `tprv` and `tpub`.
    public static let testnet = ExtendedKeyVersion(privateKey: 0x0435_8394, publicKey: 0x0435_87CF)

    /// The versions of another network.
    public init(privateKey: UInt32, publicKey: UInt32) {
        self.privateKey = privateKey
        self.publicKey = publicKey
    }
}
