internal import Keys

/// Proof that a transaction is in a block: what it is hashed with, from its place up to the root.
public struct MerkleProof: Hashable, Sendable {
    /// The most steps there can be: a block has fewer than 2^32 transactions.
    public static let most = 32

    /// The place of the transaction in its block, from zero.
    public let position: UInt32

    /// The neighbours on the way up, each 32 bytes in the order in which they are hashed.
    public let branch: [[UInt8]]

    /// Takes a proof.
    ///
    /// - Returns: `nil` where the branch is too long or too short for the place, or a neighbour has not 32 bytes.
    public init?(position: UInt32, branch: [[UInt8]]) {
        guard branch.count <= Self.most, branch.allSatisfy({ $0.count == 32 }) else { return nil }
        // A place that the branch does not reach would let one proof stand for several places.
        guard branch.count == Self.most || position >> UInt32(branch.count) == 0 else { return nil }
        self.position = position
        self.branch = branch
    }

    /// Whether the transaction called `name`, 32 bytes as they are hashed, is under the root of `header`.
    ///
    /// The caller must have the transaction itself and know that it has not 64 bytes: an inner node of the tree, which
    /// has as many, could be taken for one.
    public func holds(for name: [UInt8], in header: BlockHeader) -> Bool {
        guard name.count == 32 else { return false }
        var hash = name
        var place = position
        for neighbour in branch {
            hash = SHA256.hashTwice(place & 1 == 0 ? hash + neighbour : neighbour + hash).bytes
            place >>= 1
        }
        return hash == header.merkleRoot
    }
}
