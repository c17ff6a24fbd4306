/// Lets other tasks run until `condition` holds.
///
/// - Returns: Whether it holds; gives up after half a minute at least, so that a busy machine fails no test.
public func eventually(
    isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async -> Bool {
    for _ in 0..<2_000 {
        if condition() { return true }
        await Task.yield()
    }
    // What is awaited may happen on another thread, which needs a processor.
    for _ in 0..<30_000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return condition()
}
