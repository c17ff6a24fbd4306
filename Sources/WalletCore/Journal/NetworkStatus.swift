/// How a transaction whose fate is open stands with the network, asked just now.
public enum NetworkStatus: Hashable, Sendable {
    /// A server has it, or its fate is known by now.
    case known

    /// Servers were asked, and none has it.
    case missing

    /// Nobody could be asked.
    case unasked

    /// The wallet is sending it at this moment.
    case underway
}
