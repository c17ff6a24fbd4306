import Bridge

/// The document that a view shows, and the state of its current load.
struct LoadProgress {
    /// The address of the current document; `nil` before the first one, and after a crash.
    private(set) var shown: String?

    /// Whether a load has started that is not committed yet.
    private(set) var isProvisional = false

    /// When it started.
    private var start = Duration.zero

    /// Whether the app has requested a load that has not started yet.
    private(set) var isRequested = false

    /// The address of that load, unless it is from the history.
    private(set) var requested: String?

    /// Whether the current load is a history navigation.
    var isHistoric = false

    /// Whether a server has asked for a certificate during the current load.
    var wantsCertificate = false

    /// Whether the current load can be repeated: it sends nothing to the server.
    var isRepeatable = true

    /// Whether WebKit may report another address than that of the document.
    var isUncertain: Bool { isRequested || isProvisional }

    /// The app requests a load of `url`.
    mutating func request(_ url: String?, isHistoric: Bool = false) {
        (isRequested, isRepeatable, requested) = (true, true, url)
        if isHistoric { self.isHistoric = true }
    }

    /// A load starts, or is redirected, at `now`.
    mutating func begin(at now: Duration) {
        if !isProvisional { start = now }
        isProvisional = true
        isRequested = false
    }

    /// Whether the current load has waited for its response for at least `patience`.
    func isStuck(at now: Duration, _ patience: Duration) -> Bool { isProvisional && now - start >= patience }

    /// No load is in progress any more.
    mutating func rest() {
        (isRequested, isHistoric) = (false, false)
    }

    /// Another document is committed.
    mutating func commit(_ url: String) {
        shown = url
        end()
    }

    /// The current load ends without a document.
    ///
    /// - Returns: Whether a load was in progress.
    @discardableResult mutating func end() -> Bool {
        defer { (isProvisional, isRequested, isHistoric, wantsCertificate) = (false, false, false, false) }
        return isProvisional
    }

    /// Updates the address of the current document, if the address changed without a new document.
    ///
    /// - Returns: Whether it changed: the origin must stay the same, so that the path of another document is never
    ///   used.
    mutating func move(to url: String) -> Bool {
        guard let shown, url != shown, let origin = try? Origin(ofURL: shown), (try? Origin(ofURL: url)) == origin
        else { return false }
        self.shown = url
        return true
    }
}
