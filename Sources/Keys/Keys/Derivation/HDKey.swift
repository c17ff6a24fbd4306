internal import Primitives

/// A private key from which others can be derived (BIP-32).
public struct HDKey: ~Copyable, Sendable {
    /// Its position in the key tree.
    public let lineage: KeyLineage

    /// The key itself.
    public let privateKey: PrivateKey

    private let chainCode: SecretBytes

    private init(lineage: KeyLineage, privateKey: consuming PrivateKey, chainCode: consuming SecretBytes) {
        self.lineage = lineage
        self.privateKey = privateKey
        self.chainCode = chainCode
    }

    /// The master key of `seed`, which must be 16 to 64 bytes long.
    ///
    /// - Throws: ``KeyError/wrongSeedSize(_:)``, or ``KeyError/unusableKey`` for about one seed in 2^127.
    public init(seed: borrowing SecretBytes) throws(KeyError) {
        guard (16...64).contains(seed.count) else { throw .wrongSeedSize(seed.count) }
        let code = seed.withUnsafeBytes { seed in
            Array("Bitcoin seed".utf8).withContiguousBytes { HMACSHA512.secretCode(key: $0, message: seed) }
        }
        self.init(
            lineage: .master, privateKey: try PrivateKey(Self.half(0, of: code)),
            chainCode: Self.half(1, of: code))
    }

    /// The key at the end of `path`, relative to this key.
    ///
    /// - Throws: ``KeyError/unusableChild(index:)``, or ``KeyError/pathOutOfRange`` beyond depth 255.
    public borrowing func derived(_ path: DerivationPath) throws(KeyError) -> HDKey {
        guard let first = path.indices.first else {
            return HDKey(
                lineage: lineage,
                privateKey: try PrivateKey(privateKey.withUnsafeBytes { SecretBytes(copying: $0) }),
                chainCode: chainCode.duplicate())
        }
        var key = try child(first)
        for index in path.indices.dropFirst() { key = try key.child(index) }
        return key
    }

    /// The child at `index`; hardened from ``DerivationPath/hardened`` on.
    ///
    /// - Throws: ``KeyError/unusableChild(index:)``, or ``KeyError/pathOutOfRange`` beyond depth 255.
    public borrowing func child(_ index: UInt32) throws(KeyError) -> HDKey {
        let publicKey = try privateKey.publicKey()
        let fingerprint = KeyLineage.number(Hash160.hash(publicKey.compressed)[..<4])
        let lineage = try lineage.child(index, fingerprint: fingerprint)
        let code = Self.code(index, of: privateKey, publicKey: publicKey, chainCode: chainCode)
        return HDKey(
            lineage: lineage, privateKey: try Self.child(index, of: privateKey, code: code),
            chainCode: Self.half(1, of: code))
    }

    /// The same private key as that of ``derived(_:)``.
    ///
    /// It is faster, because it does not track the lineage, for which each step would need the public key.
    ///
    /// - Throws: ``KeyError/unusableChild(index:)``.
    borrowing func privateKey(at path: DerivationPath) throws(KeyError) -> PrivateKey {
        var key = try PrivateKey(privateKey.withUnsafeBytes { SecretBytes(copying: $0) })
        var chainCode = chainCode.duplicate()
        for index in path.indices {
            let publicKey = index < DerivationPath.hardened ? try key.publicKey() : nil
            let code = Self.code(index, of: key, publicKey: publicKey, chainCode: chainCode)
            key = try Self.child(index, of: key, code: code)
            chainCode = Self.half(1, of: code)
        }
        return key
    }

    /// The extended public key, for code that must not sign.
    public borrowing func extendedPublicKey() throws(KeyError) -> ExtendedPublicKey {
        ExtendedPublicKey(
            publicKey: try privateKey.publicKey(), chainCode: chainCode.withUnsafeBytes { Array($0) },
            lineage: lineage)
    }

    /// The 64 bytes from which the child at `index` is made; without a public key, only a hardened child is possible.
    private static func code(
        _ index: UInt32, of key: borrowing PrivateKey, publicKey: PublicKey?, chainCode: borrowing SecretBytes
    ) -> SecretBytes {
        let message = SecretBytes(count: 37) { message in
            if index < DerivationPath.hardened, let publicKey {
                message.copyBytes(from: publicKey.compressed)
            } else {
                let secret = UnsafeMutableRawBufferPointer(rebasing: message[1..<33])
                key.withUnsafeBytes { secret.copyMemory(from: $0) }
            }
            UnsafeMutableRawBufferPointer(rebasing: message[33...]).copyBytes(from: KeyLineage.bytes(index))
        }
        return message.withUnsafeBytes { message in
            chainCode.withUnsafeBytes { HMACSHA512.secretCode(key: $0, message: message) }
        }
    }

    private static func child(
        _ index: UInt32, of key: borrowing PrivateKey, code: borrowing SecretBytes
    ) throws(KeyError) -> PrivateKey {
        do throws(KeyError) {
            return try half(0, of: code).withUnsafeBytes { number throws(KeyError) in try key.adding(number) }
        } catch {
            throw .unusableChild(index: index)
        }
    }

    private static func half(_ which: Int, of code: borrowing SecretBytes) -> SecretBytes {
        code.withUnsafeBytes { SecretBytes(copying: $0[(which * 32)..<(which * 32 + 32)]) }
    }
}

extension HDKey {
    /// Reads the 78 bytes of a private key with `version`.
    init(_ bytes: borrowing SecretBytes, version: ExtendedKeyVersion) throws(KeyError) {
        guard bytes.count == ExtendedPublicKey.size else { throw .malformedExtendedKey }
        let (number, lineage, zero) = bytes.withUnsafeBytes {
            (KeyLineage.number($0[..<4]), Array($0[4..<13]), $0[45])
        }
        guard number == version.privateKey else { throw .wrongExtendedKeyVersion }
        guard zero == 0 else { throw .malformedExtendedKey }
        self.init(
            lineage: try KeyLineage(lineage), privateKey: try PrivateKey(bytes.part(46..<78)),
            chainCode: bytes.part(13..<45))
    }

    /// Reads the Base58Check text of a private key, `xprv…` for Bitcoin; the caller must wipe the text.
    ///
    /// - Throws: A ``KeyError`` that says whether the text, the network or the key is wrong.
    init(_ text: some StringProtocol, version: ExtendedKeyVersion = .bitcoin) throws(KeyError) {
        var bytes = try KeyError.from { () throws(PrimitiveError) in try Base58Check.decode(text) }
        defer { bytes.withUnsafeMutableBytes { $0.wipe() } }
        guard bytes.count == ExtendedPublicKey.size else { throw .malformedExtendedKey }
        guard KeyLineage.number(bytes[..<4]) == version.privateKey else { throw .wrongExtendedKeyVersion }
        guard bytes[45] == 0 else { throw .malformedExtendedKey }
        self.init(
            lineage: try KeyLineage(bytes[4..<13]),
            privateKey: try PrivateKey(SecretBytes(copying: bytes[46...])),
            chainCode: SecretBytes(copying: bytes[13..<45]))
    }

    /// The Base58Check text of the private key, `xprv…` for Bitcoin.
    ///
    /// It contains the whole secret: it must not leave this module, and the caller must wipe it.
    borrowing func text(version: ExtendedKeyVersion = .bitcoin) -> String {
        var bytes = KeyLineage.bytes(version.privateKey) + lineage.bytes
        chainCode.withUnsafeBytes { bytes.append(contentsOf: $0) }
        bytes.append(0)
        privateKey.withUnsafeBytes { bytes.append(contentsOf: $0) }
        defer { bytes.withUnsafeMutableBytes { $0.wipe() } }
        return Base58Check.encode(bytes)
    }
}
