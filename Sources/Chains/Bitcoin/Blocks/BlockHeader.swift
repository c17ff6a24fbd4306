internal import Primitives

/// A block header: 80 bytes that commit to the previous block and to all transactions.
public struct BlockHeader: Hashable, Sendable {
    /// The size of a header in bytes.
    public static let size = 80

    /// The serialized header.
    public let bytes: [UInt8]

    /// Creates a header from any 80 bytes.
    ///
    /// ``hasItsWork`` is whether it has a valid proof of work.
    ///
    /// - Returns: `nil` for any other number of bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// The block hash: the double SHA-256 of the header, in internal byte order.
    public var hash: [UInt8] { SHA256.hashTwice(bytes).bytes }

    /// The hash of the previous block.
    public var previous: [UInt8] { Array(bytes[4..<36]) }

    /// The Merkle root of the transaction IDs.
    public var merkleRoot: [UInt8] { Array(bytes[36..<68]) }

    /// The miner's timestamp: seconds since 1970.
    public var time: UInt32 { number(at: 68) }

    /// The target in its compact form.
    public var bits: UInt32 { number(at: 72) }

    /// The target, the largest allowed block hash: 32 bytes, big-endian.
    ///
    /// `nil` if the compact form is negative, zero, or exceeds 256 bits.
    public var target: [UInt8]? { Self.target(of: bits) }

    /// The target for the compact form `bits`.
    static func target(of bits: UInt32) -> [UInt8]? {
        let mantissa = bits & 0x7F_FFFF
        guard bits & 0x80_0000 == 0, mantissa != 0 else { return nil }
        let digits = [UInt8(mantissa >> 16), UInt8(mantissa >> 8 & 0xFF), UInt8(mantissa & 0xFF)]
        // The last digit has the weight 256 to the power of `exponent - 3`.
        let exponent = Int(bits >> 24)
        var target = [UInt8](repeating: 0, count: 32)
        for (place, digit) in digits.enumerated() where digit != 0 {
            let index = 32 - exponent + place
            guard index >= 0 else { return nil }
            // Digits below the point are dropped.
            if index < 32 { target[index] = digit }
        }
        return target.contains { $0 != 0 } ? target : nil
    }

    /// Whether the block hash is at most the target in the header.
    ///
    /// This proves work, but not enough work: the target that the chain requires at this height is not known here.
    public var hasItsWork: Bool {
        guard let target else { return false }
        return !target.lexicographicallyPrecedes(hash.reversed())
    }

    /// Whether `other` is the previous block of `self`.
    public func follows(_ other: BlockHeader) -> Bool { previous == other.hash }

    private func number(at place: Int) -> UInt32 {
        bytes[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
