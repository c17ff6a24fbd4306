/// Tells any number of observers that something has changed, without saying what: they read it again.
@MainActor package final class HoldingsChanges {
    private var observers: [Int: AsyncStream<Void>.Continuation] = [:]
    private var next = 0

    /// Creates a value without observers.
    package init() {}

    /// A sequence with one element after each change; several changes before it is read are one element.
    package func observe() -> AsyncStream<Void> {
        let number = next
        next += 1
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            observers[number] = continuation
            continuation.onTermination = { [weak self] _ in
                Task { @MainActor in self?.observers[number] = nil }
            }
        }
    }

    /// Notes a change.
    package func note() {
        for observer in observers.values { observer.yield() }
    }
}
