import SumUp

extension SumUpAttempt.State {
    /// The values of the two columns `state` and `detail`.
    var columns: (state: String, detail: String?) {
        switch self {
        case .started: ("started", nil)
        case .waiting: ("waiting", nil)
        case .succeededUnverified(let code): ("said", code)
        case .failed(.notHandedOver): ("failed", "notHandedOver")
        case .failed(.notReady): ("failed", "notReady")
        case .failed(.reported(let cause)): ("failed", cause.rawValue)
        case .abandoned: ("abandoned", nil)
        case .mismatch(let mismatch): ("mismatch", mismatch.rawValue)
        case .timedOut: ("timedOut", nil)
        case .unclear: ("timedOut", "unknownStatus")
        case .resolved(let resolution): ("resolved", resolution.rawValue)
        }
    }

    /// Reads the two columns.
    init(state: String, detail: String?) throws(StoreError) {
        self =
            switch (state, detail) {
            case ("started", nil): .started
            case ("waiting", nil): .waiting
            case ("said", let code): .succeededUnverified(transactionCode: code)
            case ("failed", "notHandedOver"): .failed(.notHandedOver)
            case ("failed", "notReady"): .failed(.notReady)
            case ("failed", let cause?): .failed(.reported(try Self.known(SumUpFailure(rawValue: cause))))
            case ("abandoned", nil): .abandoned
            case ("mismatch", let which?): .mismatch(try Self.known(SumUpAttempt.Mismatch(rawValue: which)))
            case ("timedOut", nil): .timedOut
            case ("timedOut", "unknownStatus"): .unclear
            case ("resolved", let how?): .resolved(try Self.known(SumUpAttempt.Resolution(rawValue: how)))
            default: throw .unreadable("a payment with SumUp has an unknown state")
            }
    }

    private static func known<Value>(_ value: Value?) throws(StoreError) -> Value {
        guard let value else { throw .unreadable("a payment with SumUp has an unknown state") }
        return value
    }
}
