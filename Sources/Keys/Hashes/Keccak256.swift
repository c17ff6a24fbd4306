internal import CNettle

/// Keccak-256 as Ethereum uses it: the sponge of SHA-3 with the padding of the original submission.
///
/// The permutation is nettle's; FIPS 202 pads with 0x06 where Keccak pads with 0x01, so nettle's own SHA3-256
/// gives another result.
public struct Keccak256: Sendable {
    /// The block size in bytes: the 1,600 bits of the state less twice the 256 of the result.
    private static let rate = 136

    private var state = sha3_state()
    private var pending: [UInt8] = []

    /// Starts with no input.
    public init() {}

    /// Hashes `bytes` in one go.
    public static func hash(_ bytes: some Sequence<UInt8>) -> Digest32 {
        var hash = Keccak256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Adds `bytes` to the input.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        // A copy in and out, so that the closure does not hold `self` while it is being changed.
        var copy = self
        bytes.withContiguousBytes { copy.absorb($0) }
        self = copy
    }

    /// The hash of the whole input.
    public consuming func finish() -> Digest32 {
        pending.append(0x01)
        pending.append(contentsOf: repeatElement(0, count: Self.rate - pending.count))
        pending[Self.rate - 1] |= 0x80
        let last = pending
        last.withUnsafeBytes { absorb(block: $0) }
        return Digest32 { result in
            Swift.withUnsafeBytes(of: state) { lanes in
                // A lane is stored as a number of the host; the hash reads it from its low byte up.
                for index in 0..<4 {
                    let lane = lanes.load(fromByteOffset: index * 8, as: UInt64.self)
                    result.storeBytes(of: lane.littleEndian, toByteOffset: index * 8, as: UInt64.self)
                }
            }
        }
    }

    private mutating func absorb(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        if !pending.isEmpty {
            let missing = min(Self.rate - pending.count, rest.count)
            pending.append(contentsOf: rest[..<missing])
            rest = UnsafeRawBufferPointer(rebasing: rest[missing...])
            guard pending.count == Self.rate else { return }
            let block = pending
            block.withUnsafeBytes { absorb(block: $0) }
            pending.removeAll(keepingCapacity: true)
        }
        while rest.count >= Self.rate {
            absorb(block: rest)
            rest = UnsafeRawBufferPointer(rebasing: rest[Self.rate...])
        }
        pending.append(contentsOf: rest)
    }

    /// Mixes the first 136 bytes of `block` into the state.
    private mutating func absorb(block: UnsafeRawBufferPointer) {
        withUnsafeMutableBytes(of: &state) { bytes in
            let lanes = bytes.bindMemory(to: UInt64.self)
            for index in 0..<(Self.rate / 8) {
                lanes[index] ^= UInt64(
                    littleEndian: block.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
        }
        nettle_sha3_permute(&state)
    }
}
