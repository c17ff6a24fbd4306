internal import Ethereum
internal import Primitives

/// A type of structured message that is known by its full text, with the effects of a signature on it.
struct KnownMessage: Sendable {
    /// The type as it is hashed (EIP-712, "encodeType"), with the types that it refers to.
    let type: String

    /// The required name in the domain, if the type is specific to one domain.
    let domain: String?

    /// Its effects, in order.
    let effects: [Effect]

    init(_ type: String, domain: String? = nil, _ effects: Effect...) {
        self.type = type
        self.domain = domain
        self.effects = effects
    }
}

/// The known message types.
///
/// A type matches only with all fields that the contract hashes, in their order: no contract accepts a type that is
/// merely similar.
enum KnownMessages {
    /// The known messages whose type has this hash.
    static func message(_ hash: Digest32) -> [KnownMessage] { byHash[hash] ?? [] }

    private static let byHash: [Digest32: [KnownMessage]] = {
        var messages: [Digest32: [KnownMessage]] = [:]
        for message in all { messages[Keccak256.hash(message.type.utf8), default: []].append(message) }
        return messages
    }()

    static let all = permits + orders + authority + statements
}
