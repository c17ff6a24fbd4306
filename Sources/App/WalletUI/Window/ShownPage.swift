import Bridge
import WebHost

/// The state of the page that a window displays.
struct ShownPage: Hashable {
    /// The address of the document; empty before the first document.
    var address = ""

    /// Its origin, if it is a web origin.
    var origin: Origin?

    /// Whether there is a document: false before the first one, and after a crash of its process.
    var isThere = false

    /// The site that its name resembles.
    var resembled: String?
}
