/// The methods between two clients (WalletConnect Sign, "RPC methods").
package enum SessionMethod: String, Sendable, CaseIterable {
    case pairingDelete = "wc_pairingDelete"
    case pairingPing = "wc_pairingPing"
    case propose = "wc_sessionPropose"
    case settle = "wc_sessionSettle"
    case update = "wc_sessionUpdate"
    case extend = "wc_sessionExtend"
    case request = "wc_sessionRequest"
    case event = "wc_sessionEvent"
    case delete = "wc_sessionDelete"
    case ping = "wc_sessionPing"
    case authenticate = "wc_sessionAuthenticate"

    /// Which side sends requests of a method.
    package enum Sender: Sendable {
        /// The app, which asks.
        case app
        /// The wallet, which controls the session.
        case wallet
        /// Both.
        case either
    }

    /// How a message is published on a relay.
    package struct Publishing: Hashable, Sendable {
        /// The number by which a relay tells kinds of messages apart; receivers must not rely on it.
        package let tag: Int
        /// How long the relay keeps the message, in seconds.
        package let lifetime: Int64
        /// Whether the relay notifies a wallet that is not connected.
        package let prompts: Bool
    }

    /// Why a proposal or a sign-in was not approved.
    package enum Rejection: Sendable {
        /// The user rejected it.
        case user
        /// The wallet rejected it without asking, because it cannot support it.
        case automatic
    }

    /// Which side sends requests.
    package var sender: Sender {
        switch self {
        case .propose, .request, .authenticate: .app
        case .settle, .update, .extend, .event: .wallet
        case .pairingDelete, .pairingPing, .delete, .ping: .either
        }
    }

    /// Whether requests are on the topic of a pairing; all others are on that of a session.
    package var isOfPairing: Bool {
        switch self {
        case .pairingDelete, .pairingPing, .propose, .authenticate: true
        default: false
        }
    }

    /// Whether the other side answers at all: apps do not acknowledge events, and a deleted session has no key.
    package var isAnsweredReliably: Bool {
        switch self {
        case .event, .delete, .pairingDelete: false
        default: true
        }
    }

    /// How a request is published.
    package var request: Publishing {
        switch self {
        case .pairingDelete: Publishing(tag: 1000, lifetime: Self.day, prompts: false)
        case .pairingPing: Publishing(tag: 1002, lifetime: 30, prompts: false)
        case .propose: Publishing(tag: 1100, lifetime: 300, prompts: true)
        case .settle: Publishing(tag: 1102, lifetime: 300, prompts: false)
        case .update: Publishing(tag: 1104, lifetime: Self.day, prompts: false)
        case .extend: Publishing(tag: 1106, lifetime: Self.day, prompts: false)
        case .request: Publishing(tag: 1108, lifetime: 300, prompts: true)
        case .event: Publishing(tag: 1110, lifetime: 300, prompts: true)
        case .delete: Publishing(tag: 1112, lifetime: Self.day, prompts: false)
        case .ping: Publishing(tag: 1114, lifetime: 30, prompts: false)
        case .authenticate: Publishing(tag: 1116, lifetime: 3_600, prompts: true)
        }
    }

    /// How a response is published, unless it is a rejection with a separate tag.
    package var response: Publishing {
        Publishing(tag: request.tag + 1, lifetime: request.lifetime, prompts: false)
    }

    /// How the rejection of a proposal or a sign-in is published; other errors are published as any answer.
    package func response(rejectedBy rejection: Rejection) -> Publishing {
        switch (self, rejection) {
        case (.propose, .user): Publishing(tag: 1120, lifetime: 300, prompts: false)
        case (.propose, .automatic): Publishing(tag: 1121, lifetime: 300, prompts: false)
        case (.authenticate, .user): Publishing(tag: 1118, lifetime: 300, prompts: false)
        case (.authenticate, .automatic): Publishing(tag: 1119, lifetime: 300, prompts: false)
        default: response
        }
    }

    /// How an answer to a method that is not in this table is published.
    package static let unknownResponse = Publishing(tag: 0, lifetime: day, prompts: false)

    /// How a request with its own expiry is published: the relay keeps it until then.
    ///
    /// - Parameters:
    ///   - expiry: When it expires, in seconds since 1970.
    ///   - now: The time in seconds since 1970.
    /// - Returns: That of ``request`` without an expiry, and for other methods.
    package func request(expiringAt expiry: Int64?, now: Int64) -> Publishing {
        guard self == .request, let expiry else { return request }
        let rest = expiry.subtractingReportingOverflow(now)
        let lifetime = rest.overflow ? SessionRequest.lifetimes.lowerBound : rest.partialValue
        return Publishing(
            tag: request.tag,
            lifetime: min(max(lifetime, SessionRequest.lifetimes.lowerBound), SessionRequest.lifetimes.upperBound),
            prompts: request.prompts)
    }

    private static let day: Int64 = 86_400
}
