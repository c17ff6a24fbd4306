internal import Bridge

/// What there is.
extension V1Engine {
    /// The version.
    package nonisolated var version: SessionVersion { .v1 }

    /// Whether a topic is that of a session or a proposal of version 1.
    package func knows(_ topic: Topic) -> Bool {
        state.sessions[topic] != nil || awaitedConnections.contains(topic)
            || state.sent.keys.contains { $0.topic == topic }
    }

    /// The proposals that wait for the user, the first to end first.
    package func proposals() -> [PendingProposal] {
        state.proposals.filter { $0.expiry > now }.sorted { $0.expiry < $1.expiry }
    }

    /// The requests that wait for the user, in the order in which apps made them, as far as their ids tell it.
    package func requests() -> [PendingSessionRequest] {
        state.pending.values.joined().compactMap { state.received[$0] }.filter { $0.expiry > now }
            .sorted { $0.number < $1.number }
            .compactMap { PendingSessionRequest($0, state.sessions[$0.key.topic]?.verification ?? .unknown, run: run) }
    }

    /// The sessions, the newest first.
    package func sessions() -> [SessionDetails] {
        state.sessions.values.filter { $0.state == .settled }.map(\.details)
            .sorted { ($0.created, $0.topic.description) > ($1.created, $1.topic.description) }
    }

    /// The session with a topic, if there is one.
    package func session(_ topic: Topic) -> SessionDetails? {
        guard let session = state.sessions[topic], session.state == .settled else { return nil }
        return session.details
    }

    // MARK: Keys

    /// Opens the keys that are closed; those of a locked wallet stay so.
    func openKeys() {
        for session in state.sessions.values where keys[session.topic] == nil {
            keys[session.topic] = try? sealing.open(session.key) { bytes throws(WalletConnectError) in
                try SymmetricKey(copying: bytes)
            }
        }
    }

    /// Encrypts a key for the store.
    func seal(_ key: SymmetricKey) throws(WalletConnectError) -> [UInt8] {
        try key.withUnsafeBytes { bytes throws(WalletConnectError) in try sealing.seal(bytes) }
    }

    /// Forgets the keys, because the wallet was locked; messages are kept until it is unlocked.
    package func locked() { keys = [:] }

    /// Opens the keys after the wallet was unlocked, and takes the messages that were kept for them.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``.
    package func unlocked() async throws(WalletConnectError) {
        try await transact { step throws(WalletConnectError) in
            openKeys()
            expire(&step)
        }
        let kept = state.unopened.values.sorted { $0.number < $1.number }
        let order = sorted(kept.map(\.message)).compactMap { message in kept.first { $0.message == message } }
        for record in order {
            try await transact { step throws(WalletConnectError) in
                guard state.unopened[record.number] != nil else { return }
                step.remove(.unopened(record.number))
                try take(record.message, &step)
            }
        }
    }

    // MARK: What steps are made of

    /// A time so many seconds from now.
    func later(_ seconds: Int64) -> Int64 { now.addingReportingOverflow(seconds).partialValue }

    /// The session with a topic as the step leaves it.
    func current(_ topic: Topic, _ step: V1Step) -> V1SessionRecord? {
        step.sessions[topic] ?? state.sessions[topic]
    }

    /// Notes that a session is used, which keeps it for another seven days.
    func used(_ topic: Topic, _ step: inout V1Step) {
        guard var session = current(topic, step), session.state == .settled else { return }
        // To the minute: the time is for people, and each change is one for the store.
        guard now - session.lastUsed >= 60 else { return }
        session.lastUsed = now
        session.expiry = later(V1Durations.session)
        step.put(.session(session))
    }
}

/// The durations of a ``V1Engine``, in seconds; version 1 names none.
enum V1Durations {
    /// How long a session lasts after its last use: as long as one of version 2.
    static let session: Int64 = 604_800
    /// How long a wallet waits for the request of an app, and a proposal for the user.
    static let proposal: Int64 = 300
    /// How long a request waits for the user, also one that a server has kept.
    static let request: Int64 = 3_600
    /// How much clocks may differ.
    static let clockSkew: Int64 = 300
    /// How long an answer, an update and the end of a session are tried to be sent.
    static let message: Int64 = 86_400
    /// How long answers, and messages that cannot be opened, are kept.
    static let journal: Int64 = 604_800
}
