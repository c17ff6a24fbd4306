import Bridge

/// What a view shows, and whether something else is on its way.
struct LoadProgress {
    /// The address of the document that is shown; `nil` before the first, and after a crash.
    private(set) var shown: String?

    /// Whether a load has begun of which nothing is shown yet.
    private(set) var isProvisional = false

    /// Whether the host has asked for a load that has not begun yet.
    private(set) var isRequested = false

    /// Whether the load that is on its way goes through the history.
    var isHistoric = false

    /// Whether WebKit may name another address than that of the document.
    var isUncertain: Bool { isRequested || isProvisional }

    /// The host asks for a load.
    mutating func request(isHistoric: Bool = false) {
        isRequested = true
        if isHistoric { self.isHistoric = true }
    }

    /// A load begins, or is led to another address.
    mutating func begin() {
        isProvisional = true
        isRequested = false
    }

    /// Nothing is being loaded any more.
    mutating func rest() {
        (isRequested, isHistoric) = (false, false)
    }

    /// Another document is shown.
    mutating func commit(_ url: String) {
        shown = url
        (isProvisional, isRequested, isHistoric) = (false, false, false)
    }

    /// What was on its way does not come.
    ///
    /// - Returns: Whether something was.
    mutating func end() -> Bool {
        defer { (isProvisional, isRequested, isHistoric) = (false, false, false) }
        return isProvisional
    }

    /// Takes an address that the document may have got without another document.
    ///
    /// - Returns: Whether it has: the origin stays the same then, and no path of another document is taken for one.
    mutating func move(to url: String) -> Bool {
        guard let shown, url != shown, let origin = try? Origin(ofURL: shown), (try? Origin(ofURL: url)) == origin
        else { return false }
        self.shown = url
        return true
    }
}
