internal import Primitives

/// A node of the tree of symmetric keys that a seed has in addition to its tree of private keys (SLIP-0021).
struct SymmetricNode: ~Copyable {
    /// 32 bytes from which children are derived, and 32 bytes of the node's own key.
    private let bytes: SecretBytes

    /// The root of a seed.
    init(seed: borrowing SecretBytes) {
        bytes = seed.withUnsafeBytes { seed in
            Array("Symmetric key seed".utf8).withContiguousBytes { HMACSHA512.secretCode(key: $0, message: seed) }
        }
    }

    private init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// The child with a label.
    borrowing func child(_ label: String) -> SymmetricNode {
        let code = bytes.withUnsafeBytes { own in
            ([0] + Array(label.utf8)).withContiguousBytes { label in
                HMACSHA512.secretCode(key: UnsafeRawBufferPointer(rebasing: own[..<32]), message: label)
            }
        }
        return SymmetricNode(code)
    }

    /// The key of the node.
    borrowing func key() -> SecretBytes { bytes.part(32..<64) }
}
