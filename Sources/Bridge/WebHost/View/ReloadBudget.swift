/// Limits the automatic reloads of a page that crashes: three in a minute.
struct ReloadBudget {
    private static let window = Duration.seconds(60)
    private static let limit = 3
    private var reloads: [Duration] = []

    /// Whether the page may be loaded again at `now`; counts the reload if so.
    mutating func spend(at now: Duration) -> Bool {
        reloads.removeAll { now - $0 >= Self.window }
        guard reloads.count < Self.limit else { return false }
        reloads.append(now)
        return true
    }
}
