public import Bridge

/// Lets a wallet sign and send for a payment through its dispatcher, with the payment service as the requester.
///
/// Use it for any wallet whose methods are behind a `RequestDispatcher`.
@MainActor public final class DispatcherSigner: PaymentSigner {
    /// The merchant of a payment and the amount, as approvals show them.
    public struct Terms: Hashable, Sendable {
        /// The name that the payment service gives: untrusted text.
        public let merchant: String

        /// The amount as text, such as `25.00 USD`.
        public let invoice: String

        /// Creates terms.
        public init(merchant: String, invoice: String) {
            self.merchant = merchant
            self.invoice = invoice
        }
    }

    /// Returns the terms of a payment; `nil` if they are not known.
    public var terms: @MainActor (PaymentID) -> Terms? = { _ in nil }

    /// Why the last action was not done, as a sentence; `nil` if it was done, or if the user rejected it.
    public private(set) var problem: String?

    private let dispatcher: RequestDispatcher
    private var service: Origin
    private var records: (any PaymentRecords)?

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - dispatcher: The dispatcher of the wallet's methods.
    ///   - service: The payment service.
    ///   - records: The wallet's records of its transactions; without them, outcomes that a restart has lost stay
    ///     unknown, and payments that need an allowance first are not made.
    public init(_ dispatcher: RequestDispatcher, service: Origin, records: (any PaymentRecords)? = nil) {
        self.dispatcher = dispatcher
        self.service = service
        self.records = records
    }

    /// Signs for another payment service from now on.
    public func use(_ service: Origin, records: (any PaymentRecords)?) {
        (self.service, self.records) = (service, records)
    }

    /// Requests `action` for the payment and returns the outcome.
    ///
    /// The outcome of a transaction takes precedence over an error, because an error can follow after it was sent.
    public func perform(
        _ action: PaymentAction, for attempt: PaymentAttempt, option: PaymentOption
    ) async -> ActionOutcome {
        problem = nil
        let payment = attempt.payment
        let kind = attempt.steps.last { $0.progress == .begun }?.kind ?? .payment
        guard case .rpc(let chain, let method, let params) = action, chain == option.account.chain else {
            return .unsupported
        }
        let terms = terms(payment)
        let peer = PaymentPeer(
            origin: service, id: payment.text, account: option.account.description, merchant: terms?.merchant,
            invoice: terms?.invoice, purpose: attempt.purpose(of: kind))
        let answer = await dispatcher.perform(method, params, for: peer)
        if let transaction = answer.transaction, let outcome = ActionOutcome(transaction) { return outcome }
        switch answer.result {
        case .success(let value): return value.string.map { .done($0) } ?? .failed
        case .failure(let error):
            if error.kind != .rejected { problem = error.sentence }
            return ActionOutcome(error)
        }
    }

    /// Looks up whether a transaction was signed for `attempt`.
    public func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction {
        await records?.broadcast(of: attempt) ?? .unknown
    }

    /// The transaction that now replaces the one with this hash of `attempt`.
    public func successor(of hash: String, of attempt: PaymentAttempt) async -> String? {
        guard let records else { return hash }
        return await records.successor(of: hash, of: attempt)
    }

    /// What Permit2 may move of the token now; ``problem`` says why it is not known.
    public func allowance(_ need: AllowanceNeed) async -> AllowanceStanding? {
        problem = nil
        guard let records else { return nil }
        do throws(RPCError) { return try await records.allowance(need) } catch {
            problem = error.sentence
            return nil
        }
    }

    /// Sends a transaction again that was perhaps never sent.
    public func sendAgain(_ hash: String, of attempt: PaymentAttempt) async -> Bool {
        await settle { records throws(RPCError) in try await records.sendAgain(hash, of: attempt) }
    }

    /// Gives up a transaction that no node knows.
    public func giveUp(_ hash: String, of attempt: PaymentAttempt) async -> Bool {
        await settle { records throws(RPCError) in try await records.giveUp(hash, of: attempt) }
    }

    /// Carries out the user's decision about a transaction that was perhaps never sent.
    private func settle(_ work: (any PaymentRecords) async throws(RPCError) -> Void) async -> Bool {
        problem = nil
        guard let records else { return false }
        do throws(RPCError) {
            try await work(records)
            return true
        } catch {
            problem = error.sentence
            return false
        }
    }
}

extension ActionOutcome {
    /// The outcome for a transaction that was signed; `nil` if it never left the wallet, so that the error counts.
    fileprivate init?(_ transaction: SendOutcome) {
        switch transaction.fate {
        case .sent: self = .done(transaction.hash)
        case .unknown, .declined: self = .sentUnknown(hash: transaction.hash)
        case .notSent: return nil
        }
    }

    /// The outcome for an error after which it is certain that nothing was sent.
    fileprivate init(_ error: RPCError) {
        switch error.kind {
        case .rejected, .gone: self = .refused
        case .locked: self = .locked
        case .unsupported, .unknownMethod, .unknownChain: self = .unsupported
        default: self = .failed
        }
    }
}
