import Synchronization
import Network

/// A carrier of one run of the program, in which something happens at a certain request.
final class MortalSender: HTTPSender {
    /// What happens, before the request or when its answer is there.
    enum Moment: CaseIterable {
        case before, after
    }

    private struct State {
        var count = 0
        var isDead = false
    }

    private let transport = WebClient()
    private let state = Mutex(State())
    private let number: Int
    private let moment: Moment
    private let isMortal: Bool
    private let happen: @Sendable () async -> Void

    /// At the request of this `number`, counted from 0, `happen` happens; who is mortal is dead then.
    init(
        at number: Int, _ moment: Moment, isMortal: Bool = false, happen: @escaping @Sendable () async -> Void = {}
    ) {
        self.number = number
        self.moment = moment
        self.isMortal = isMortal
        self.happen = happen
    }

    /// A carrier to which nothing happens.
    convenience init() { self.init(at: -1, .before) }

    /// Whether it has happened.
    var hasHappened: Bool { state.withLock { $0.count > number && number >= 0 } }

    /// How many requests there were.
    var count: Int { state.withLock(\.count) }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let isStruck = state.withLock { state in
            defer { state.count += 1 }
            return state.count == number
        }
        if isStruck, moment == .before { await strike() }
        guard !state.withLock(\.isDead) else { return await Self.silence() }
        let answer = try await transport.send(request)
        if isStruck, moment == .after {
            await strike()
            guard isMortal else { throw .interrupted }
        }
        guard !state.withLock(\.isDead) else { return await Self.silence() }
        return answer
    }

    private func strike() async {
        if isMortal { state.withLock { $0.isDead = true } }
        await happen()
    }

    /// The tasks of a dead program do not go on; what waits for ever is kept, since it must not be dropped.
    private static func silence() async -> HTTPResponse {
        while true { await withCheckedContinuation { continuation in graves.withLock { $0.append(continuation) } } }
    }

    private static let graves = Mutex<[CheckedContinuation<Void, Never>]>([])
}
