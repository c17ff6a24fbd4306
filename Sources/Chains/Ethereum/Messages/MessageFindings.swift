internal import Bridge
internal import Primitives

/// What a look at a whole message finds out about it.
struct MessageFindings: Sendable {
    let text: String?
    let mostlyText: String?
    let words: MessageWords
    let signIn: Result<SignInMessage, EthereumError>
    let isDisguised: Bool
    let suspicions: [PersonalMessage.Suspicion]
    let signIns: Int
    let suspectedSite: String?
    let isLogin: Bool
    let linkedHosts: [String]
    let namedSites: [PersonalMessage.NamedSite]

    init(of message: PersonalMessage) {
        let text = message.lossyText
        let exact = message.exactText
        self.text = exact
        let compact = PlainText.compact(text)
        let odd = text.unicodeScalars.count { $0 == "\u{FFFD}" || PlainText.isControl($0) }
        mostlyText = odd * 5 <= text.unicodeScalars.count ? text : nil
        isDisguised = PlainText.isDisguised(text)
        signIns = SignInMessage.count(in: text)
        suspectedSite = signIns > 0 ? SignInMessage.site(suspectedIn: text) : nil
        suspicions = Self.suspicions(of: message.bytes, exact, compact)
        isLogin =
            PlainText.count(of: "signin", in: compact) > PlainText.count(of: "signing", in: compact)
            || Self.loginWords.contains { PlainText.count(of: $0, in: compact) > 0 }
        linkedHosts = Self.hosts(in: text)
        words = MessageWords(of: text, linkedHosts: linkedHosts)
        signIn = Result { () throws(EthereumError) in
            guard let exact else { throw .signIn(part: "text") }
            return try SignInMessage(exact)
        }
        namedSites =
            isLogin
            ? KnownSites.named(in: Self.words(of: text)).map {
                PersonalMessage.NamedSite(domains: $0.domains, isWord: $0.isWord, isCertain: $0.isCertain)
            } : []
    }

    /// Words of texts with which sites sign their users in.
    private static let loginWords = ["login", "authenticat", "verify", "nonce"]

    /// The words of a text as a reader sees them, in lower case; domains are one word.
    private static func words(of text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).flatMap { part in
            PlainText.compact(String(part)).split { !$0.isLetter && !$0.isNumber && $0 != "." }
        }.compactMap { word in
            let word = word.split(separator: ".").joined(separator: ".")
            return word.isEmpty ? nil : word
        }
    }

    private static let mostHosts = 32

    /// The hosts of the links in a text, each once.
    private static func hosts(in text: String) -> [String] {
        var hosts: [String] = []
        // By bytes: to compare one character, Swift puts all of its marks into order, and a text can have nothing else.
        for word in text.split(whereSeparator: \.isWhitespace) where word.utf8.contains(UInt8(ascii: ":")) {
            let parts = PlainText.compact(String(word)).split(separator: "://", maxSplits: 64).dropFirst()
            for part in parts {
                // The host is the part after the last @ (RFC 3986, section 3.2).
                let authority = part.prefix { !"/?#\\()<>\"'".contains($0) }
                let name = (authority.split(separator: "@").last ?? "").prefix {
                    $0 == "." || $0 == "-" || $0.isLetter || $0.isNumber
                }
                let host = name.split(separator: ".").joined(separator: ".")
                guard host.contains("."), !hosts.contains(host) else { continue }
                hosts.append(host)
                if hosts.count == mostHosts { return hosts }
            }
        }
        return hosts
    }

    private static func suspicions(
        of bytes: [UInt8], _ exact: String?, _ text: String
    ) -> [PersonalMessage.Suspicion] {
        var found: [PersonalMessage.Suspicion] = []
        let digits = bytes.starts(with: "0x".utf8) ? bytes.dropFirst(2) : bytes[...]
        if bytes.count == 32 && exact == nil || isHashDigits(digits) || isHashDigits(Array(text.utf8)[...]) {
            found.append(.hash)
        }
        if isTransactionLike(bytes) || isTransactionText(text) { found.append(.transaction) }
        if bytes.starts(with: [0x19, 0x01]) || bytes.starts(with: [0x19, 0x00]) { found.append(.typedData) }
        return found
    }

    /// Whether the bytes are one list of as many items as a transaction has, alone or behind a transaction type.
    private static func isTransactionLike(_ bytes: [UInt8]) -> Bool {
        // EIP-2718: the types in use are 1 to 4; a list without a type starts at 0xC0.
        guard let first = bytes.first, (1...4).contains(first) || first >= 0xC0 else { return false }
        let list = try? RLP(first < 0xC0 ? bytes.dropFirst() : bytes[...])
        return (6...16).contains(list?.elements?.count ?? 0)
    }

    /// Whether a text without spaces is the digits of a transaction's bytes.
    private static func isTransactionText(_ text: String) -> Bool {
        guard text.utf8.count > 2, let bytes = Hex.decode(text.hasPrefix("0x") ? text : "0x" + text) else {
            return false
        }
        return isTransactionLike(bytes)
    }

    private static func isHashDigits(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.starts(with: "0x".utf8) ? text.dropFirst(2) : text
        return digits.count == 64
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
    }
}
