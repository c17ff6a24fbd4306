import Bridge

/// What the address field says: the address of the page that is shown, or what the user is typing.
///
/// What is typed is never replaced by a page, and never carries a page's padlock.
package struct AddressEntry {
    /// The sign beside the text.
    package enum Mark: Hashable, Sendable {
        /// Nothing is shown.
        case none
        /// The text is the user's.
        case editing
        case encrypted, local, exposed, noOrigin
        /// The page's name looks like that of another site.
        case lookalike(String)
    }

    /// What the view shows.
    private(set) var page = ShownPage()

    /// What stands in the field.
    private(set) var text = ""

    /// Whether the text is not the address of the page.
    var isEdited: Bool { text != page.address }

    /// The sign that belongs to the text.
    var mark: Mark {
        if isEdited { return .editing }
        guard page.isThere else { return .none }
        guard let origin = page.origin else { return .noOrigin }
        if let other = page.resembled { return .lookalike(other) }
        if origin.isExposed { return .exposed }
        return origin.isLoopback ? .local : .encrypted
    }

    /// Where the registered domain stands in the text, and the host it ends, in bytes of UTF-8; `nil` while it is the
    /// user's text, and where the page has no host.
    func hostRange(registeredDomain: (String) -> String?) -> (host: Range<Int>, domain: Range<Int>)? {
        guard !isEdited, let origin = page.origin, text.hasPrefix("\(origin.scheme)://\(origin.host)") else {
            return nil
        }
        return HostEmphasis.ranges(of: origin, registeredDomain: registeredDomain)
    }

    /// Another page is shown, or the same at another address; a text that the user has changed stays.
    mutating func show(_ page: ShownPage) {
        let wasEdited = isEdited
        self.page = page
        if !wasEdited { text = page.address }
    }

    /// The user has changed the text.
    mutating func type(_ text: String) {
        self.text = text
    }

    /// The user's text gives way to the address of the page.
    mutating func restore() {
        text = page.address
    }
}
