package import Bridge

/// The rate limit of sites' requests to nodes: a page must neither use up the user's quota at a node, nor fill the
/// wallet's memory with responses, nor delay other sites.
///
/// It also limits what the wallet computes for a site without asking the user.
///
/// Requests above the rate wait, in order; a request that would wait too long is refused immediately. The wallet's own
/// requests are not limited.
@MainActor package final class SiteRateLimit {
    /// A rate limit.
    package struct Rate: Sendable {
        /// The sustained number of requests per second.
        package var perSecond: Int

        /// The number of requests that may come at once after a pause.
        package var burst: Int

        /// The number of requests that may be pending at the same time.
        package var atOnce: Int

        /// Creates a rate; each number is at least 1.
        package init(perSecond: Int, burst: Int, atOnce: Int) {
            self.perSecond = max(1, perSecond)
            self.burst = max(1, burst)
            self.atOnce = max(1, atOnce)
        }
    }

    /// The limit for a site that the user has connected.
    package var connected = Rate(perSecond: 50, burst: 500, atOnce: 32)

    /// The limit for any other site.
    package var unconnected = Rate(perSecond: 10, burst: 100, atOnce: 8)

    /// The limit for computations for a site.
    package var work = Rate(perSecond: 10, burst: 100, atOnce: 2)

    /// The limit for all sites together at the node of one chain.
    package var node = Rate(perSecond: 100, burst: 1_000, atOnce: 16)

    /// The maximum time that a request may wait for its turn.
    package var longestWait = Duration.seconds(10)

    /// The clock.
    package var time = TimeSource.system

    private enum Key: Hashable {
        case site(Origin)
        case work(Origin)
        case node(UInt64)
    }

    /// The queue of one site or one node.
    private struct Queue {
        /// The time by which all admitted requests would have been sent at the sustained rate (GCRA).
        var due = Duration.zero
        var running = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private var queues: [Key: Queue] = [:]
    private var last = 0

    /// Creates a rate limit with the default rates.
    package init() {}

    /// Runs `question` for a page of `origin` at the node of `chain`, when it is its turn.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/tooMany`` if there were too many recent requests, or the error of `question`.
    package func run<Value: Sendable>(
        for origin: Origin, isConnected: Bool, chain: UInt64,
        _ question: @MainActor () async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        let site = isConnected ? connected : unconnected
        return try await run(
            question, through: [(.site(origin), site), (.node(chain), node)], orThrow: Self.tooMany)
    }

    /// Computes something for a page of `origin`, when it is its turn.
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/tooMany`` if there were too many recent requests, or the error of `work`.
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

    /// How long the next request must wait, so that at most the burst is ahead of the rate.
    private func delay(of key: Key, _ rate: Rate, _ now: Duration) -> Duration {
        max(.zero, due(key) - now - Self.interval(rate) * (rate.burst - 1))
    }

    private static func interval(_ rate: Rate) -> Duration { .seconds(1) / rate.perSecond }

    /// Waits for a place among the pending requests; false if the task was cancelled.
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

    /// Passes the place to the request that has waited longest.
    private func leave(_ key: Key) {
        guard let next = queues[key]?.waiting.keys.min(),
            let continuation = queues[key]?.waiting.removeValue(forKey: next)
        else {
            queues[key]?.running -= 1
            return
        }
        continuation.resume(returning: true)
    }

    /// Removes the queues that no longer delay anything.
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
