/// Why the user should set a server for a network.
public enum ServerProblem: Hashable, Sendable {
    /// None is set.
    case missing

    /// The one that is set cannot be reached or used.
    case failing
}
