/// How long a test waits for what must happen: only a failure takes so long, also on a busy machine.
public let waitingLimit = Duration.seconds(60)

/// Waits until `condition` holds, and does `attempt` each time that it does not hold yet.
///
/// - Parameters:
///   - what: What must happen, for the message of the failure.
///   - limit: How long to wait.
///   - pause: How long to wait between two looks.
///   - attempt: What may make it happen, such as a click that is lost while the page is not drawn.
///   - condition: Whether it has happened.
/// - Throws: ``Failure`` if it has not happened at the limit, and what the closures throw.
@MainActor public func waitUntil(
    _ what: String, within limit: Duration = waitingLimit, every pause: Duration = .milliseconds(50),
    trying attempt: @MainActor () async throws -> Void = {}, _ condition: @MainActor () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw Failure("waited in vain until \(what)") }
        try await attempt()
        try await Task.sleep(for: pause)
    }
}
