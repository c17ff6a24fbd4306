package import Bridge

/// Where the key of the attestation service is kept over a restart; the key is public.
package protocol AttestationKeyStorage: Sendable {
    /// What was stored last; `nil` if nothing was stored, or it cannot be read.
    func load() async -> [UInt8]?

    /// Stores at most a few hundred bytes; if that fails, the key is fetched again some day.
    func store(_ bytes: [UInt8]) async
}

/// The attestation service, from which the key comes.
package protocol AttestationKeySource: Sendable {
    /// The answer of the service; `nil` if it does not answer as it should.
    func fetch() async -> JSON?
}

/// The key of the attestation service: cached, and fetched only if the user allows it.
///
/// Fetching tells the service that someone with this address uses WalletConnect; it is not told about any message.
package actor AttestationKeys {
    private let storage: any AttestationKeyStorage
    private let source: any AttestationKeySource
    private let now: @Sendable () -> Int64

    private var key: AttestationKey?
    private var isLoaded = false
    private var isAllowed: Bool
    private var fetching: Task<AttestationKey?, Never>?
    private var nextFetch: Int64 = 0

    /// How long a key counts at most, in seconds: 30 days.
    package static let lifetime: Int64 = 2_592_000

    /// The pause after the service did not answer, in seconds.
    package static let pause: Int64 = 3_600

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - storage: What survives a restart.
    ///   - source: The service.
    ///   - isAllowed: Whether the user allows that the key is fetched.
    ///   - now: The time of day in milliseconds since 1970.
    package init(
        storage: any AttestationKeyStorage, source: any AttestationKeySource, isAllowed: Bool,
        now: @escaping @Sendable () -> Int64
    ) {
        self.storage = storage
        self.source = source
        self.isAllowed = isAllowed
        self.now = now
    }

    /// Creates the cache of a storage with the clock of this machine.
    ///
    /// - Parameters:
    ///   - storage: What survives a restart.
    ///   - source: The service.
    ///   - isAllowed: Whether the user allows that the key is fetched.
    package init(_ storage: WalletConnectStorage, source: any AttestationKeySource, isAllowed: Bool) {
        self.init(
            storage: storage.attestationKey, source: source, isAllowed: isAllowed,
            now: ClientEnvironment.system.sessions.now)
    }

    /// Notes that the user has changed the setting.
    package func allow(_ isAllowed: Bool) {
        self.isAllowed = isAllowed
        nextFetch = 0
    }

    /// The key that is known, without using the network; `nil` if no key is known, or it has expired.
    package func cached() async -> AttestationKey? {
        if !isLoaded {
            let bytes = await storage.load()
            // Another call may have been faster.
            if !isLoaded, let bytes { key = Self.read(bytes) }
            isLoaded = true
        }
        guard let key, let expiry = key.expiry, seconds < expiry else { return nil }
        return key
    }

    /// The key: the one that is known, or a new one if the user allows it.
    package func current() async -> AttestationKey? {
        if let key = await cached() { return key }
        guard isAllowed, seconds >= nextFetch else { return nil }
        if let fetching { return await fetching.value }
        let task = Task { await fetch() }
        fetching = task
        defer { fetching = nil }
        return await task.value
    }

    private func fetch() async -> AttestationKey? {
        let answer = await source.fetch()
        guard isAllowed, let answer, let fetched = try? AttestationKey(answer).ending(by: later(Self.lifetime)),
            let expiry = fetched.expiry, seconds < expiry
        else {
            nextFetch = later(Self.pause)
            return nil
        }
        key = fetched
        await storage.store(fetched.json.bytes)
        return fetched
    }

    private var seconds: Int64 { now() / 1_000 }

    private func later(_ pause: Int64) -> Int64 { seconds.addingReportingOverflow(pause).partialValue }

    private static func read(_ bytes: [UInt8]) -> AttestationKey? {
        guard case .value(let json) = bytes.withUnsafeBufferPointer({ JSON.read($0, rules: .message) }) else {
            return nil
        }
        return try? AttestationKey(json)
    }
}
