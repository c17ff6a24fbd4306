import Bridge

/// The data about the payer that a payment has requested so far.
struct CollectionProgress: Sendable {
    /// The data that the gateway requests for all accounts together.
    var shared: CollectData?

    /// The accounts for which the data was submitted.
    var told: [AccountID] = []

    /// The option for which the payer is currently asked.
    var asking: PaymentChoice?

    /// The answers of the wallet's own form, which are sent with the signatures and nowhere else.
    var answers: [CollectedField]?

    /// The data that is required before `option` is paid; `nil` if none is required, or if it was submitted.
    func demand(of option: PaymentOption, among options: [PaymentOption]) -> CollectData? {
        guard !told.contains(where: { $0.isSame(as: option.account) }) else { return nil }
        if let own = option.collectData { return own }
        // If the gateway requests data for individual accounts, the others need none.
        return options.contains { $0.collectData != nil } ? nil : shared
    }
}
