internal import Bridge

extension PaymentFlow {
    /// For how many seconds an earlier payment of the same amount is pointed out, whatever its merchant is called.
    static let sameAmountWithin: Int64 = 86_400

    /// Until when an earlier attempt at this payment can be paid, see ``PaymentAttempt/usableUntil``; `nil` where none
    /// can.
    public var earlierUsableUntil: Int64? {
        let end = earlier.filter { $0.payment == payment }.compactMap(\.usableUntil).max()
        return end.flatMap { $0 > now ? $0 : nil }
    }

    /// The earlier payments that may be paid beside this one, newest first.
    ///
    /// The payment service says what the merchant is called, so the name only adds to what does not depend on it: the
    /// same payment, a payment from the same address whose outcome is open, and the same amount of the same asset
    /// within a day.
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
