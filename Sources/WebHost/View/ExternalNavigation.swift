public import Bridge

/// A page's request to open a URL outside its view, made by a gesture of the user.
public struct ExternalNavigation: Hashable, Sendable {
    /// The maximum length of such a URL, in bytes: the question to the user shows it in full.
    public static let longest = 2_000

    /// The maximum number of characters of such a URL after percent-encoding.
    package static let mostShown = 3 * longest

    /// The URL, as normalized by WebKit.
    public let url: String

    /// Its scheme, in lower case.
    public let scheme: String

    /// The page that makes the request, if it has an origin.
    public let page: Origin?
}
