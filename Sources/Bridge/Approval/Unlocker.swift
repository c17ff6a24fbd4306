/// The way to ask the user to unlock the wallet, when somebody needs it.
@MainActor public protocol Unlocker: AnyObject {
    /// These peers wait for the wallet to be unlocked: the user should be asked now, if nobody has asked yet.
    ///
    /// The user's no is told by ``Gate/refuseUnlocking()``, the yes by ``Hall/unlock()``.
    func isWanted(by peers: [Peer])

    /// Nobody waits any more: what was shown for those who waited should disappear.
    func isWantedNoMore()
}
