internal import Primitives

/// A Merkle proof that a transaction is in a block: the sibling hashes from its position to the root.
public struct MerkleProof: Hashable, Sendable {
    /// The maximum depth: a block has fewer than 2^32 transactions.
    public static let most = 32

    /// The index of the transaction in its block, from zero.
    public let position: UInt32

    /// The sibling hashes on the path, each 32 bytes in internal byte order.
    public let branch: [[UInt8]]

    /// Creates a proof.
    ///
    /// - Returns: `nil` if the branch is too long, or too short for the position, or if a hash does not have 32 bytes.
    public init?(position: UInt32, branch: [[UInt8]]) {
        guard branch.count <= Self.most, branch.allSatisfy({ $0.count == 32 }) else { return nil }
        // A position beyond the branch would make one proof valid for several positions.
        guard branch.count == Self.most || position >> UInt32(branch.count) == 0 else { return nil }
        self.position = position
        self.branch = branch
    }

    /// Whether the transaction with the ID `name`, 32 bytes in internal byte order, is in the block of `header`.
    ///
    /// The caller must have the transaction itself, and make sure that it does not have 64 bytes: an inner node of the
    /// tree has 64 bytes, too, and could be mistaken for a transaction.
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
