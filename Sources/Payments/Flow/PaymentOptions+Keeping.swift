extension PaymentOptions {
    /// The same with only those options that `isKept` keeps; the others count as unreadable.
    func keeping(_ isKept: (PaymentOption) -> Bool) -> PaymentOptions {
        let kept = options.filter(isKept)
        return PaymentOptions(
            paymentID: paymentID, options: kept, unreadableCount: unreadableCount + options.count - kept.count,
            info: info, collectData: collectData, result: result)
    }
}
