import Bridge
import WebHost

/// The content of the address field: the address of the current page, or the text that the user types.
///
/// A page never replaces typed text, and typed text never has a page's padlock.
package struct AddressEntry {
    /// The icon next to the text.
    package enum Mark: Hashable, Sendable {
        /// No icon.
        case none
        /// The user is editing the text.
        case editing
        case encrypted, local, exposed, noOrigin
        /// The name of the site resembles that of another site.
        case lookalike(String)
    }

    /// The page in the view.
    private(set) var page = ShownPage()

    /// The text in the field.
    private(set) var text = ""

    /// Whether the text differs from the address of the page.
    var isEdited: Bool { text != page.address }

    /// The icon for the text.
    var mark: Mark {
        if isEdited { return .editing }
        guard page.isThere else { return .none }
        guard let origin = page.origin else { return .noOrigin }
        if let other = page.resembled { return .lookalike(other) }
        if origin.isExposed { return .exposed }
        return origin.isLoopback ? .local : .encrypted
    }

    /// The ranges of the registered domain and of the whole host in the text, in UTF-8 bytes; `nil` while the user
    /// edits the text, and if the page has no host.
    func hostRange(registeredDomain: (String) -> String?) -> (host: Range<Int>, domain: Range<Int>)? {
        guard !isEdited, let origin = page.origin, text.hasPrefix("\(origin.scheme)://\(origin.host)") else {
            return nil
        }
        return HostEmphasis.ranges(of: origin, registeredDomain: registeredDomain)
    }

    /// Another page is shown, or the same page at another address; edited text stays.
    mutating func show(_ page: ShownPage) {
        let wasEdited = isEdited
        self.page = page
        if !wasEdited { text = page.address }
    }

    /// The user edited the text.
    mutating func type(_ text: String) {
        self.text = text
    }

    /// Replaces the user's text by the address of the page.
    mutating func restore() {
        text = page.address
    }
}
