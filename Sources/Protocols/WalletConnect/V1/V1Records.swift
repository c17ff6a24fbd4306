internal import Bridge
internal import Primitives

/// A session of version 1 on either side, from its link to its end.
package struct V1SessionRecord: Hashable, Sendable {
    /// How far a session is.
    package enum State: String, Hashable, Sendable {
        /// A wallet waits for the request of the app.
        case pairing
        /// The user of the wallet decides; or the app waits for the wallet.
        case proposed
        /// Both sides have it.
        case settled
    }

    /// What names it; never sent.
    package var topic: Topic
    /// The topic of the first request.
    package var handshakeTopic: String
    /// This client's side.
    package var role: SessionRole
    /// How far it is.
    package var state: State
    /// The bridge server.
    package var bridge: V1BridgeAddress
    /// The key, encrypted.
    package var key: [UInt8]
    /// The topic on which this client listens.
    package var ownID: String
    /// The other side; `nil` as long as it has not said anything.
    package var peer: V1Peer?
    /// The id of the app's request for the session.
    package var proposal: RPCID?
    /// The chain that the app wants; `nil` if it does not say.
    package var wantedChain: UInt64?
    /// Whether the app cannot do without that chain; known to the app only.
    package var needsChain = false
    /// The chain, once the session is settled.
    package var chain: UInt64?
    /// The accounts, as addresses of the chain.
    package var accounts: [String] = []
    /// The methods that the app may call.
    package var methods: [String]
    /// When it was made, in seconds since 1970.
    package var created: Int64
    /// When it was last used, in seconds since 1970.
    package var lastUsed: Int64
    /// When it ends, in seconds since 1970.
    package var expiry: Int64
    /// The time of the id of the last update, in milliseconds since 1970.
    package var lastUpdate: Int64?
    /// No request is accepted whose id is not after this time, in milliseconds since 1970: the journal no longer tells
    /// whether it was answered.
    package var journalStart: Int64?
    /// The origin of the page that brought the link along; `nil` if the user did.
    package var page: String?

    /// What the origin of the page says about the app's description; nothing is known of others.
    var verification: AppVerification {
        guard let page, let peer, let origin = try? Origin(serialized: page) else { return .unknown }
        return AppVerification(page: origin, metadata: peer.metadata)
    }

    /// What names the session of a link: a hash that no topic of version 2 can have.
    static func topic(of key: SymmetricKey) -> Topic {
        Topic(SHA256.hash("WalletConnect 1 \(key.topic)".utf8))
    }

    /// The topics on the bridge.
    var wireTopics: Set<String> {
        role == .wallet && state != .settled ? [handshakeTopic, ownID] : [ownID]
    }

    /// The namespaces that both versions have in common.
    var namespaces: SessionNamespaces {
        guard let chain else { return SessionNamespaces() }
        return V1Scope.session(chain: chain, accounts: accounts, methods: methods)
    }

    /// The session, as its users see it.
    var details: SessionDetails {
        SessionDetails(
            topic: topic, version: .v1, role: role, peer: peer?.metadata ?? AppMetadata(name: ""),
            namespaces: namespaces, expiry: expiry, created: created, lastUsed: lastUsed, isSettled: state == .settled)
    }

    /// The proposal that the user decides on, if it is one.
    var pendingProposal: PendingProposal? {
        guard role == .wallet, state == .proposed, let proposal, let peer else { return nil }
        return PendingProposal(
            key: RequestKey(topic: topic, id: proposal), version: .v1, app: peer.metadata,
            required: ProposalNamespaces(), optional: V1Scope.proposal(chain: wantedChain), expiry: expiry,
            verification: verification)
    }
}

/// A message whose key cannot be opened yet.
package struct V1Unopened: Hashable, Sendable {
    /// The order of messages.
    package var number: Int64
    /// The message.
    package var message: V1Message
    /// When it is dropped, in seconds since 1970.
    package var expiry: Int64
}

/// A record of a ``V1Engine``.
package enum V1Record: Hashable, Sendable {
    case session(V1SessionRecord)
    case used(UsedPairing)
    case received(ReceivedRecord)
    case sent(SentRecord)
    case outgoing(V1Outgoing)
    case unopened(V1Unopened)
    /// The millisecond of the last id, from which the next ids continue.
    case lastID(Int64)

    /// What identifies it; the cases are those of version 2, and the rows are apart.
    var key: StoredKey {
        switch self {
        case .session(let record): .session(record.topic)
        case .used(let record): .used(record.topic)
        case .received(let record): .received(record.key)
        case .sent(let record): .sent(record.key)
        case .outgoing(let record): .outgoing(record.number)
        case .unopened(let record): .unopened(record.number)
        case .lastID: .lastID
        }
    }

    /// When something has to be done about it, in seconds since 1970.
    var due: Int64? {
        switch self {
        case .session(let record): record.expiry
        case .used(let record): record.expiry
        case .received(let record): record.due
        case .sent(let record): record.due
        case .outgoing(let record): record.expiry
        case .unopened(let record): record.expiry
        case .lastID: nil
        }
    }
}

extension StoredKey {
    /// The key of the row of a ``V1Store``.
    var rowKey: String { "\(kind) \(name)" }
}

/// One change of the records.
enum V1Operation: Hashable, Sendable {
    /// Stores a record; it replaces the one with the same key.
    case put(V1Record)
    /// Removes the record with a key, if there is one.
    case remove(StoredKey)
    /// Removes a row that cannot be read.
    case removeRow(String)

    /// The change of the store.
    var change: V1Change {
        switch self {
        case .put(let record): .put(V1Row(key: record.key.rowKey, value: record.text))
        case .remove(let key): .remove(key.rowKey)
        case .removeRow(let row): .remove(row)
        }
    }
}
