/// Why the user should set a server for a network.
public enum ServerProblem: String, Hashable, Sendable {
    /// No server is set.
    case missing

    /// The server that is set cannot be reached or used.
    case failing
}
