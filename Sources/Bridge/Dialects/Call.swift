/// What a peer wants: a method and its parameters, free of any dialect.
public struct Call: Equatable, Sendable {
    /// The name of the method.
    public let method: String

    /// The parameters as they were sent; `null` where there were none.
    public let params: JSON

    /// What the asking site says about itself.
    public let claim: SiteClaim?

    /// Creates a call.
    public init(method: String, params: JSON = .null, claim: SiteClaim? = nil) {
        self.method = method
        self.params = params
        self.claim = claim
    }
}
