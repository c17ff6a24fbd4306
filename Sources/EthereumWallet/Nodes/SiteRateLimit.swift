public import Bridge

/// How fast sites may have nodes asked: a page must neither spend the user's quota at a node, nor fill the wallet with
/// answers, nor keep other sites waiting.
///
/// The same holds for what the wallet computes for a site without asking the user.
///
/// What comes too fast waits for its time, in order; what would wait too long is refused at once. The wallet's own
/// questions do not pass here.
@MainActor public final class SiteRateLimit {
    /// How much is let through.
    public struct Rate: Sendable {
        /// Questions a second, in the long run.
        public var perSecond: Int

        /// Questions that may come at once after a pause.
        public var burst: Int

        /// Questions that may be without an answer at the same time.
        public var atOnce: Int

        /// Creates a rate; each number is at least 1.
        public init(perSecond: Int, burst: Int, atOnce: Int) {
            self.perSecond = max(1, perSecond)
            self.burst = max(1, burst)
            self.atOnce = max(1, atOnce)
        }
    }

    /// What a site may ask that the user connected.
    public var connected = Rate(perSecond: 50, burst: 500, atOnce: 32)

    /// What any other site may ask.
    public var unconnected = Rate(perSecond: 10, burst: 100, atOnce: 8)

    /// What any site may have computed.
    public var work = Rate(perSecond: 10, burst: 100, atOnce: 2)

    /// What all sites together may ask the node of one chain.
    public var node = Rate(perSecond: 100, burst: 1_000, atOnce: 16)

    /// How long a question may wait for its time.
    public var longestWait = Duration.seconds(10)

    /// The clock.
    public var time = TimeSource.system

    private enum Key: Hashable {
        case site(Origin)
        case work(Origin)
        case node(UInt64)
    }

    /// One site or one node.
    private struct Queue {
        /// When everything that was let through would be asked at the rate of the long run (GCRA).
        var due = Duration.zero
        var running = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private var queues: [Key: Queue] = [:]
    private var last = 0

    /// Creates a pace with the default rates.
    public init() {}

    /// Runs `question` for a page of `origin` at the node of `chain`, once its time has come.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/tooMany`` where too much was asked lately, and what `question` throws.
    package func run<Value: Sendable>(
        for origin: Origin, isConnected: Bool, chain: UInt64,
        _ question: @MainActor () async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        let site = isConnected ? connected : unconnected
        return try await run(
            question, through: [(.site(origin), site), (.node(chain), node)], orThrow: Self.tooMany)
    }

    /// Computes something for a page of `origin`, once its time has come.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/tooMany`` where too much was asked lately, and what `work` throws.
    package func compute<Value: Sendable>(
        for origin: Origin, _ work: @MainActor () async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        try await run(work, through: [(.work(origin), self.work)], orThrow: Self.tooMuch)
    }

    private func run<Value: Sendable>(
        _ question: @MainActor () async throws(RPCError) -> Value, through stages: [(Key, Rate)],
        orThrow tooMany: RPCError
    ) async throws(RPCError) -> Value {
        let now = time.now()
        forget(before: now)
        var wait = Duration.zero
        for (key, rate) in stages { wait = max(wait, delay(of: key, rate, now)) }
        guard wait <= longestWait else { throw tooMany }
        for (key, rate) in stages { queues[key, default: Queue()].due = max(due(key), now) + Self.interval(rate) }
        if wait > .zero { try? await time.sleep(wait) }
        var entered: [Key] = []
        defer { for key in entered { leave(key) } }
        for (key, rate) in stages {
            guard !Task.isCancelled, await enter(key, rate) else { throw Self.ended }
            entered.append(key)
        }
        return try await question()
    }

    private func due(_ key: Key) -> Duration { queues[key]?.due ?? .zero }

    /// How long the next question must wait, so that no more than the burst is ahead of the rate.
    private func delay(of key: Key, _ rate: Rate, _ now: Duration) -> Duration {
        max(.zero, due(key) - now - Self.interval(rate) * (rate.burst - 1))
    }

    private static func interval(_ rate: Rate) -> Duration { .seconds(1) / rate.perSecond }

    /// Waits for a place among those that are asked now; false where the task was cancelled.
    private func enter(_ key: Key, _ rate: Rate) async -> Bool {
        guard queues[key, default: Queue()].running >= rate.atOnce else {
            queues[key, default: Queue()].running += 1
            return true
        }
        last += 1
        let number = last
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    queues[key, default: Queue()].waiting[number] = continuation
                }
            }
        } onCancel: {
            Task { @MainActor in self.queues[key]?.waiting.removeValue(forKey: number)?.resume(returning: false) }
        }
    }

    /// Gives the place to the one that has waited longest.
    private func leave(_ key: Key) {
        guard let next = queues[key]?.waiting.keys.min(),
            let continuation = queues[key]?.waiting.removeValue(forKey: next)
        else {
            queues[key]?.running -= 1
            return
        }
        continuation.resume(returning: true)
    }

    /// Drops the lines that hold nothing back any more.
    private func forget(before now: Duration) {
        guard queues.count > 256 else { return }
        queues = queues.filter { $0.value.due > now || $0.value.running > 0 || !$0.value.waiting.isEmpty }
    }

    private static let tooMany = RPCError(
        .tooMany, "The site sends too many requests to the network. Try again later.", phrase: "limit exceeded")
    private static let tooMuch = RPCError(
        .tooMany, "The site sends too many requests. Try again later.", phrase: "limit exceeded")
    private static let ended = RPCError(.gone, "The request ended before it was sent to the network.")
}
