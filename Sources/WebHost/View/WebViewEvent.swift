public import Bridge

/// What happens in a view.
public enum WebViewEvent: Sendable {
    /// Another document is shown; its origin, where it is one of the web.
    case committed(url: String, origin: Origin?)

    /// The address of the document that is shown has changed: it is still the same document.
    case moved(url: String)

    /// Another document is on its way from this address; the one before it is still shown.
    case loading(url: String)

    /// What was on its way does not come: it was stopped, refused or replaced, failed, or was no document. The document
    /// before it is still shown.
    case kept

    /// The document and what belongs to it has been loaded.
    case finished

    /// The document could not be loaded.
    case failed(url: String, reason: String)

    /// The title changed.
    case titled(String)

    /// The page wanted something that was refused; the sentence says what.
    case refused(String)

    /// The web process died; whether the page is loaded again by itself.
    case crashed(reloads: Bool)

    /// The page has not answered for a while, or does again.
    case responsive(Bool)
}
