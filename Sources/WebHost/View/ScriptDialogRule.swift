import Bridge

/// Decides which dialogs of pages are shown: a page cannot keep the user busy with them.
struct ScriptDialogRule {
    /// From which dialog in a row on the user can stop them all.
    static let firstWithStop = 2

    /// What becomes of a dialog.
    enum Verdict: Hashable {
        /// It is shown; with an offer to stop all others of the page.
        case show(offersStop: Bool)
        /// It is answered at once as if nobody were there.
        case dismiss
    }

    private var site: Origin?
    private var count = 0
    private var isStopped = false
    private var isLeaving = false

    /// What becomes of the next dialog of a page of `origin`; where it cannot be shown, nobody is there.
    mutating func verdict(on origin: Origin?, canBeShown: Bool) -> Verdict {
        guard canBeShown, !isStopped, !isLeaving else { return .dismiss }
        count += 1
        return .show(offersStop: count >= Self.firstWithStop)
    }

    /// The user wants no more dialogs of this page, nor of others of its origin that follow it.
    mutating func stop() {
        isStopped = true
    }

    /// The user leaves the page while it shows a dialog: it must not show another one.
    mutating func leave() {
        isLeaving = true
    }

    /// Another document is shown.
    ///
    /// One of the same origin, as after a reload, begins with no new dialogs.
    mutating func commit(_ origin: Origin?) {
        isLeaving = false
        if origin == nil || origin != site { (count, isStopped) = (0, false) }
        site = origin
    }

    /// The user began something in the window, such as a reload: dialogs are counted anew.
    mutating func begin() {
        (count, isStopped) = (0, false)
    }
}
