import Bridge
import Synchronization

@testable import WalletConnect

/// A clock that a test turns.
final class SessionClock: Sendable {
    private struct Sleeper {
        let end: Int64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Int64 = 1_800_000_000_000
        var last = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state = Mutex(State())

    /// The time of day in milliseconds.
    var milliseconds: Int64 { state.withLock(\.now) }

    /// The time of day in seconds.
    var seconds: Int64 { milliseconds / 1_000 }

    /// Turns the clock, and wakes whose time has come.
    func advance(seconds: Int64) {
        let woken = state.withLock { state in
            state.now += seconds * 1_000
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Wakes everybody: who sleeps looks at the clock again, also if it was turned before the sleep began.
    func wake() {
        let woken = state.withLock { state in
            let sleepers = state.sleepers.values.map(\.continuation)
            state.sleepers = [:]
            return sleepers
        }
        for continuation in woken { continuation.resume() }
    }

    func environment(seed: UInt64) -> SessionEnvironment {
        let generator = Mutex(SeededGenerator(seed: seed))
        return SessionEnvironment(
            time: TimeSource(now: { .milliseconds(self.milliseconds) }, sleep: { try await self.sleep($0) }),
            now: { self.milliseconds }, random: { generator.withLock { $0.next() } })
    }

    private func sleep(_ duration: Duration) async throws {
        let key = state.withLock { state in
            state.last += 1
            return state.last
        }
        let milliseconds = duration.components.seconds * 1_000
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    guard milliseconds > 0, !Task.isCancelled else { return true }
                    state.sleepers[key] = Sleeper(end: state.now + milliseconds, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume(with: Result { try Task.checkCancellation() }) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: key) }?.continuation.resume(throwing: CancellationError())
        }
    }
}

/// Random numbers that are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Records in memory, which engines use one after the other.
final class SessionMemory: Sendable {
    private struct State {
        var records: [StoredKey: StoredRecord] = [:]
        var damaged: Set<StoredKey> = []
        var answered: Set<RequestKey> = []
    }

    private let state = Mutex(State())

    var records: [StoredKey: StoredRecord] { state.withLock(\.records) }

    /// What cannot be read any more.
    var damaged: Set<StoredKey> { state.withLock(\.damaged) }

    /// Makes a record one that cannot be read.
    func damage(_ key: StoredKey) {
        _ = state.withLock { $0.damaged.insert(key) }
    }

    var loaded: LoadedRecords {
        LoadedRecords(records.values.filter { !damaged.contains($0.key) }, damaged: Array(damaged))
    }

    func apply(_ operations: [SessionOperation]) {
        state.withLock { state in
            for operation in operations {
                switch operation {
                case .put(let record):
                    state.records[record.key] = record
                    if case .received(let request) = record, !request.isPending { state.answered.insert(request.key) }
                case .remove(let key):
                    state.records[key] = nil
                    state.damaged.remove(key)
                }
            }
        }
    }

    /// Whether a request was answered, even if its session has ended since.
    func isAnswered(_ key: RequestKey) -> Bool { state.withLock { $0.answered.contains(key) } }
}

/// One program that runs on a memory, until it ends in the middle of something.
final class SessionRun: SessionStore, SessionRelay, KeySealing {
    private struct State {
        var commitsLeft: Int?
        var isDead = false
        var isLocked = false
        var isBroken = false
        var refusesMessages = false
        var commits = 0
    }

    private let memory: SessionMemory
    private let relay: FaultyRelay
    private let client: Int
    private let state: Mutex<State>

    /// Ends the program after so many commits, before anything follows from the last one.
    init(_ memory: SessionMemory, _ relay: FaultyRelay, client: Int, commits: Int? = nil) {
        (self.memory, self.relay, self.client) = (memory, relay, client)
        state = Mutex(State(commitsLeft: commits))
    }

    var isDead: Bool { state.withLock(\.isDead) }
    var commits: Int { state.withLock(\.commits) }

    func setLocked(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }
    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }
    func setRefusing(_ isRefusing: Bool) { state.withLock { $0.refusesMessages = isRefusing } }

    func load() async throws(WalletConnectError) -> LoadedRecords { memory.loaded }

    func commit(_ operations: [SessionOperation]) async throws(WalletConnectError) {
        let (isOpen, isLast) = state.withLock { state in
            guard !state.isDead, !state.isBroken else { return (false, false) }
            state.commits += 1
            guard let left = state.commitsLeft else { return (true, false) }
            state.commitsLeft = left - 1
            if left == 1 { state.isDead = true }
            return (true, left == 1)
        }
        guard isOpen else { throw .session(.storage) }
        memory.apply(operations)
        if isLast {
            await relay.died(client)
            throw .session(.storage)
        }
    }

    func publish(
        _ message: String, on topic: Topic, _ publishing: SessionMethod.Publishing
    ) async throws(WalletConnectError) {
        guard !isDead, !state.withLock(\.refusesMessages) else { throw .session(.undelivered) }
        await relay.publish(RelayedMessage(topic: topic, text: message, tag: publishing.tag), from: client)
    }

    func subscribe(_ topics: [Topic]) async {
        if !isDead { await relay.subscribe(topics, client) }
    }

    func unsubscribe(_ topic: Topic) async {
        if !isDead { await relay.unsubscribe(topic, client) }
    }

    func seal(_ secret: UnsafeRawBufferPointer) throws(WalletConnectError) -> [UInt8] {
        if state.withLock(\.isLocked) { throw .session(.locked) }
        return secret.map { $0 ^ 0x55 }
    }

    func open<Result>(
        _ sealed: [UInt8], _ use: (UnsafeRawBufferPointer) throws(WalletConnectError) -> Result
    ) throws(WalletConnectError) -> Result {
        if state.withLock(\.isLocked) { throw .session(.locked) }
        let plain = sealed.map { $0 ^ 0x55 }
        var outcome: Swift.Result<Result, WalletConnectError> = .failure(.session(.locked))
        plain.withUnsafeBytes { bytes in
            do throws(WalletConnectError) { outcome = .success(try use(bytes)) } catch { outcome = .failure(error) }
        }
        return try outcome.get()
    }
}
