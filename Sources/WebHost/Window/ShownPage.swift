import Bridge

/// The page that a view shows, as far as a window tells of it.
struct ShownPage: Hashable {
    /// The address of the document; empty before the first.
    var address = ""

    /// Its origin, where it is one of the web.
    var origin: Origin?

    /// Whether there is a document: not before the first, and not after its process has died.
    var isThere = false

    /// The site that its name looks like, and is not.
    var resembled: String?
}
