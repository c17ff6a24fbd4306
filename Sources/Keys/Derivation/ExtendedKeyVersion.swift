/// The four version bytes of a network's extended keys (BIP-32, "Serialization format").
public struct ExtendedKeyVersion: Hashable, Sendable {
    /// The version of private keys.
    public let privateKey: UInt32

    /// The version of public keys.
    public let publicKey: UInt32

    /// Bitcoin and Bitcoin Cash: `xprv` and `xpub`.
    public static let bitcoin = ExtendedKeyVersion(privateKey: 0x0488_ADE4, publicKey: 0x0488_B21E)

    /// Their test networks: `tprv` and `tpub`.
    public static let testnet = ExtendedKeyVersion(privateKey: 0x0435_8394, publicKey: 0x0435_87CF)

    /// Creates the versions of another network.
    public init(privateKey: UInt32, publicKey: UInt32) {
        self.privateKey = privateKey
        self.publicKey = publicKey
    }
}
