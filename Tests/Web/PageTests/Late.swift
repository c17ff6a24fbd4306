/// A value that a test provides later, to the tasks that wait for it.
@MainActor final class Late<Value: Sendable> {
    private var given: Value?
    private var waiters: [CheckedContinuation<Value, Never>] = []

    var value: Value {
        get async {
            if let given { return given }
            return await withCheckedContinuation { waiters.append($0) }
        }
    }

    func give(_ value: Value) {
        given = value
        for waiter in waiters { waiter.resume(returning: value) }
        waiters = []
    }
}
