public import BigInt
package import Bridge
import Messages

/// A transaction that this wallet signed, and what is known of its outcome.
///
/// It is recorded before it is broadcast, so that after a crash between the two, the wallet can look for it.
public struct TransactionRecord: Hashable, Sendable {
    /// What is known of a transaction's outcome.
    public enum State: Hashable, Sendable {
        /// Signed and recorded; not yet sent, as far as is known.
        case signed

        /// A server accepted it; it waits for a block.
        case sent

        /// It was sent to a server that did not answer, and may be on its way. It is never called failed, and never
        /// built again with other coins or another nonce without the user's approval.
        case unknown

        /// It is in a block; on Ethereum it may have failed there, and still used up its nonce and its fee.
        case mined(succeeded: Bool)

        /// Another transaction, named by its id, took its nonce or its coins.
        case replaced(by: String)

        /// It never left the wallet, so it is not on its way.
        case refused

        /// The servers that got it refused it, but have its bytes: they could still send it.
        ///
        /// The next transaction uses its coins or its nonce, so that only one of the two can happen. The wallet checks
        /// for it as for one that was given up.
        case declined

        /// The user gave it up when no server knew it: its coins or its nonce are free. Anyone who has its bytes could
        /// still send it, so the wallet checks for it regularly.
        case abandoned

        /// Whether this may still change, and must be polled.
        public var isOpen: Bool {
            switch self {
            case .signed, .sent, .unknown: true
            case .mined, .replaced, .refused, .declined, .abandoned: false
            }
        }

        /// Whether the wallet does not wait for it, but someone who has its bytes could still send it.
        public var isPossible: Bool { self == .abandoned || self == .declined }

        /// Whether a block has decided about it.
        public var isSettled: Bool {
            switch self {
            case .mined, .replaced: true
            case .signed, .sent, .unknown, .refused, .declined, .abandoned: false
            }
        }
    }

    /// What kind of transaction it is, and the nonce or the outputs that it uses: no other transaction that uses them
    /// can be confirmed.
    public enum Kind: Hashable, Sendable {
        /// A transaction of an Ethereum account.
        case ethereum(nonce: UInt64)

        /// A payment on a chain with unspent outputs (UTXOs), and the outputs that it spends: `txid:index`.
        case utxo(spends: [String])
    }

    /// The chain, as CAIP-2 writes it: `eip155:1`, `bip122:000000000019d6689c085ae165831e93`.
    public let chain: String

    /// Its id on the chain, as explorers write it.
    public let txid: String

    /// The transaction itself, as it is broadcast.
    public let raw: [UInt8]

    /// The sender's full address in the chain's canonical form.
    public let from: String

    /// What kind of transaction it is.
    public let kind: Kind

    /// What it does, as the user approved it.
    public let what: Summary

    /// The serialised origin of the site that asked for it; `nil` if the user did.
    public let origin: String?

    /// The wallet's own name for what it was signed for; `nil` if no payment asked.
    ///
    /// See ``/Bridge/PaymentPeer/purpose``.
    public let purpose: String?

    /// When it was signed, in seconds since 1970.
    public let at: Int64

    /// What is known of its outcome.
    public var state: State

    /// Whether it was declined or given up, and the network has shown it since then: its requester may have been told
    /// that it was not sent.
    public private(set) var hasReturned: Bool

    /// The block of an EVM transaction, and what it cost there.
    public struct Inclusion: Hashable, Sendable {
        /// The number of the block.
        public let block: UInt64

        /// The fee in the smallest unit of the chain's coin, with the fee for the data on another chain; `nil` if the
        /// node does not name it.
        public let fee: BigUInt?

        /// Creates a value.
        public init(block: UInt64, fee: BigUInt?) {
            self.block = block
            self.fee = fee
        }
    }

    /// The block that contains it and what it cost, if a node of an EVM chain has said so.
    public internal(set) var inclusion: Inclusion?

    /// What each server said when it was offered to them last; empty if it was never offered.
    public internal(set) var replies: [BroadcastReply]

    /// The nonce of an Ethereum transaction; `nil` for another kind.
    public var nonce: UInt64? {
        if case .ethereum(let nonce) = kind { nonce } else { nil }
    }

    /// The outputs that a UTXO payment spends, `txid:index`; empty for another kind.
    public var spends: [String] {
        if case .utxo(let spends) = kind { spends } else { [] }
    }

    /// The number of seconds during which the wallet points out another transaction that does the same.
    static let repeatedWithin: Int64 = 3_600

    /// How many minutes ago it was signed, at least 1; `nil` if it is neither open nor successful, or was signed more
    /// than ``repeatedWithin`` seconds ago.
    package func minutes(before now: Int64) -> Int64? {
        guard state.isOpen || state == .mined(succeeded: true) else { return nil }
        let age = age(at: now)
        return age > Self.repeatedWithin ? nil : max(1, age / 60)
    }

    /// The number of seconds after signing during which a transaction that has returned is still mentioned once it is
    /// in a block; see ``hasReturned``.
    static let returnedWithin: Int64 = 86_400

    /// Whether the approval of the account's next transaction mentions it: it was declined or given up, and the network
    /// has it now, or confirmed it not long ago.
    package func isNamed(at now: Int64) -> Bool {
        guard hasReturned else { return false }
        return state.isOpen || state == .mined(succeeded: true) && age(at: now) <= Self.returnedWithin
    }

    /// How many seconds ago it was signed; 0 if the clock was set back since then.
    private func age(at now: Int64) -> Int64 {
        let (age, isOver) = max(now, at).subtractingReportingOverflow(at)
        return isOver ? .max : age
    }

    /// Sets a new state; a transaction that was declined or given up, and that the network shows, has returned.
    package mutating func become(_ new: State) {
        switch new {
        case .sent, .mined: hasReturned = hasReturned || state.isPossible
        case .signed, .unknown, .replaced, .refused, .declined, .abandoned: break
        }
        state = new
        // Of a block that was replaced, nothing counts.
        if new.isOpen { inclusion = nil }
    }

    /// The warning about it, if it has returned, before another one that does not replace it.
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

    /// The warning about one that does the same as another, so many minutes ago.
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
        chain: String, txid: String, raw: [UInt8], from: String, kind: Kind, what: Summary, origin: String? = nil,
        purpose: String? = nil, at: Int64, state: State = .signed,
        hasReturned: Bool = false, inclusion: Inclusion? = nil, replies: [BroadcastReply] = []
    ) {
        self.chain = chain
        self.txid = txid
        self.raw = raw
        self.from = from
        self.kind = kind
        self.what = what
        self.origin = origin
        self.purpose = purpose
        self.at = at
        self.state = state
        self.hasReturned = hasReturned
        self.inclusion = inclusion
        self.replies = replies
    }
}

extension Peer {
    /// Who asked for a transaction, as the journal keeps it: the serialised origin; `nil` if the user did.
    package var recordedOrigin: String? { self == .wallet ? nil : origin.description }
}
