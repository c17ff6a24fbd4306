import ArgumentParser
import Payments
import WebHost

/// What becomes of a link of the desktop's, where it is no answer of SumUp's app.
@MainActor enum LinkDesk {
    /// Opens a link where no window is running.
    static func open(_ link: String) throws {
        throw ValidationError("This link leads nowhere: \(link.prefix(200))")
    }
}
