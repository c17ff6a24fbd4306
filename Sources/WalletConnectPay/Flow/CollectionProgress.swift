import Bridge

/// What is known of the payer, as far as a payment has asked.
struct CollectionProgress: Sendable {
    /// What the gateway wants to know, for all accounts together.
    var shared: CollectData?

    /// The accounts for which it was told.
    var told: [AccountID] = []

    /// The option for which the payer is asked now.
    var asking: PaymentChoice?

    /// The answers of the wallet's own form, which are sent with the signatures and nowhere else.
    var answers: [CollectedField]?

    /// What is to be known before `option` is paid; `nil` where nothing is, or it was told.
    func demand(of option: PaymentOption, among options: [PaymentOption]) -> CollectData? {
        guard !told.contains(where: { $0.isSame(as: option.account) }) else { return nil }
        if let own = option.collectData { return own }
        // Where the gateway asks for single accounts, the others need nothing.
        return options.contains { $0.collectData != nil } ? nil : shared
    }
}
