/// How long a test waits for what must happen: only a failure takes so long, also on a busy machine.
public let waitingLimit = Duration.seconds(60)

/// Waits until `condition` holds, and does `attempt` each time that it does not hold yet.
///
/// - Parameters:
///   - what: What must happen, for the message of the failure.
///   - limit: How long to wait.
///   - pause: How long to wait between two looks.
///   - interval: How long to wait before `attempt` is done again. A click that submits a form cancels the submission
///     of the click before it.
///   - attempt: What may make it happen, such as a click that is lost while the page is not drawn.
///   - condition: Whether it has happened.
/// - Throws: ``Failure`` if it has not happened at the limit, and what the closures throw.
@MainActor public func waitUntil(
    _ what: String, within limit: Duration = waitingLimit, every pause: Duration = .milliseconds(50),
    repeatingAfter interval: Duration = .zero, trying attempt: @MainActor () async throws -> Void = {},
    _ condition: @MainActor () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    var next = ContinuousClock.now
    while try await !condition() {
        guard ContinuousClock.now < end else { throw Failure("did not happen in time: \(what)") }
        if ContinuousClock.now >= next {
            try await attempt()
            next = ContinuousClock.now + interval
        }
        try await Task.sleep(for: pause)
    }
}
