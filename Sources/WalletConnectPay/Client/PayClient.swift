public import Bridge
public import Network

/// Asks WalletConnect Pay's gateway, in the wallet's place (gateway interface of 2026-02-18).
///
/// Requests that change nothing are repeated by the ``RetryRule`` if the connection or the gateway fails. A
/// confirmation is not repeated: see ``confirm(_:option:signatures:collectedData:maxPollMs:)``.
public final class PayClient: PaymentGateway {
    /// The most actions that are taken for one option.
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

    /// Creates a client with network and clock of its own.
    ///
    /// - Throws: ``PayError/missingAuth``, ``PayError/configuration``.
    public convenience init(_ configuration: Configuration) throws(PayError) {
        try self.init(configuration, sender: WebClient())
    }

    /// Asks how `payment` can be paid from `accounts`.
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

    /// Asks what the wallet has to do for an option.
    ///
    /// What came along with the options is taken as it is; the gateway is asked for what it has yet to build, and for
    /// all of it where nothing came along.
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
            // What is built is to be done; a thing to build in it would have no end.
            actions += try await fetch(payment, option, data).filter { if case .build = $0 { false } else { true } }
        }
        guard !actions.isEmpty, actions.count <= Self.mostActions, raw.count <= Self.mostActions else {
            throw .fetchFailed
        }
        return actions
    }

    /// Requests the status of `payment`, and waits at most `maxPollMs` milliseconds for a change.
    public func status(of payment: PaymentID, maxPollMs: Int? = nil) async throws(PayError) -> ConfirmResult {
        try ConfirmResult(
            await transport.patiently(GatewayRequest(route: .status, payment: payment).holding(maxPollMs)))
    }

    /// Calls `payment` off.
    public func cancel(_ payment: PaymentID) async throws(PayError) -> PaymentStatus {
        do throws(PayError) {
            let answer = try await transport.patiently(GatewayRequest(route: .cancel, payment: payment))
            return try answer.textIfAny("status").map { PaymentStatus($0) } ?? .cancelled
        } catch  where error == .invalidState || error == .malformed {
            // It may be our own question that did it, if its first answer was lost.
            let status = try await status(of: payment).status
            guard status == .cancelled else { throw .invalidState }
            return status
        }
    }

    /// Submits what the actions came to, in one request that is never repeated here.
    ///
    /// The error says what is known of the effect, as ``PaymentGateway`` describes. An answer that is not the gateway's
    /// own (``GatewayRefusal/isOwn``) says nothing about it.
    public func confirm(
        _ payment: PaymentID, option: PaymentOption.ID, signatures: [String], collectedData: [CollectedField]? = nil,
        maxPollMs: Int? = nil
    ) async throws(PayError) -> ConfirmResult {
        guard !Task.isCancelled else { throw .cancelled }
        let question = GatewayRequest(
            route: .confirm, payment: payment, body: Self.body(option, signatures, collectedData)
        ).holding(maxPollMs)
        do throws(GatewayFault) {
            let answer = try await transport.once(question)
            guard let result = try? ConfirmResult(answer) else { throw .unreadable }
            return result
        } catch {
            throw error.submissionError
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
