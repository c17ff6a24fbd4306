/// Lets other tasks go on until `condition` holds.
///
/// - Returns: Whether it came to hold; after very many turns it is given up.
public func eventually(
    isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async -> Bool {
    for _ in 0..<100_000 {
        if condition() { return true }
        await Task.yield()
    }
    return condition()
}
