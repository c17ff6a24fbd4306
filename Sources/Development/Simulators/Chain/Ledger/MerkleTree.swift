internal import Primitives

/// A Merkle tree of hashes, as blocks and checkpoints have it.
enum MerkleTree {
    /// The sibling hashes of the leaf at `place`, which must exist, and the root.
    static func branch(of leaves: [[UInt8]], at place: Int) -> (branch: [[UInt8]], root: [UInt8]) {
        var (level, place, branch) = (leaves, place, [[UInt8]]())
        while level.count > 1 {
            if level.count % 2 == 1 { level.append(level[level.count - 1]) }
            branch.append(level[place ^ 1])
            place /= 2
            level = stride(from: 0, to: level.count, by: 2).map { SHA256.hashTwice(level[$0] + level[$0 + 1]).bytes }
        }
        return (branch, level[0])
    }

    /// The root of at least one leaf.
    static func root(of leaves: [[UInt8]]) -> [UInt8] { branch(of: leaves, at: 0).root }
}
