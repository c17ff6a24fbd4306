extension PaymentFlow {
    /// Whether data about the payer is required before `option` is paid.
    public func needsInfo(_ option: PaymentOption) -> Bool {
        collection.demand(of: option, among: options) != nil
    }

    /// Whether the wallet can collect the data that is required before `option` is paid, with a page or with fields.
    func canAsk(for option: PaymentOption, _ options: [PaymentOption]) -> Bool {
        collection.demand(of: option, among: options)?.isAskable ?? true
    }

    /// Asks the payer, if data is required before the choice is paid.
    mutating func collectIfNeeded() -> [Effect] {
        guard let option, let demand = collection.demand(of: option, among: options) else { return [] }
        if let url = demand.url {
            state = .collecting(.hosted(url: url))
        } else if !demand.fields.isEmpty {
            state = .collecting(.fields(demand.fields, faults: [:]))
        } else {
            return end(.unsupported)
        }
        collection.asking = choice
        return []
    }

    mutating func endForm(_ isComplete: Bool) -> [Effect] {
        guard case .collecting(.hosted) = state else { return [] }
        userActed()
        guard isComplete else {
            notice = .formFailed
            collection.asking = nil
            state = .options
            return []
        }
        return told()
    }

    mutating func fill(_ answers: [CollectedField]) -> [Effect] {
        guard case .collecting(.fields(let fields, _)) = state else { return [] }
        let given = Dictionary(answers.map { ($0.id, $0.value) }) { first, _ in first }
        let faults = fields.reduce(into: [:]) { faults, field in faults[field.id] = field.fault(in: given[field.id]) }
        guard faults.isEmpty else {
            state = .collecting(.fields(fields, faults: faults))
            return []
        }
        userActed()
        // Only requested answers are sent to the gateway, in the gateway's order.
        collection.answers = fields.compactMap { field in
            given[field.id].flatMap { $0.isEmpty ? nil : CollectedField(id: field.id, value: $0) }
        }
        return told()
    }

    private mutating func told() -> [Effect] {
        guard let option else { return showAgain() }
        // An answer for all accounts counts for each of them.
        collection.told += option.collectData == nil ? accounts : [option.account]
        collection.asking = nil
        state = .review
        return isStale(option) ? refresh(.review(isForced: false)) : []
    }

    private mutating func showAgain() -> [Effect] {
        state = .options
        return []
    }
}
