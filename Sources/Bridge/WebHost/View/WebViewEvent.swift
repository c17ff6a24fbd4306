public import Bridge

/// The events of a view.
public enum WebViewEvent: Sendable {
    /// Another document is shown; with its origin, if it is a web origin.
    case committed(url: String, origin: Origin?)

    /// The address of the current document changed; it is still the same document.
    case moved(url: String)

    /// Another document is loading from this address; the current one is still shown.
    case loading(url: String)

    /// The load ended without a document: it was stopped, refused, replaced, failed, or had no content. The current
    /// document is still shown.
    case kept

    /// The document has been parsed and is not empty; sent only if ``WebView/Options/reportsReady`` is set.
    case ready

    /// The document and what belongs to it has been loaded.
    case finished

    /// The page has no address that this view may show, and there is no page to return to.
    case lost

    /// The document could not be loaded; the reason is one or several sentences.
    case failed(url: String, reason: String)

    /// The document was not loaded because of an obstacle; the user may decide about advice.
    case held(url: String, LoadObstacle)

    /// The title changed.
    case titled(String)

    /// The page requested something that was refused; the sentence says what.
    case refused(String)

    /// The web process crashed; with whether the page is reloaded automatically.
    case crashed(reloads: Bool)

    /// The page stopped responding, or responds again.
    case responsive(Bool)
}
