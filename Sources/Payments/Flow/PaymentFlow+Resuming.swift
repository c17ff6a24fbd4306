extension PaymentFlow {
    /// Finds out what became of an attempt that was broken off.
    mutating func lookAfter() -> [Effect] {
        guard let attempt else { return [] }
        guard !attempt.isHarmless else { return forget() }
        state = .unsure(isAsking: true)
        let isLost = attempt.steps.contains { $0.kind == .payment && $0.progress == .begun }
        return isLost ? ask { .findBroadcast($0, attempt) } : askStatus(after: .zero)
    }

    mutating func hearFound(_ found: PastBroadcast) -> [Effect] {
        guard var attempt, let place = attempt.steps.firstIndex(where: { $0.kind == .payment }) else { return [] }
        switch found {
        case .none:
            attempt.steps[place].progress = .waiting
            self.attempt = attempt
            return forget()
        case .sent(let hash):
            attempt.steps[place].progress = .done(hash: hash)
            attempt.state = .confirming
            self.attempt = attempt
            return [.keep(nil, attempt)] + askStatus(after: .zero)
        case .unknown: return askStatus(after: .zero)
        }
    }

    /// Nothing of the attempt can have moved money.
    private mutating func forget() -> [Effect] {
        attempt?.state = .abandoned
        let effects = attempt.map { [Effect.keep(nil, $0)] } ?? []
        attempt = nil
        return effects + (isLookingAfter ? end(.abandoned) : askOptions(.show))
    }

    /// Ends what was not begun, for the reason that the gateway or the way to it gives.
    mutating func end(before error: PayError) -> [Effect] {
        switch error {
        case _ where error.isOffline: end(.offline)
        case .missingAuth, .configuration, .unauthorized: end(.notConfigured)
        case .paymentNotFound, .invalidLink: end(.notFound)
        case .paymentExpired: end(.expired(by: .gateway))
        case .paymentCancelled: end(.cancelled(by: .gateway))
        case .complianceFailed: end(.complianceRefused)
        case .unsupportedMethod: end(.unsupported)
        default: end(.failed(error))
        }
    }
}

extension PayError {
    /// Whether the gateway has looked at what was handed over, and did not take it.
    var isRefusal: Bool {
        switch self {
        case .invalidRequest, .invalidAccount, .paymentNotFound, .paymentExpired, .paymentCancelled, .complianceFailed,
            .optionNotFound, .invalidOption, .dataCollectionRequired, .unsupportedMethod, .invalidSignature:
            true
        default: false
        }
    }
}
