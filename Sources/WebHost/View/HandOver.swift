/// Addresses that the app takes over itself, wherever a page leads to one: payment links, requests for other programs.
///
/// It goes before the view's ``NavigationRule``, for links, scripts, forms, redirects and new windows, also in frames.
/// The app is asked only where a gesture of the user wanted it, or the user typed the address, and only for one address
/// at a time; everything else is refused. WebKit does not say which frame wanted to go: ``Departure/page`` is the page
/// that the window shows.
public struct HandOver: Sendable {
    /// Whether the app takes this address, as WebKit has normalised it.
    public let takes: @Sendable (_ url: String) -> Bool

    /// Takes it; the view refuses others until this returns.
    public let take: @MainActor @Sendable (_ departure: Departure, _ view: WebView) async -> Void

    /// Creates a hook.
    public init(
        takes: @escaping @Sendable (_ url: String) -> Bool,
        take: @escaping @MainActor @Sendable (_ departure: Departure, _ view: WebView) async -> Void
    ) {
        self.takes = takes
        self.take = take
    }
}
