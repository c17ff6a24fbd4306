internal import Keys

/// The header of a block: 80 bytes that name the block before it and all transactions in it.
public struct BlockHeader: Hashable, Sendable {
    /// How many bytes a header has.
    public static let size = 80

    /// The header as it is written.
    public let bytes: [UInt8]

    /// Takes a header: any 80 bytes.
    ///
    /// Whether work was done for it says ``hasItsWork``.
    ///
    /// - Returns: `nil` for another number of bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// The name of the block: SHA-256, twice, of the header, in the order in which the next header has it.
    public var hash: [UInt8] { SHA256.hashTwice(bytes).bytes }

    /// The name of the block before it.
    public var previous: [UInt8] { Array(bytes[4..<36]) }

    /// The root of the tree over the names of all its transactions.
    public var merkleRoot: [UInt8] { Array(bytes[36..<68]) }

    /// When it was made, by the miner's word: seconds since 1970.
    public var time: UInt32 { number(at: 68) }

    /// The greatest number that the block's name may be, in its short form.
    public var bits: UInt32 { number(at: 72) }

    /// The greatest number that the block's name may be: 32 bytes, highest first.
    ///
    /// `nil` where the short form is negative, zero, or more than 256 bits.
    public var target: [UInt8]? { Self.target(of: bits) }

    /// The number that `bits` is the short form of, as ``target`` has it.
    static func target(of bits: UInt32) -> [UInt8]? {
        let mantissa = bits & 0x7F_FFFF
        guard bits & 0x80_0000 == 0, mantissa != 0 else { return nil }
        let digits = [UInt8(mantissa >> 16), UInt8(mantissa >> 8 & 0xFF), UInt8(mantissa & 0xFF)]
        // The last digit stands for 256 to the power of `exponent - 3`.
        let exponent = Int(bits >> 24)
        var target = [UInt8](repeating: 0, count: 32)
        for (place, digit) in digits.enumerated() where digit != 0 {
            let index = 32 - exponent + place
            guard index >= 0 else { return nil }
            // Digits behind the point fall away.
            if index < 32 { target[index] = digit }
        }
        return target.contains { $0 != 0 } ? target : nil
    }

    /// Whether the block's name is as small as its own short form demands.
    ///
    /// This proves that work was done, not that it was enough: what the chain demands at this height is not known here.
    public var hasItsWork: Bool {
        guard let target else { return false }
        return !target.lexicographicallyPrecedes(hash.reversed())
    }

    /// Whether `self` names `other` as the block before it.
    public func follows(_ other: BlockHeader) -> Bool { previous == other.hash }

    private func number(at place: Int) -> UInt32 {
        bytes[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
