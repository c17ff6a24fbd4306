public import Primitives

/// A public key from which its non-hardened children can be derived (BIP-32).
///
/// It reveals all addresses below it and, together with the private key of any of these children, the private key of
/// the parent.
public struct ExtendedPublicKey: Hashable, Sendable {
    /// The serialized length without the checksum, in bytes.
    static let size = 78

    /// The key itself.
    public let publicKey: PublicKey

    /// The 32 bytes of additional entropy for the derivation of children.
    public let chainCode: [UInt8]

    /// Its position in the key tree.
    public let lineage: KeyLineage

    init(publicKey: PublicKey, chainCode: [UInt8], lineage: KeyLineage) {
        self.publicKey = publicKey
        self.chainCode = chainCode
        self.lineage = lineage
    }

    /// Reads the Base58Check text in any of the versions that BIP-32 and SLIP-132 register for outputs of one key.
    ///
    /// - Returns: The key and the version.
    /// - Throws: As ``init(_:version:)``.
    public static func read(
        _ text: some StringProtocol
    ) throws(KeyError) -> (key: ExtendedPublicKey, version: ExtendedKeyVersion) {
        for version in ExtendedKeyVersion.known {
            do throws(KeyError) {
                return (try ExtendedPublicKey(text, version: version), version)
            } catch .wrongExtendedKeyVersion {
                continue
            } catch {
                throw error
            }
        }
        throw .wrongExtendedKeyVersion
    }

    /// The key at the end of `path`, relative to this key; no step may be hardened.
    ///
    /// - Throws: As ``child(_:)``.
    public func derived(_ path: DerivationPath) throws(KeyError) -> ExtendedPublicKey {
        var key = self
        for index in path.indices { key = try key.child(index) }
        return key
    }

    /// Reads the Base58Check text, `xpub…` for Bitcoin.
    ///
    /// - Throws: A ``KeyError`` that says whether the text, the network or the key is wrong.
    public init(_ text: some StringProtocol, version: ExtendedKeyVersion = .bitcoin) throws(KeyError) {
        let bytes = try KeyError.from { () throws(PrimitiveError) in try Base58Check.decode(text) }
        guard bytes.count == Self.size else { throw .malformedExtendedKey }
        guard KeyLineage.number(bytes[..<4]) == version.publicKey else { throw .wrongExtendedKeyVersion }
        lineage = try KeyLineage(bytes[4..<13])
        chainCode = Array(bytes[13..<45])
        publicKey = try KeyError.from { () throws(PrimitiveError) in try PublicKey(bytes[45...]) }
    }

    /// The first four bytes of the ``/Primitives/Hash160`` of the key, which identify the parent in its children.
    public var fingerprint: UInt32 {
        KeyLineage.number(Hash160.hash(publicKey.compressed)[..<4])
    }

    /// The child at `index`, which must be below ``DerivationPath/hardened``.
    ///
    /// - Throws: ``KeyError/hardenedChildOfPublicKey``, or ``KeyError/unusableChild(index:)``.
    public func child(_ index: UInt32) throws(KeyError) -> ExtendedPublicKey {
        guard index < DerivationPath.hardened else { throw .hardenedChildOfPublicKey }
        let lineage = try lineage.child(index, fingerprint: fingerprint)
        let code = HMACSHA512.code(
            key: chainCode, message: publicKey.compressed + KeyLineage.bytes(index))
        guard let child = code[..<32].withContiguousBytes({ publicKey.adding($0) }) else {
            throw .unusableChild(index: index)
        }
        return ExtendedPublicKey(publicKey: child, chainCode: Array(code[32...]), lineage: lineage)
    }

    /// The Base58Check text, `xpub…` for Bitcoin.
    public func text(version: ExtendedKeyVersion = .bitcoin) -> String {
        Base58Check.encode(
            KeyLineage.bytes(version.publicKey) + lineage.bytes + chainCode + publicKey.compressed)
    }
}
