public import Bridge
public import Network

/// The client for the gateway of WalletConnect Pay (API version 2026-02-18).
///
/// Requests that change nothing are repeated by the ``RetryRule`` if the connection or the gateway fails. A
/// confirmation is not repeated: see ``confirm(_:option:signatures:collectedData:maxPollMs:)``.
public final class PayClient: PaymentGateway {
    /// The maximum number of actions that are accepted for one option.
    private static let mostActions = 16

    let transport: GatewayTransport
    private let known = KnownActions()

    /// Creates a client.
    ///
    /// - Throws: ``PayError/missingAuth``, ``PayError/configuration``.
    public init(
        _ configuration: Configuration, sender: any HTTPSender, time: TimeSource = .system,
        retry: RetryRule = RetryRule()
    ) throws(PayError) {
        transport = GatewayTransport(
            access: try GatewayAccess(configuration), sender: sender, time: time, retry: retry, log: configuration.log)
    }

    /// Creates a client with its own network connections and clock.
    ///
    /// - Throws: ``PayError/missingAuth``, ``PayError/configuration``.
    public convenience init(_ configuration: Configuration) throws(PayError) {
        try self.init(configuration, sender: WebClient())
    }

    /// Requests the options to pay `payment` from `accounts`.
    public func options(
        for payment: PaymentID, accounts: [AccountID], includeInfo: Bool
    ) async throws(PayError) -> PaymentOptions {
        known.forget(payment)
        let answer = try await transport.patiently(
            GatewayRequest(
                route: .options, payment: payment,
                body: ["accounts": .array(accounts.map { .string($0.description) })],
                query: "?includePaymentInfo=\(includeInfo)"))
        let options = try PaymentOptions(answer, of: payment)
        known.keep(options)
        return options
    }

    /// Requests the actions that the wallet must perform for an option.
    ///
    /// Actions that were included with the options are used as they are. The gateway is asked for those that it has yet
    /// to build, and for all of them if none were included.
    public func actions(
        of payment: PaymentID, option: PaymentOption.ID
    ) async throws(PayError) -> [PaymentAction] {
        var raw = known.actions(of: payment, option: option)
        if raw.isEmpty { raw = try await fetch(payment, option, "") }
        var actions: [PaymentAction] = []
        for action in raw.prefix(Self.mostActions) {
            guard case .build(let data) = action else {
                actions.append(action)
                continue
            }
            // Built actions are final: `build` actions among them are dropped, because they could continue endlessly.
            actions += try await fetch(payment, option, data).filter { if case .build = $0 { false } else { true } }
        }
        guard !actions.isEmpty, actions.count <= Self.mostActions, raw.count <= Self.mostActions else {
            throw .fetchFailed
        }
        return actions
    }

    /// Requests the status of `payment` and waits at most `maxPollMs` milliseconds for a change.
    public func status(of payment: PaymentID, maxPollMs: Int? = nil) async throws(PayError) -> ConfirmResult {
        try ConfirmResult(
            await transport.patiently(GatewayRequest(route: .status, payment: payment).holding(maxPollMs)))
    }

    /// Cancels `payment`.
    public func cancel(_ payment: PaymentID) async throws(PayError) -> PaymentStatus {
        do throws(PayError) {
            let answer = try await transport.patiently(GatewayRequest(route: .cancel, payment: payment))
            return try answer.textIfAny("status").map { PaymentStatus($0) } ?? .cancelled
        } catch  where error == .invalidState || error == .malformed {
            // An earlier attempt of this request may have cancelled it, if the first response was lost.
            let status = try await status(of: payment).status
            guard status == .cancelled else { throw .invalidState }
            return status
        }
    }

    /// Submits the results of the actions, in one request that is never retried here.
    ///
    /// The error says what is known about the effect, as ``PaymentGateway`` describes. A response that is not from the
    /// gateway itself, such as one from a proxy, says nothing about it.
    public func confirm(
        _ payment: PaymentID, option: PaymentOption.ID, signatures: [String], collectedData: [CollectedField]? = nil,
        maxPollMs: Int? = nil
    ) async throws(PayError) -> ConfirmResult {
        guard !Task.isCancelled else { throw .cancelled }
        let question = GatewayRequest(
            route: .confirm, payment: payment, body: Self.body(option, signatures, collectedData)
        ).holding(maxPollMs)
        switch await transport.once(question) {
        case .answer(let answer):
            guard let result = try? ConfirmResult(answer) else { throw GatewayFault.unreadable.submissionError }
            return result
        case .failure(let fault): throw fault.submissionError
        }
    }

    private static func body(
        _ option: PaymentOption.ID, _ signatures: [String], _ collectedData: [CollectedField]?
    ) -> JSON {
        var body = JSONObject()
        body["optionId"] = .string(option)
        body["results"] = .array(signatures.map { ["type": "walletRpc", "data": [.string($0)]] })
        if let collectedData {
            body["collectedData"] = [
                "fields": .array(collectedData.map { ["id": .string($0.id), "value": .string($0.value)] })
            ]
        }
        return .object(body)
    }

    private func fetch(
        _ payment: PaymentID, _ option: PaymentOption.ID, _ data: String
    ) async throws(PayError) -> [PaymentAction] {
        let answer = try await transport.patiently(
            GatewayRequest(
                route: .fetch, payment: payment, body: ["optionId": .string(option), "data": .string(data)]))
        return try PaymentAction.list(try answer.elements("actions"))
    }
}
