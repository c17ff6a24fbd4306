/// Keccak-256 as used by Ethereum: SHA-3's sponge with the padding of the original submission.
///
/// FIPS 202 pads with 0x06 where Keccak pads with 0x01, so SHA3-256 gives another result.
public struct Keccak256: Sendable {
    /// The block size in bytes: the 1,600 bits of the state minus twice the 256 bits of the result.
    private static let rate = 136

    private var state = InlineArray<25, UInt64>(repeating: 0)

    /// The number of bytes of the current block that are already in the state.
    private var position = 0

    /// Creates a hash without input.
    public init() {}

    /// Hashes `bytes` at once.
    public static func hash(_ bytes: some Sequence<UInt8>) -> Digest32 {
        var hash = Keccak256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Hashes `bytes` at once.
    ///
    /// An overload for arrays, which other modules can call without generic dispatch.
    public static func hash(_ bytes: [UInt8]) -> Digest32 {
        var hash = Keccak256()
        bytes.withUnsafeBytes { hash.absorb($0) }
        return hash.finish()
    }

    /// Adds `bytes` to the input.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        // Copy in and out, so that the closure does not access `self` during the mutation.
        var copy = self
        bytes.withContiguousBytes { copy.absorb($0) }
        self = copy
    }

    /// The hash of the whole input.
    public consuming func finish() -> Digest32 {
        mix(byte: 0x01, at: position)
        mix(byte: 0x80, at: Self.rate - 1)
        permute()
        return Digest32 { result in
            Swift.withUnsafeBytes(of: state) { lanes in
                // A lane is a number in host byte order; the hash reads it little-endian.
                for index in 0..<4 {
                    let lane = lanes.load(fromByteOffset: index * 8, as: UInt64.self)
                    result.storeBytes(of: lane.littleEndian, toByteOffset: index * 8, as: UInt64.self)
                }
            }
        }
    }

    private mutating func absorb(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset < bytes.count {
            if position == 0, bytes.count - offset >= Self.rate {
                mix(block: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + Self.rate)]))
                permute()
                offset += Self.rate
                continue
            }
            if position.isMultiple(of: 8), bytes.count - offset >= 8 {
                mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)), at: position)
                (position, offset) = (position + 8, offset + 8)
            } else {
                mix(byte: bytes[offset], at: position)
                (position, offset) = (position + 1, offset + 1)
            }
            guard position == Self.rate else { continue }
            permute()
            position = 0
        }
    }

    private mutating func permute() {
        withUnsafeMutableBytes(of: &state) { KeccakPermutation.apply(to: $0.assumingMemoryBound(to: UInt64.self)) }
    }

    /// Mixes a whole block into the state.
    private mutating func mix(block: UnsafeRawBufferPointer) {
        withUnsafeMutableBytes(of: &state) { bytes in
            let lanes = bytes.assumingMemoryBound(to: UInt64.self)
            for index in 0..<(Self.rate / 8) {
                lanes[index] ^= UInt64(
                    littleEndian: block.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
        }
    }

    /// Mixes one byte into the state.
    private mutating func mix(byte: UInt8, at position: Int) {
        mix(UInt64(byte) << UInt64(position % 8 * 8), at: position)
    }

    /// Mixes bits into the lane that contains the byte at `position`.
    private mutating func mix(_ bits: UInt64, at position: Int) {
        withUnsafeMutableBytes(of: &state) { bytes in
            let lanes = bytes.assumingMemoryBound(to: UInt64.self)
            lanes[position / 8] ^= bits
        }
    }

    /// Writes the hash of the secret `bytes`, and leaves no copy of them.
    package static func hashSecret(_ bytes: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
        var hash = Keccak256()
        hash.absorb(bytes)
        hash.finish().withUnsafeBytes { result.copyMemory(from: $0) }
        withUnsafeMutableBytes(of: &hash.state) { $0.wipe() }
        CallStack.wipe()
    }
}
