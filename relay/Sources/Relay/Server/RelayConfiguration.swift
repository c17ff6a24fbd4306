/// How a relay is set up.
public struct RelayConfiguration: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"

    /// The port to listen on; 0 for any that is free.
    public var port = 7700

    /// The project ids that are accepted; every one, and none, where this is empty.
    public var projects: Set<String> = []

    /// The accepted audiences of tokens; every one where this is empty.
    ///
    /// Some clients always name the public relay.
    public var audiences: Set<String> = []

    /// The accepted values of the header `Origin`, which web browsers send; every one where this is empty.
    public var origins: Set<String> = []

    /// The addresses of proxies whose header `X-Forwarded-For` names the client.
    public var proxies: Set<String> = []

    /// Whether clients of the legacy bridge are served, who have no credentials.
    public var servesLegacy = true

    /// The URL of the Redis server that holds the mailbox; in memory where this is `nil`.
    public var redis: String?

    /// The limits.
    public var limits = RelayLimits()

    /// The times.
    public var times = RelayTimes()

    /// Creates the default configuration.
    public init() {}
}
