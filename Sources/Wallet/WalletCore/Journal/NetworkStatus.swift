/// The current status in the network of a transaction whose outcome is open.
public enum NetworkStatus: Hashable, Sendable {
    /// A server has it, or its outcome is now known.
    case known

    /// The servers that were asked do not have it.
    case missing

    /// No server could be asked.
    case unasked

    /// The wallet is sending it now.
    case underway
}
