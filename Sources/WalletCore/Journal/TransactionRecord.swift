package import Bridge
import Messages

/// A transaction that this wallet signed, and what is known of its fate.
///
/// It is recorded before it is broadcast, so that a crash between the two leaves something to look for.
public struct TransactionRecord: Hashable, Sendable {
    /// What is known of a transaction's fate.
    public enum State: Hashable, Sendable {
        /// Signed and recorded; not yet sent, as far as is known.
        case signed

        /// A server took it; it waits for a block.
        case sent

        /// It was handed to a server that did not answer: it may be on its way, or not. Never to be called failed,
        /// and never to be built again with other coins or another nonce without the user's approval.
        case unknown

        /// It is in a block; on Ethereum it may have failed there, and still used up its nonce and its fee.
        case mined(succeeded: Bool)

        /// Another transaction, named by its id, took its nonce or its coins.
        case replaced(by: String)

        /// It never left the wallet, so it is not on its way.
        case refused

        /// Those who were handed it said no, and have its bytes: they could still send it.
        ///
        /// Its coins or its nonce go to the next one, so that only one of the two can happen. It is looked for like one
        /// that was given up.
        case declined

        /// The user gave it up when no server knew it: its coins or its number are free. Whoever has it could still
        /// send it, so it is looked for now and then.
        case abandoned

        /// Whether this may still change by itself, and must be polled.
        public var isOpen: Bool {
            switch self {
            case .signed, .sent, .unknown: true
            case .mined, .replaced, .refused, .declined, .abandoned: false
            }
        }

        /// Whether nothing waits for it, and it could still be sent by someone who has it.
        public var isPossible: Bool { self == .abandoned || self == .declined }

        /// Whether a block has decided about it.
        public var isSettled: Bool {
            switch self {
            case .mined, .replaced: true
            case .signed, .sent, .unknown, .refused, .declined, .abandoned: false
            }
        }
    }

    /// The chain, as CAIP-2 writes it: `eip155:1`, `bip122:000000000019d6689c085ae165831e93`.
    public let chain: String

    /// Its id on the chain, as explorers write it.
    public let txid: String

    /// The transaction itself, as it is broadcast.
    public let raw: [UInt8]

    /// The sender's address, whole, in the chain's canonical writing.
    public let from: String

    /// Its nonce, on chains that count.
    public let nonce: UInt64?

    /// The coins that it spends, on chains that have some: `txid:index`.
    public let spends: [String]

    /// What it does, as the user was told.
    public let what: Summary

    /// The serialised origin of the site that asked for it; `nil` where the user did.
    public let origin: String?

    /// The wallet's own name for what it was signed for, see ``PaymentPeer/purpose``; `nil` where no payment asked.
    public let purpose: String?

    /// When it was signed, in seconds since 1970.
    public let at: Int64

    /// What is known of its fate.
    public var state: State

    /// Whether it was declined or given up, and the network has shown it since then: those who asked for it may have
    /// been told that it is over.
    public private(set) var hasReturned: Bool

    /// For how many seconds another transaction that does the same is pointed out.
    static let repeatedWithin: Int64 = 3_600

    /// How many minutes ago it was signed, at least one, where it is open or done and that is not long ago.
    package func minutes(before now: Int64) -> Int64? {
        guard state.isOpen || state == .mined(succeeded: true) else { return nil }
        let age = age(at: now)
        return age > Self.repeatedWithin ? nil : max(1, age / 60)
    }

    /// For how many seconds since it was signed it is still named once it is in a block, see ``hasReturned``.
    static let returnedWithin: Int64 = 86_400

    /// Whether the next one of its account names it: it was declined or given up, and the network has it now, or
    /// confirmed it not long ago.
    package func isNamed(at now: Int64) -> Bool {
        guard hasReturned else { return false }
        return state.isOpen || state == .mined(succeeded: true) && age(at: now) <= Self.returnedWithin
    }

    /// How many seconds ago it was signed; where the clock was set back since then, just now.
    private func age(at now: Int64) -> Int64 {
        let (age, isOver) = max(now, at).subtractingReportingOverflow(at)
        return isOver ? .max : age
    }

    /// Takes a new state; what was declined or given up, and is shown by the network, has returned.
    package mutating func become(_ new: State) {
        switch new {
        case .sent, .mined: hasReturned = hasReturned || state.isPossible
        case .signed, .unknown, .replaced, .refused, .declined, .abandoned: break
        }
        state = new
    }

    /// What is said of it, where it has returned, before another one that does not replace it.
    package func returned(isForSame: Bool) -> Approval.Warning {
        let action = Quotation.of(what.text)
        let text =
            state.isOpen
            ? localized(
                """
                \(action, as: "action") was rejected or given up, but the network has it now. This one does not \
                replace it: both can be confirmed.
                """)
            : localized(
                """
                \(action, as: "action") was rejected or given up, but it was confirmed later. This one does not \
                replace it.
                """)
        return Approval.Warning(isForSame ? .danger : .caution, text)
    }

    /// What is said of one that does the same as another, so many minutes ago.
    package static func repeated(_ minutes: Int64) -> Approval.Warning {
        Approval.Warning(
            .plain,
            localized(
                """
                The same request was signed a minute ago, and may have been sent. This one does not replace it: both \
                can be confirmed.
                """,
                plural: """
                    The same request was signed \(minutes, as: "count") minutes ago, and may have been sent. This \
                    one does not replace it: both can be confirmed.
                    """, count: minutes))
    }

    /// Creates a record.
    public init(
        chain: String, txid: String, raw: [UInt8], from: String, nonce: UInt64? = nil, spends: [String] = [],
        what: Summary, origin: String? = nil, purpose: String? = nil, at: Int64, state: State = .signed,
        hasReturned: Bool = false
    ) {
        self.chain = chain
        self.txid = txid
        self.raw = raw
        self.from = from
        self.nonce = nonce
        self.spends = spends
        self.what = what
        self.origin = origin
        self.purpose = purpose
        self.at = at
        self.state = state
        self.hasReturned = hasReturned
    }
}
