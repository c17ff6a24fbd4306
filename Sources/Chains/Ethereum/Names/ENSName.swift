internal import Primitives

/// A normalized name of ENS, such as `alice.eth`.
///
/// Normalization follows ENSIP-15: two texts that people take for the same name are the same name, or one of them is
/// refused.
public struct ENSName: Hashable, Sendable, CustomStringConvertible {
    /// The normalized text.
    public let text: String

    /// Normalizes a name.
    ///
    /// - Throws: ``EthereumError/name(_:)``.
    public init(_ text: String) throws(EthereumError) {
        guard text.utf8.count <= Self.mostBytes else { throw .name(.long) }
        let normalized = try NameNormalizer().normalized(text)
        guard !normalized.isEmpty else { throw .name(.empty) }
        self.text = normalized
    }

    /// The labels, from the first to the top level.
    public var labels: [String] { text.unicodeScalars.split(separator: ".").map { String($0) } }

    /// The node of the name: the recursive hash of its labels (EIP-137, “namehash algorithm”).
    public var node: [UInt8] { Self.node(labels) }

    /// The name without its first label; `nil` for a top level.
    public var parent: ENSName? {
        let rest = labels.dropFirst()
        return rest.isEmpty ? nil : ENSName(normalized: rest.joined(separator: "."))
    }

    /// The name in the form of the DNS: each label after its length, and an empty one at the end (ENSIP-10).
    ///
    /// - Throws: ``EthereumError/name(_:)`` with ``NameFault/long`` if a label has more than 255 bytes.
    public func encoded() throws(EthereumError) -> [UInt8] {
        var bytes: [UInt8] = []
        for label in labels {
            guard let count = UInt8(exactly: label.utf8.count) else { throw .name(.long) }
            bytes += [count] + Array(label.utf8)
        }
        return bytes + [0]
    }

    /// The name under which an address names itself: its hexadecimal digits in lower case below `addr.reverse`
    /// (EIP-181).
    public static func reverse(of address: EthereumAddress) -> ENSName {
        ENSName(normalized: "\(Hex.encode(address.bytes)).addr.reverse")
    }

    /// Whether `text` has the form of a name and not of an address: parts with a dot between them, without blanks.
    public static func hasForm(_ text: String) -> Bool {
        let parts = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && text.utf8.count <= mostBytes
            && parts.allSatisfy {
                !$0.isEmpty && !$0.contains { $0.properties.isWhitespace || "/:@?#".contains(String($0)) }
            }
    }

    /// The normalized text.
    public var description: String { text }

    private init(normalized text: String) { self.text = text }

    static func node(_ labels: [String]) -> [UInt8] {
        labels.reversed().reduce([UInt8](repeating: 0, count: 32)) { node, label in
            Keccak256.hash(node + Keccak256.hash(label.utf8).bytes).bytes
        }
    }

    /// More than any name that is in use; a page may send a longer one.
    private static let mostBytes = 1_000
}
