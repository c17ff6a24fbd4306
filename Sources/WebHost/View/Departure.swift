public import Bridge

/// A page's wish to open something outside its view, made by a gesture of the user.
public struct Departure: Hashable, Sendable {
    /// The longest address that may leave, in bytes: whoever asks the user shows it whole.
    public static let longest = 2_000

    /// The most characters of such an address once it is percent-encoded.
    static let mostShown = 3 * longest

    /// The address, as WebKit has normalised it.
    public let url: String

    /// Its scheme, in lower case.
    public let scheme: String

    /// The page that wants it, where it has an origin.
    public let page: Origin?
}
