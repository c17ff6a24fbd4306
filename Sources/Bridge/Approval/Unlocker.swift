/// Asks the user to unlock the wallet when a request needs it.
@MainActor public protocol Unlocker: AnyObject {
    /// These peers wait for the wallet to be unlocked: notify the user without taking the focus.
    ///
    /// If the user declines, call ``Gate/refuseUnlocking()``; if the user unlocks it, call
    /// ``RequestDispatcher/unlock()``.
    func isWanted(by peers: [Peer])

    /// No request is waiting any longer.
    ///
    /// A form in which the user may be typing must stay open.
    func isWantedNoMore()
}
