/// The way to ask the user to unlock the wallet, when somebody needs it.
@MainActor public protocol Unlocker: AnyObject {
    /// These peers wait for the wallet to be unlocked: the user should be told, without taking away the focus.
    ///
    /// The user's no is told by ``Gate/refuseUnlocking()``, the yes by ``Hall/unlock()``.
    func isWanted(by peers: [Peer])

    /// No request is waiting any longer.
    ///
    /// A form that the user may be typing into must stay.
    func isWantedNoMore()
}
