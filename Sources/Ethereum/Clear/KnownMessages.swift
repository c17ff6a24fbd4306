internal import Keys

/// A type of structured messages that is known by its whole text, with what a signature on one does.
struct KnownMessage: Sendable {
    /// The type as it is hashed (EIP-712, "encodeType"), with the types it refers to.
    let type: String

    /// The name in the domain, where the type counts only there.
    let domain: String?

    /// What it does, in order.
    let effects: [Effect]

    init(_ type: String, domain: String? = nil, _ effects: Effect...) {
        self.type = type
        self.domain = domain
        self.effects = effects
    }
}

/// The types of messages that are read.
///
/// A type counts only with all the fields that the contract hashes, in their order: no contract would take one that
/// only looks like it for what it looks like.
enum KnownMessages {
    /// What is known of messages with this hash of their type.
    static func message(_ hash: Digest32) -> [KnownMessage] { byHash[hash] ?? [] }

    private static let byHash: [Digest32: [KnownMessage]] = {
        var messages: [Digest32: [KnownMessage]] = [:]
        for message in all { messages[Keccak256.hash(message.type.utf8), default: []].append(message) }
        return messages
    }()

    static let all = permits + orders + authority + statements
}
