public import Primitives
import Synchronization

/// A message of `personal_sign`: bytes that are signed with a prefix, so that they can be nothing else (EIP-191,
/// version 0x45).
public struct PersonalMessage: Hashable, Sendable {
    /// How the parameter was read.
    public enum Reading: Hashable, Sendable {
        /// As the text that it is.
        case text
        /// As `0x` and pairs of hexadecimal digits.
        case hexadecimal
    }

    /// What unreadable bytes may be, besides a message.
    public enum Suspicion: Hashable, Sendable {
        /// 32 bytes, or their hexadecimal digits: perhaps the hash of something that the user does not see.
        case hash
        /// A list of RLP as long as a transaction's, with the byte of a transaction type in front or without.
        case transaction
        /// 0x19 and 0x01 or 0x00, as the bytes of typed data and of messages of contracts begin.
        case typedData
    }

    /// How the parameter was read.
    public let reading: Reading

    /// The bytes of the message, without the prefix.
    public let bytes: [UInt8]

    /// A well-known site that a message names without a link.
    public struct NamedSite: Hashable, Sendable {
        /// The registered domains of the sites with this name.
        public let domains: [String]

        /// Whether the name is a word that other sites use as well.
        public let isWord: Bool

        /// Whether the message can only mean this site.
        public let isCertain: Bool
    }

    /// Reads the parameter of `personal_sign`: `0x` and an even number of hexadecimal digits are bytes, everything
    /// else is text.
    public init(_ parameter: String) {
        if parameter.utf8.starts(with: "0x".utf8), let bytes = Hex.decode(parameter) {
            self.init(bytes: bytes, reading: .hexadecimal)
        } else {
            self.init(bytes: Array(parameter.utf8), reading: .text)
        }
    }

    /// A message of text, also of a text that looks like digits.
    public init(text: String) { self.init(bytes: Array(text.utf8), reading: .text) }

    private init(bytes: [UInt8], reading: Reading) {
        self.bytes = bytes
        self.reading = reading
    }

    /// What was found out about the message, once it was.
    private let memory = Memory()

    private final class Memory: Sendable {
        let findings = Mutex<MessageFindings?>(nil)
    }

    /// Whether both are the same bytes, read the same way.
    public static func == (left: PersonalMessage, right: PersonalMessage) -> Bool {
        left.bytes == right.bytes && left.reading == right.reading
    }

    /// Hashes the bytes and how they were read.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
        hasher.combine(reading)
    }

    /// The message as text; `nil` if the bytes are not UTF-8, or hold control characters other than line breaks
    /// and tabs.
    public var text: String? { findings.text }

    var exactText: String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let isReadable = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control || "\n\r\t".unicodeScalars.contains(scalar)
        }
        return isReadable ? text : nil
    }

    /// The text as far as it is one: bytes that are not UTF-8 are replaced, control characters are kept.
    public var lossyText: String { String(decoding: bytes, as: UTF8.self) }

    /// The text to be shown, with everything invisible in it, which must be made visible; `nil` if most of it is no
    /// text.
    public var mostlyText: String? { findings.mostlyText }

    /// Whether the text holds characters that are not seen, or look like another: controls, formats, odd spaces.
    public var isDisguised: Bool { findings.isDisguised }

    /// What the words of the message say about its signature.
    public var words: MessageWords { findings.words }

    /// The sign-in that the message is.
    ///
    /// - Throws: ``EthereumError/signIn(part:)``.
    public func signIn() throws(EthereumError) -> SignInMessage { try findings.signIn.get() }

    /// What else the message may be; empty for most.
    public var suspicions: [Suspicion] { findings.suspicions }

    /// The number of sign-in messages that the message could be mistaken for; see ``SignInMessage/isSuspected(in:)``.
    public var signInCount: Int { findings.signIns }

    /// The host before the words of a sign-in; see ``SignInMessage/site(suspectedIn:)``.
    public var suspectedSite: String? { findings.suspectedSite }

    /// Whether it has words with which sites sign their users in.
    public var isLogin: Bool { findings.isLogin }

    /// The hosts of its links, in lower case, each once.
    public var linkedHosts: [String] { findings.linkedHosts }

    /// The well-known sites that it names; none if it has no words with which sites sign their users in.
    public var namedSites: [NamedSite] { findings.namedSites }

    /// Examines the whole message off the main thread; later queries about it return immediately.
    ///
    /// A page may send a megabyte, and to look at that takes long.
    @concurrent public func examine() async {
        _ = findings
    }

    private var findings: MessageFindings {
        memory.findings.withLock { known in
            if let known { return known }
            let made = MessageFindings(of: self)
            known = made
            return made
        }
    }

    /// What is hashed: 0x19, `Ethereum Signed Message:`, a line break, the length in decimal digits, the bytes.
    public var preimage: [UInt8] {
        Array("\u{19}Ethereum Signed Message:\n\(bytes.count)".utf8) + bytes
    }

    /// What is signed: the Keccak-256 of the ``preimage``.
    public var digest: Digest32 { Keccak256.hash(preimage) }

    /// The account that signed the message, as `personal_ecRecover` returns it.
    ///
    /// Anyone can make a signature that recovers to some account; only a comparison with the expected address is
    /// meaningful. A high s is accepted, as in other wallets. The 65 bytes are r, s and v; v is 27 or 28, or 0 or 1 as
    /// some devices write it.
    ///
    /// - Throws: ``EthereumError/signature``.
    public func signer(_ signature: [UInt8]) throws(EthereumError) -> EthereumAddress {
        guard signature.count == 65, [0, 1, 27, 28].contains(signature[64]) else { throw .signature }
        let v = signature[64] < 27 ? signature[64] + 27 : signature[64]
        guard let recoverable = try? RecoverableSignature(encoded: signature[..<64] + [v]),
            let key = try? recoverable.signer(of: digest)
        else { throw .signature }
        return EthereumAddress(key)
    }
}
