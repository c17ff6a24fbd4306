import Messages

/// An app that uses the wallet through a WalletConnect session.
///
/// Its identity is the topic alone: what the app says about itself identifies nothing, so two sessions with the same
/// name are two peers, and a session is never the page whose address it names.
public struct SessionPeer: Hashable, Sendable {
    /// What is known about the site behind a message.
    public enum Verification: Hashable, Sendable {
        /// The message comes from the site at the address that the app names.
        case verified
        /// The message comes from another site, with this origin.
        case mismatch(origin: String)
        /// The site behind the message is known as a scam.
        case scam(origin: String)
        /// Nothing is known.
        case unknown
    }

    /// The topic of the session, or of the pairing while a session is proposed.
    public let topic: String

    /// The name that the app gives itself: untrusted text.
    public let name: String

    /// The address that the app gives itself: untrusted text.
    public let url: String

    /// What is known about the site behind the message.
    public let verification: Verification

    /// The accounts of the session, each with its chain (CAIP-10); in a proposal, the one that signs in, if any.
    public let accounts: [AccountID]

    /// The chain that the request names, or on which the user signs in; `nil` in other proposals.
    public let chain: ChainID?

    /// The wallet's own ID for its actions for the request, by which it finds a transaction after a restart; no app
    /// chooses it.
    public let purpose: String?

    /// Creates a peer.
    public init(
        topic: String, name: String, url: String, verification: Verification = .unknown, accounts: [AccountID] = [],
        chain: ChainID? = nil, purpose: String? = nil
    ) {
        self.topic = topic
        self.name = name
        self.url = url
        self.verification = verification
        self.accounts = accounts
        self.chain = chain
        self.purpose = purpose
    }

    /// Whether both are the same session.
    public static func == (left: SessionPeer, right: SessionPeer) -> Bool { left.topic == right.topic }

    /// Hashes the topic.
    public func hash(into hasher: inout Hasher) { hasher.combine(topic) }
}

extension SessionPeer {
    /// The name that the app gives itself, in one line; `nil` if the name has no visible character.
    public var claim: SiteClaim? { SiteClaim(title: name) }

    /// The app in sentences of the wallet: its own name in quotation marks, or its own address if it gives no name.
    public var quotedName: String {
        if let claim { return Quotation.of(claim.title, limit: 40) }
        return url.isEmpty ? localized("the app") : Quotation.of(address: url, limit: 60)
    }

    /// The web site that the app names; `nil` if its address is not one.
    ///
    /// It is a claim unless ``verification`` is ``Verification/verified``.
    public var site: Origin? {
        guard let separator = url.byteRange(of: "://") else { return nil }
        let rest = url[separator.upperBound...]
        let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
        let scheme = url[..<separator.lowerBound].lowercased()
        var authority = rest[..<end].lowercased()
        let port = scheme == "https" ? ":443" : ":80"
        if authority.hasSuffix(port) { authority.removeLast(port.utf8.count) }
        return try? Origin(serialized: "\(scheme)://\(authority)")
    }

    /// Whether the session shares the account at `address` on the chain that the request names.
    ///
    /// - Parameter address: The address of an account; on EVM chains, the case of its letters does not matter.
    /// - Returns: Whether the session shares it.
    public func shares(_ address: String) -> Bool {
        guard let chain, !address.isEmpty else { return false }
        let wanted = AccountID(chain: chain, address: address)
        return accounts.contains { $0.chain == chain && $0.isSame(as: wanted) }
    }
}
