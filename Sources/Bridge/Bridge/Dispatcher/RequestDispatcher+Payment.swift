extension RequestDispatcher {
    /// The dialect of payments, which has its own table of methods.
    public static let paymentDialect = "payment"

    /// Handles a payment service's request for a payment, and waits for the response.
    ///
    /// It is handled like a page's request: with the same limits, gate and approval, in which the service is the
    /// requester. Locking the wallet or cancelling the task withdraws its question; but it returns only when no part of
    /// it is in progress any more, with the true outcome: an action that was signed or sent meanwhile is not reported
    /// as cancelled.
    ///
    /// - Parameters:
    ///   - method: The method, such as `eth_signTypedData_v4`.
    ///   - params: Its parameters, as the service sent them.
    ///   - payment: The payment.
    /// - Returns: The result, or the reason for a failure; and the outcome of the transaction that was signed for it.
    public func perform(_ method: String, _ params: JSON, for payment: PaymentPeer) async -> PaymentAnswer {
        let peer = Peer.payment(payment)
        return await perform(
            DirectCall(call: Call(method: method, params: params), peer: peer, dialect: Self.paymentDialect),
            onCancel: .closed
        ) { $0.peer == peer }
    }
}
