extension SumUpAnswer {
    /// The part of the response that an attempt stores; `nil` if it got no response that says how it ended.
    init?(keptIn state: SumUpAttempt.State) {
        switch state {
        case .succeededUnverified(let code): (status, transactionCode) = (.success, code)
        // The page had not received a result before.
        case .mismatch(.paidAfterAbandoned), .mismatch(.paidUnsent): (status, transactionCode) = (.success, nil)
        case .failed(.reported(let cause)): (status, transactionCode) = (.failed(cause), nil)
        case .failed(.notReady): (status, transactionCode) = (.notReady, nil)
        case .started, .waiting, .failed(.notHandedOver), .unclear, .abandoned, .mismatch, .timedOut, .resolved:
            return nil
        }
        (message, foreignID, attempt, receiptSent) = (nil, nil, nil, nil)
    }

    /// The page's own address with this response added, with the names and the order of SumUp's app on iOS.
    ///
    /// - Parameters:
    ///   - address: The address that the page gave.
    ///   - foreignID: The page's ID of the payment; without one, the link contains none.
    /// - Returns: The address to load; it has no status if that of the response is not documented.
    package func link(to address: SumUpReturnAddress, foreignID: String?) -> String {
        var parameters: [(name: String, value: String)] = []
        func add(_ field: SumUpField, _ value: String?) {
            if let value { parameters.append((field.rawValue, value)) }
        }
        switch status {
        case .success: add(.status, "success")
        case .failed(let cause):
            add(.status, "failed")
            add(.failureCause, cause == .unsaid ? nil : cause.rawValue)
        case .notReady: add(.status, "invalidstate")
        case .unknown: break
        }
        add(.message, message)
        add(.transactionCode, transactionCode)
        add(.receiptSent, receiptSent.map { $0 ? "true" : "false" })
        add(.foreignID, foreignID)
        return address.adding(parameters)
    }
}
