import Bridge

/// Decides which page dialogs are shown, so that a page cannot flood the user with them.
struct ScriptDialogRule {
    /// The number of the dialog in a row from which the user can stop all further ones.
    static let firstWithStop = 2

    /// The verdict on a dialog.
    enum Verdict: Hashable {
        /// Show it; optionally with a button that stops all further dialogs of the page.
        case show(offersStop: Bool)
        /// Answer it immediately as if the user were absent.
        case dismiss
    }

    private var site: Origin?
    private var count = 0
    private var isStopped = false
    private var isLeaving = false

    /// The verdict on the next dialog of a page of `origin`; one that cannot be shown is dismissed.
    mutating func verdict(on origin: Origin?, canBeShown: Bool) -> Verdict {
        guard canBeShown, !isStopped, !isLeaving else { return .dismiss }
        count += 1
        return .show(offersStop: count >= Self.firstWithStop)
    }

    /// The user stops all further dialogs of this page and of following pages with the same origin.
    mutating func stop() {
        isStopped = true
    }

    /// The user leaves the page while it shows a dialog: it must not show another one.
    mutating func leave() {
        isLeaving = true
    }

    /// Another document is shown.
    ///
    /// A document of the same origin, as after a reload, does not reset the count.
    mutating func commit(_ origin: Origin?) {
        isLeaving = false
        if origin == nil || origin != site { (count, isStopped) = (0, false) }
        site = origin
    }

    /// The user started something in the window, such as a reload: resets the count.
    mutating func begin() {
        (count, isStopped) = (0, false)
    }
}
