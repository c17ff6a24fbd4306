import Synchronization
import Network

/// The HTTP client of one run of the program, in which a fault happens at one of the requests.
final class CrashingSender: HTTPSender {
    /// When the fault happens: before the request is sent, or after its response was received.
    enum Moment: CaseIterable {
        case before, after
    }

    private struct State {
        var count = 0
        var hasCrashed = false
    }

    private let transport = WebClient()
    private let state = Mutex(State())
    private let number: Int
    private let moment: Moment
    private let crashes: Bool
    private let happen: @Sendable () async -> Void

    /// Calls `happen` at the request of this `number`, counted from 0; with `crashes`, the program has crashed then.
    init(
        at number: Int, _ moment: Moment, crashes: Bool = false, happen: @escaping @Sendable () async -> Void = {}
    ) {
        self.number = number
        self.moment = moment
        self.crashes = crashes
        self.happen = happen
    }

    /// Creates a client without faults.
    convenience init() { self.init(at: -1, .before) }

    /// Whether the fault has happened.
    var hasHappened: Bool { state.withLock { $0.count > number && number >= 0 } }

    /// How many requests there were.
    var count: Int { state.withLock(\.count) }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let isFaulty = state.withLock { state in
            defer { state.count += 1 }
            return state.count == number
        }
        if isFaulty, moment == .before { await fail() }
        guard !state.withLock(\.hasCrashed) else { return await Self.silence() }
        let answer = try await transport.send(request)
        if isFaulty, moment == .after {
            await fail()
            guard crashes else { throw .interrupted }
        }
        guard !state.withLock(\.hasCrashed) else { return await Self.silence() }
        return answer
    }

    private func fail() async {
        if crashes { state.withLock { $0.hasCrashed = true } }
        await happen()
    }

    /// Suspends forever, as the tasks of a crashed program; the continuations are kept because none may be dropped.
    private static func silence() async -> HTTPResponse {
        while true { await withCheckedContinuation { continuation in suspended.withLock { $0.append(continuation) } } }
    }

    private static let suspended = Mutex<[CheckedContinuation<Void, Never>]>([])
}
