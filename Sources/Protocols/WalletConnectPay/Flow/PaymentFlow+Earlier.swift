internal import Bridge

extension PaymentFlow {
    /// The number of seconds for which the wallet points out an earlier payment of the same amount, regardless of its
    /// merchant's name.
    static let sameAmountWithin: Int64 = 86_400

    /// The time until which an earlier attempt at this payment can be paid, see ``PaymentAttempt/usableUntil``; `nil`
    /// if none can.
    public var earlierUsableUntil: Int64? {
        latestUse.flatMap { $0 > now ? $0 : nil }
    }

    /// The latest time at which an earlier attempt at this payment can, or could, be paid.
    var latestUse: Int64? {
        let known = earlier.filter { $0.payment == payment }.map(\.usableUntil)
        return (known + [replacedUntil]).compactMap { $0 }.max()
    }

    /// The earlier payments that may be paid in addition to this one, newest first.
    ///
    /// The payment service provides the merchant's name, so a match of names only adds to the matches that do not
    /// depend on it: the same payment, a payment from the same address whose outcome is open, and the same amount of
    /// the same asset within a day.
    public var rivals: [PaymentAttempt] {
        earlier.filter { attempt in
            guard let until = attempt.usableUntil, until > now else { return false }
            if attempt.payment == payment { return true }
            if let info, attempt.isFor(merchant: info.merchantName) { return true }
            guard let option else { return false }
            if attempt.state.isOpen || attempt.state == .unsettled {
                return attempt.choice.account.address.lowercased() == option.account.address.lowercased()
            }
            let (age, isOver) = now.subtractingReportingOverflow(attempt.startedAt)
            return !isOver && age <= Self.sameAmountWithin && attempt.choice.fits(option)
                && attempt.amount == option.amount.value
        }
    }
}
