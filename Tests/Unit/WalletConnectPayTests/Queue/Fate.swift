/// Decides for each step that a payment takes outside of itself whether it happens, and whether anybody hears of it.
@MainActor final class Fate {
    /// What may go wrong with one step.
    enum InjectedFault: CaseIterable {
        /// It never happens: the line breaks before.
        case lostBefore
        /// It happens, and the answer is lost.
        case lostAfter
        /// The program dies before.
        case deathBefore
        /// The program dies when it has happened.
        case deathAfter
    }

    /// The step that is struck, counted from 0 since the beginning, and how; `nil` if all goes well.
    var plan: (step: Int, blow: InjectedFault)?

    /// How many steps were taken.
    private(set) var steps = 0

    /// Whether the program is dead: nothing continues.
    private(set) var isDead = false

    /// Takes a step; `lost` reports what is lost, if the step can be lost at all.
    ///
    /// In a dead program it waits forever: the tasks of a dead program do not continue.
    func step<Value, Failure>(
        lost: Failure?, _ body: @MainActor () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard !isDead else { await Self.silence() }
        let number = steps
        steps += 1
        guard let plan, plan.step == number else {
            let value = try await body()
            if isDead { await Self.silence() }
            return value
        }
        switch plan.blow {
        case .lostBefore:
            if let lost { throw lost }
            return try await body()
        case .lostAfter:
            let value = try await body()
            if let lost { throw lost }
            return value
        case .deathBefore:
            isDead = true
            await Self.silence()
        case .deathAfter:
            _ = try await body()
            isDead = true
            await Self.silence()
        }
    }

    /// The program is started again.
    func rise() {
        isDead = false
        plan = nil
    }

    private static func silence() async -> Never {
        while true { await withCheckedContinuation { graves.append($0) } }
    }

    /// What waits for ever is kept, since a continuation must not be dropped.
    private static var graves: [CheckedContinuation<Void, Never>] = []
}
