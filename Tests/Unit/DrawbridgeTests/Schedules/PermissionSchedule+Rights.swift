import Bridge

/// What a site may do, and when it was given or taken.
extension PermissionSchedule {
    /// The moments at which something was taken that has ended by now, and given again, of one site.
    struct Moments {
        var taken = 0
        var given = 0
        /// The changes by which the user gives it, and which are not on the disk yet.
        var giving = 0

        var hasEnded: Bool { taken > given && giving == 0 }
    }

    enum Right: Hashable, CaseIterable { case see, ask, speak }

    struct Place: Hashable {
        let origin: Origin
        let right: Right

        init(_ question: WalletInProcess.Question, _ right: Right) {
            self.init(origin: question.peer.origin, right: right)
        }

        init(origin: Origin, right: Right) { (self.origin, self.right) = (origin, right) }
    }
}
