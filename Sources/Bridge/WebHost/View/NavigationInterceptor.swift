public import Bridge

/// Intercepts URLs that the app handles itself, such as payment links and links for other programs.
///
/// It has precedence over the view's ``NavigationRule``, for links, scripts, forms, redirects and new windows, also in
/// frames. The app gets a URL only after a gesture of the user, or if the user typed it, and only one URL at a time;
/// everything else is refused. WebKit does not report which frame navigates: ``ExternalNavigation/page`` is the page in
/// the window.
public struct NavigationInterceptor: Sendable {
    /// Whether the app handles this URL, as normalized by WebKit.
    public let takes: @Sendable (_ url: String) -> Bool

    /// Handles the URL; the view refuses others until this returns.
    public let take: @MainActor @Sendable (_ navigation: ExternalNavigation, _ view: WebView) async -> Void

    /// Creates a hook.
    public init(
        takes: @escaping @Sendable (_ url: String) -> Bool,
        take: @escaping @MainActor @Sendable (_ navigation: ExternalNavigation, _ view: WebView) async -> Void
    ) {
        self.takes = takes
        self.take = take
    }
}

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
