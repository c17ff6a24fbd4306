import Bridge

/// The site that the question to unlock the wallet names.
///
/// A question on the screen keeps its sentence as long as its site waits. If another site is to be named, the question
/// is closed and asked again.
struct UnlockPrompt {
    private var site: Origin?

    /// Chooses the site for a new question from the waiting sites, the one that has waited longest first.
    ///
    /// - Parameters:
    ///   - waiting: The origins of the requests that wait.
    ///   - isAsking: Whether the last question is still on the screen.
    /// - Returns: The site that a new question must name; `nil` if the question on the screen must stay.
    mutating func next(_ waiting: [Origin], isAsking: Bool) -> Origin? {
        if isAsking, let site, waiting.contains(site) { return nil }
        site = waiting.first
        return site
    }
}
