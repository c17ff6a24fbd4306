/// The address of a data-collection form that a wallet may open; ``PaymentHostRule`` makes it.
public struct FormAddress: Hashable, Sendable {
    /// The address to load, with scheme and host in lower case and everything behind them as it was given.
    public let url: String

    /// Where the form, and every step that it takes, must lie.
    public let origin: Origin

    /// The service that the host belongs to; `nil` for an origin that was named on its own.
    let service: String?

    /// Whether `url`, as a browser has normalised it, lies on the form's own host.
    public func covers(_ url: String) -> Bool {
        (try? Origin(ofURL: url)) == origin
    }

    /// The hosts from which the form may load what belongs to it, as sources of a content security policy
    /// (CSP Level 3, section 2.3.1): those of its service, or its own origin.
    public var sources: [String] {
        service.map { ["https://\($0)", "https://*.\($0)"] } ?? [origin.description]
    }
}
