package import Bridge

/// A record of a ``SessionStore``.
package indirect enum StoredRecord: Hashable, Sendable {
    case pairing(PairingRecord)
    case used(UsedPairing)
    case proposal(ProposalRecord)
    case authentication(AuthenticationRecord)
    case session(SessionRecord)
    case received(ReceivedRecord)
    case sent(SentRecord)
    case outgoing(OutgoingRecord)
    case unopened(UnopenedMessage)
    /// The millisecond of the last id, from which the next ids continue.
    case lastID(Int64)

    /// What identifies it.
    package var key: StoredKey {
        switch self {
        case .pairing(let record): .pairing(record.topic)
        case .used(let record): .used(record.topic)
        case .proposal(let record): .proposal(record.key)
        case .authentication(let record): .authentication(record.key)
        case .session(let record): .session(record.topic)
        case .received(let record): .received(record.key)
        case .sent(let record): .sent(record.key)
        case .outgoing(let record): .outgoing(record.number)
        case .unopened(let message): .unopened(message.number)
        case .lastID: .lastID
        }
    }

    /// When something has to be done about it, in seconds since 1970.
    var due: Int64? {
        switch self {
        case .pairing(let record): record.expiry
        case .used(let record): record.expiry
        case .proposal(let record): record.expiry
        case .authentication(let record): record.expiry
        case .session(let record): record.due
        case .received(let record): record.due
        case .sent(let record): record.due
        case .outgoing(let record): record.expiry
        case .unopened(let message): message.expiry
        case .lastID: nil
        }
    }
}

/// What identifies a record.
package enum StoredKey: Hashable, Sendable {
    case pairing(Topic)
    case used(Topic)
    case proposal(RequestKey)
    case authentication(RequestKey)
    case session(Topic)
    case received(RequestKey)
    case sent(RequestKey)
    case outgoing(Int64)
    case unopened(Int64)
    case lastID
    /// A record of which not even the key can be read: its place in the store.
    case row(Int64)
}

/// A pairing: the topic and the key on which a session is proposed.
package struct PairingRecord: Hashable, Sendable {
    /// The topic.
    package var topic: Topic
    /// This client's side.
    package var role: SessionRole
    /// The key, encrypted.
    package var key: [UInt8]
    /// When it ends, in seconds since 1970.
    package var expiry: Int64
    /// The URI's methods.
    package var methods: [String]
    /// The origin of the page in a window of the wallet that opened the URI, if one did.
    package var page: String?
}

/// A proposal without an answer: received by a wallet, or sent by an app.
package struct ProposalRecord: Hashable, Sendable {
    /// The topic of the pairing, and the id of the request.
    package var key: RequestKey
    /// What is proposed.
    package var proposal: SessionProposal
    /// When it ends, in seconds since 1970.
    package var expiry: Int64
    /// The app's own key of the proposal, encrypted; `nil` for a wallet.
    package var agreementKey: [UInt8]?
    /// The attestation of the app's origin, if there is one.
    package var attestation: String?
    /// The SHA-256 of the message, in hexadecimal digits, which the attestation names; empty in an app.
    package var hash = ""
}

/// A sign-in without an answer: received by a wallet, or sent by an app.
package struct AuthenticationRecord: Hashable, Sendable {
    /// The topic of the pairing, and the id of the request.
    package var key: RequestKey
    /// What is requested.
    package var request: AuthenticationRequest
    /// When it ends, in seconds since 1970.
    package var expiry: Int64
    /// The app's own key, encrypted; `nil` for a wallet.
    package var agreementKey: [UInt8]?
    /// The attestation of the app's origin, if there is one.
    package var attestation: String?
    /// The SHA-256 of the message, in hexadecimal digits, which the attestation names; empty in an app.
    package var hash = ""

    /// Where the answer arrives.
    package var responseTopic: Topic { request.requester.publicKey.responseTopic }
}

/// A session.
package struct SessionRecord: Hashable, Sendable {
    /// How far a session is.
    package enum State: String, Hashable, Sendable {
        /// A wallet has approved it, and the app has not acknowledged that; or an app has got the approval, and not
        /// the settlement.
        case settling
        /// Both sides have it.
        case settled
    }

    /// The topic.
    package var topic: Topic
    /// The topic of the pairing, and the id of the proposal.
    package var proposal: RequestKey
    /// This client's side.
    package var role: SessionRole
    /// How far it is.
    package var state: State
    /// The key, encrypted.
    package var key: [UInt8]
    /// This client.
    package var own: Participant
    /// The other side; in an app, nothing but the key is known before the settlement.
    package var peer: Participant
    /// What the app may use.
    package var namespaces: SessionNamespaces
    /// What the app cannot do without.
    package var required: ProposalNamespaces
    /// What the wallet says about the whole session.
    package var sessionProperties: JSONObject?
    /// What the wallet says about single namespaces and chains.
    package var scopedProperties: JSONObject?
    /// When it ends, in seconds since 1970.
    package var expiry: Int64
    /// Until when it must be settled, in seconds since 1970.
    package var settlementEnd: Int64
    /// When it was made, in seconds since 1970.
    package var created: Int64
    /// When a message of the peer last came, in seconds since 1970.
    package var lastUsed: Int64
    /// The time of the id of the last update, in milliseconds since 1970.
    package var lastUpdate: Int64?
    /// The time of the id of the last event by name, in milliseconds since 1970.
    package var lastEvents: [String: Int64]
    /// No request is accepted whose id is not after this time, in milliseconds since 1970: the journal no longer tells
    /// whether it was answered.
    package var journalStart: Int64?
    /// The origin of the page in a window of the wallet that opened the URI, if one did.
    package var page: String?

    /// When something has to be done about it.
    var due: Int64 { state == .settling ? min(expiry, settlementEnd) : expiry }

    /// What the wallet decides on.
    var isController: Bool { role == .wallet }
}
