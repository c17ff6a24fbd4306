package import BigInt
internal import Foundation

/// The 32 bytes in which everything is laid out.
package enum ABIWord {
    package static let size = 32

    /// 256 bits, big-endian; below zero as the two's complement.
    package static func bytes(_ number: BigInt) -> [UInt8] {
        let positive = number.sign == .minus ? (BigInt(1) << 256) + number : number
        let bytes = Array(positive.magnitude.serialize())
        return [UInt8](repeating: 0, count: max(0, size - bytes.count)) + bytes
    }

    /// Whether `number` is one of `bits` bits.
    static func fits(_ number: BigInt, bits: Int, isSigned: Bool) -> Bool {
        guard isSigned else { return number.sign == .plus && number.magnitude.bitWidth <= bits }
        let half = BigInt(1) << (bits - 1)
        return number >= -half && number < half
    }

    /// The number in 32 bytes, in two's complement if it can be negative.
    static func number(_ bytes: ArraySlice<UInt8>, isSigned: Bool) -> BigInt {
        let magnitude = BigUInt(Data(bytes))
        let number = BigInt(magnitude)
        guard isSigned, let first = bytes.first, first >= 0x80 else { return number }
        return number - (BigInt(1) << 256)
    }
}
