/// Lets other tasks run until `condition` holds.
///
/// It waits at least so many milliseconds: by default so long that a busy machine fails no test.
///
/// - Returns: Whether it holds.
public func eventually(
    isolation: isolated (any Actor)? = #isolation, milliseconds: Int = 30_000, _ condition: () -> Bool
) async -> Bool {
    for _ in 0..<2_000 {
        if condition() { return true }
        await Task.yield()
    }
    // What is awaited may happen on another thread, which needs a processor.
    for _ in 0..<milliseconds {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return condition()
}
