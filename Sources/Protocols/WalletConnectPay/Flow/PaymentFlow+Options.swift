import Bridge

extension PaymentFlow {
    /// How often prices are renewed without an action of the user.
    static let mostRefreshes = 3

    mutating func begin() -> [Effect] {
        guard case .loading = state, question == 0 else { return [] }
        guard attempt != nil || !allowances.isEmpty else { return askOptions(.show) }
        return lookAfter()
    }

    /// Requests the options to pay.
    mutating func askOptions(_ following: OptionsPurpose) -> [Effect] {
        self.following = following
        mustAskAgain = false
        if case .show = following { state = .loading } else { state = .refreshing }
        return ask { .askOptions($0) }
    }

    /// Requests a valid price; if this was done too often already, the payment ends with `reason`.
    mutating func refresh(_ following: OptionsPurpose, because reason: PayError = .quoteExpired) -> [Effect] {
        guard refreshes < Self.mostRefreshes else { return end(.failed(reason)) }
        refreshes += 1
        return askOptions(following)
    }

    mutating func handleOptions(_ result: Result<PaymentOptions, PayError>) -> [Effect] {
        switch result {
        case .failure(let error): return end(before: error)
        case .success(let answer):
            info = answer.info ?? info
            collection.shared = answer.collectData
            guard let info = answer.info else { return end(.failed(.infoMissing)) }
            guard info.status == .requiresAction, answer.result == nil else {
                return handleOver(info.status, answer.result)
            }
            guard !isOver else { return end(.expired(by: .wallet)) }
            return handleWays(answer)
        }
    }

    /// Handles a payment that cannot be paid: it is already paid, is being paid, or is over.
    private mutating func handleOver(_ status: PaymentStatus, _ result: PaymentResult?) -> [Effect] {
        switch status {
        case .succeeded, .requiresAction: return end(.alreadyPaid(transaction: result?.txID))
        case .processing:
            state = .processing(isAsking: true)
            return askStatus(after: Self.shortestPause)
        case .failed: return end(.gatewayFailed)
        case .expired: return end(.expired(by: .gateway))
        case .cancelled: return end(.cancelled(by: .gateway))
        case .other: return end(.failed(.paymentNotReady))
        }
    }

    private mutating func handleWays(_ answer: PaymentOptions) -> [Effect] {
        guard !answer.options.isEmpty || answer.unreadableCount > 0 else { return end(.insufficientFunds) }
        let shown = option
        options = payable(answer.options)
        guard !options.isEmpty else { return end(answer.isContradictory ? .mismatch(.name) : .unsupported) }
        switch following {
        case .show: return showFirst()
        case .list:
            state = .options
            return []
        case .review(let isForced):
            guard let option else { return showGone() }
            state = .review
            if let shown, shown.amount.value != option.amount.value {
                notice = .amountChanged(from: shown.amount)
            } else if isForced {
                notice = .priceRenewed
            }
            let effects = collectIfNeeded()
            if isDataMissing {
                isDataMissing = false
                notice = needsInfo(option) ? .dataMissing : .formMissing
            }
            return effects
        case .pay:
            guard let option else { return showGone() }
            state = .review
            guard let shown, shown.amount.value == option.amount.value else {
                notice = shown.map { .amountChanged(from: $0.amount) }
                return []
            }
            return pay()
        }
    }

    private mutating func showFirst() -> [Effect] {
        state = .options
        let known = preferred.flatMap { asset in options.first { $0.amount.unit.asset?.isSame(as: asset) ?? false } }
        // The list shows which options require data about the payer, before the data is requested.
        guard let first = options.count == 1 ? options.first : known, !needsInfo(first) else { return [] }
        choice = PaymentChoice(first)
        state = .review
        return []
    }

    private mutating func showGone() -> [Effect] {
        choice = nil
        notice = .optionGone
        state = .options
        return []
    }

    /// The options that this wallet can pay; if two are the same choice, only the first is included.
    private func payable(_ options: [PaymentOption]) -> [PaymentOption] {
        options.reduce(into: []) { found, option in
            guard let choice = PaymentChoice(option), ActionCheck.isPayable(option), canAsk(for: option, options),
                accounts.contains(where: { $0.isSame(as: option.account) }), !found.contains(where: choice.fits)
            else { return }
            found.append(option)
        }
    }

    mutating func choose(_ choice: PaymentChoice) -> [Effect] {
        guard case .options = state, let option = options.first(where: choice.fits) else { return [] }
        userActed()
        self.choice = PaymentChoice(option)
        state = .review
        return isStale(option) ? refresh(.review(isForced: false)) : collectIfNeeded()
    }

    mutating func explain(_ explanation: State, from origin: State) -> [Effect] {
        guard state == origin else { return [] }
        state = explanation
        return []
    }

    mutating func goBack() -> [Effect] {
        switch state {
        case .whyInfo, .collecting:
            userActed()
            collection.asking = nil
            state = .options
        case .review where canGoBack:
            userActed()
            state = .options
        case .gasExplained: state = .review
        case .preparing, .checking:
            isWaiting = false
            state = .review
        default: break
        }
        return []
    }

    mutating func retry() -> [Effect] {
        guard canRetry else { return [] }
        userActed()
        return askOptions(.show)
    }

    /// Whether the same link may be tried again now: nothing has left the wallet, and another try can help.
    public var canRetry: Bool { attempt == nil && state.end?.canRetry ?? false }

    /// Resets the counters after an action of the user, and marks submitted data as known.
    mutating func userActed() {
        notice = nil
        refreshes = 0
    }
}
