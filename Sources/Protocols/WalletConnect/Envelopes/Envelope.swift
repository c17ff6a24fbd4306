internal import Primitives

/// What is sent on a topic: a message, encrypted or not, behind a byte for its type.
///
/// Source: WalletConnect's "Crypto envelopes". There is no associated data, so the type is not authenticated; a type
/// that was changed does not open.
package enum Envelope: Hashable, Sendable {
    /// Type 0: encrypted with the key of the topic.
    case sealed(Sealed)

    /// Type 1: encrypted with a key that both sides agree on; the sender's public key is in front.
    case agreed(sender: AgreementPublicKey, Sealed)

    /// Type 2: not encrypted; in link mode only.
    case plain([UInt8])

    /// A nonce, and the encrypted message with its tag.
    package struct Sealed: Hashable, Sendable {
        /// The nonce: 12 bytes.
        let number: [UInt8]
        /// The encrypted message and its tag.
        let text: [UInt8]
    }

    /// How an envelope is written.
    package enum Transport: Sendable {
        /// Base64 with padding; envelopes without encryption are refused.
        case relay
        /// Base64 for URLs, without padding.
        case link
    }

    /// The maximum number of bytes of a text: no relay takes more.
    package static let maximumTextBytes = 1 << 20

    /// Reads the text of an envelope, with or without padding.
    ///
    /// - Throws: ``WalletConnectError/envelope(_:)``.
    package init(parsing text: String, from transport: Transport) throws(WalletConnectError) {
        guard text.utf8.count <= Self.maximumTextBytes else { throw .envelope(.tooLong) }
        guard let bytes = Base64Text.decode(text, transport == .relay ? .standard : .url) else {
            throw .envelope(.base64)
        }
        try self.init(bytes)
        if case .plain = self, transport == .relay { throw .envelope(.notEncrypted) }
    }

    /// Reads the bytes of an envelope.
    ///
    /// - Throws: ``WalletConnectError/envelope(_:)``.
    package init(_ bytes: [UInt8]) throws(WalletConnectError) {
        let rest = bytes.dropFirst()
        switch bytes.first {
        case 0: self = .sealed(try Sealed(rest))
        case 1:
            guard let sender = try? AgreementPublicKey(rest.prefix(AgreementPublicKey.size)) else {
                throw .envelope(.form)
            }
            self = .agreed(sender: sender, try Sealed(rest.dropFirst(AgreementPublicKey.size)))
        case 2: self = .plain(Array(rest))
        default: throw .envelope(.form)
        }
    }

    /// Encrypts `message` for the topic of `key`.
    ///
    /// - Parameters:
    ///   - message: The bytes of a JSON-RPC message.
    ///   - key: The key of the topic.
    ///   - sender: The sender's public key, if the receiver has to agree on the key first (type 1).
    /// - Returns: The envelope, with a random nonce.
    /// - Throws: Nothing in fact: the nonce has the size that the cipher takes.
    package static func seal(
        _ message: [UInt8], with key: SymmetricKey, sender: AgreementPublicKey? = nil
    ) throws(WalletConnectError) -> Envelope {
        var generator = SystemRandomNumberGenerator()
        let nonce = (0..<SymmetricKey.nonceSize).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return try seal(message, with: key, sender: sender, nonce: nonce)
    }

    /// Encrypts with a nonce that was chosen, for test vectors.
    static func seal(
        _ message: [UInt8], with key: SymmetricKey, sender: AgreementPublicKey?, nonce: [UInt8]
    ) throws(WalletConnectError) -> Envelope {
        let sealed = Sealed(number: nonce, text: try key.seal(message, nonce: nonce))
        return sender.map { .agreed(sender: $0, sealed) } ?? .sealed(sealed)
    }

    /// The message of an envelope that is encrypted with the key of the topic.
    ///
    /// - Throws: ``WalletConnectError/envelope(_:)``.
    package func open(with key: SymmetricKey) throws(WalletConnectError) -> [UInt8] {
        switch self {
        case .sealed(let sealed), .agreed(_, let sealed):
            guard let message = key.open(sealed.text[...], nonce: sealed.number[...]) else {
                throw .envelope(.sealed)
            }
            return message
        case .plain: throw .envelope(.notEncrypted)
        }
    }

    /// The message of an envelope whose key is agreed on with the sender that it names, and that key.
    ///
    /// - Throws: ``WalletConnectError/envelope(_:)``, also for another type, or ``WalletConnectError/key``.
    package func open(with key: AgreementKey) throws(WalletConnectError) -> [UInt8] {
        guard case .agreed(let sender, _) = self else { throw .envelope(.form) }
        return try open(with: key.sharedKey(with: sender))
    }

    /// The bytes.
    package var bytes: [UInt8] {
        switch self {
        case .sealed(let sealed): [0] + sealed.number + sealed.text
        case .agreed(let sender, let sealed): [1] + sender.bytes + sealed.number + sealed.text
        case .plain(let message): [2] + message
        }
    }

    /// The text, which is what a relay transports.
    package func text(for transport: Transport) -> String {
        transport == .relay ? Base64Text.encode(bytes) : Base64Text.encodeForURL(bytes)
    }

    /// The name of a message for relays, duplicates and attestations: the SHA-256 of the text of its envelope, in
    /// hexadecimal digits.
    package static func hash(ofText text: String) -> String {
        Hex.encode(SHA256.hash(text.utf8).bytes)
    }

    /// The name of a message for attestations of version 1: the SHA-256 of the bytes that were encrypted, as they were.
    package static func hash(ofMessage message: [UInt8]) -> String {
        Hex.encode(SHA256.hash(message).bytes)
    }
}

extension Envelope.Sealed {
    /// Reads a nonce, and at least the tag behind it.
    fileprivate init(_ bytes: ArraySlice<UInt8>) throws(WalletConnectError) {
        guard bytes.count >= SymmetricKey.nonceSize + SymmetricKey.tagSize else { throw .envelope(.form) }
        number = Array(bytes.prefix(SymmetricKey.nonceSize))
        text = Array(bytes.dropFirst(SymmetricKey.nonceSize))
    }
}
