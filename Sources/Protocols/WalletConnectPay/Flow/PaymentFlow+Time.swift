import Bridge

extension PaymentFlow {
    /// A payment is not started within this number of seconds before its expiry, because signatures must arrive in
    /// time.
    public static let reserve: Int64 = 10

    /// The number of seconds before its expiry at which the user is warned.
    public static let warning: Int64 = 120

    /// The number of seconds left to pay, at least zero; `nil` if the expiry is not known.
    public var secondsLeft: Int64? {
        info.map { info in
            let (left, isBeyondAll) = info.expiresAt.subtractingReportingOverflow(now)
            return isBeyondAll ? (info.expiresAt > now ? .max : 0) : max(0, left)
        }
    }

    /// Whether time is running out while the user could still pay.
    public var isLate: Bool {
        guard let left = secondsLeft else { return false }
        switch state {
        case .signing, .waiting: return left <= Self.warning
        default: break
        }
        return state.isBeforeSigning && left <= Self.warning
    }

    /// Whether the user can go one step back.
    public var canGoBack: Bool {
        switch state {
        case .whyInfo, .collecting, .gasExplained, .preparing, .checking: true
        case .review: options.count > 1 || option.map { $0.collectData != nil } ?? false
        default: false
        }
    }

    /// Whether there is a network fee in addition to the amount, as far as it is known before the actions are fetched.
    public var needsGas: Bool {
        guard let option else { return false }
        return option.amount.unit.asset?.isCoin ?? false
            || option.actions.contains { action in
                guard case .rpc(_, "eth_sendTransaction", _) = action else { return false }
                return true
            }
    }

    /// Whether it is too late to begin.
    var isOver: Bool { secondsLeft.map { $0 <= Self.reserve } ?? false }

    /// Whether the price of `option` has expired, or will have expired when the signatures arrive.
    func isStale(_ option: PaymentOption) -> Bool {
        option.expiresAt.map { $0 <= now + Self.reserve } ?? false
    }

    mutating func tick() -> [Effect] {
        switch state {
        case .ended, .confirming, .unsure, .unsent, .processing: return []
        case .signing, .waiting: return tickSigning()
        case _ where isOver: return end(.expired(by: .wallet))
        case .options where refreshes < Self.mostRefreshes && options.contains(where: isStale): return refresh(.list)
        case .review, .gasExplained:
            guard let option, isStale(option) else { return [] }
            return refresh(.review(isForced: false))
        default: return []
        }
    }

    private mutating func tickSigning() -> [Effect] {
        if isOver { return stop(.expired) }
        guard let option = signed.option, isStale(option) else { return [] }
        return stop(.stale)
    }
}
