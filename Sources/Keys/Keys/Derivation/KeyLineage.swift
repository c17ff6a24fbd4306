/// The position of an extended key in its key tree.
public struct KeyLineage: Hashable, Sendable {
    /// The serialized length in bytes.
    static let size = 9

    /// The position of a key without a parent.
    static let master = KeyLineage(depth: 0, parentFingerprint: 0, index: 0)

    /// The number of steps from the master key.
    public let depth: UInt8

    /// The first four bytes of the ``/Primitives/Hash160`` of the parent's public key; zero for a master key.
    public let parentFingerprint: UInt32

    /// The index of the last step, plus ``DerivationPath/hardened`` if it is hardened.
    public let index: UInt32

    init(depth: UInt8, parentFingerprint: UInt32, index: UInt32) {
        self.depth = depth
        self.parentFingerprint = parentFingerprint
        self.index = index
    }

    /// Reads the nine bytes after the version; a master key must have neither parent nor index.
    init(_ bytes: some Collection<UInt8>) throws(KeyError) {
        guard bytes.count == Self.size, let depth = bytes.first else { throw .malformedExtendedKey }
        self.init(
            depth: depth,
            parentFingerprint: Self.number(bytes.dropFirst(1).prefix(4)),
            index: Self.number(bytes.dropFirst(5)))
        guard depth > 0 || self == .master else { throw .malformedExtendedKey }
    }

    var bytes: [UInt8] {
        [depth] + Self.bytes(parentFingerprint) + Self.bytes(index)
    }

    /// The position of the child at `index` of the key with `fingerprint` at this position.
    func child(_ index: UInt32, fingerprint: UInt32) throws(KeyError) -> KeyLineage {
        guard depth < .max else { throw .pathOutOfRange }
        return KeyLineage(depth: depth + 1, parentFingerprint: fingerprint, index: index)
    }

    static func number(_ bytes: some Collection<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
