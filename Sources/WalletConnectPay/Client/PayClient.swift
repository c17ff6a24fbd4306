public import Bridge
public import Network

/// Asks WalletConnect Pay's gateway, in the wallet's place (gateway interface of 2026-02-18).
///
/// Questions that change nothing are asked again when the way to the gateway or the gateway itself fails, by the rule
/// for that. What is signed is handed over once: see ``confirm(_:option:signatures:collectedData:maxPollMs:)``.
public final class PayClient: PaymentGateway {
    /// The most actions that are taken for one option.
    private static let mostActions = 16

    let transport: GatewayTransport
    private let known = KnownActions()
    private let handedOver = HandedOver()

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

    /// Asks how `payment` stands, and waits at most `maxPollMs` milliseconds for a change.
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

    /// Hands over what the actions came to, once.
    ///
    /// Before anything is sent a second time the gateway is asked how the payment stands. Where it waits still, the
    /// very same is sent again only if the gateway surely has done nothing with it: it was out of reach, asked too
    /// often, or said that it failed. Where the answer was lost it is not sent again, since it may be on its way yet:
    /// the error is then ``PayError/outcomeUnknown``. Before the same confirmation is retried, the status is queried; a
    /// caller with something else is refused with that error for two minutes, and so is a second one at the same time.
    /// An answer that is not the gateway's own (``GatewayRefusal/isOwn``) counts as a lost one.
    public func confirm(
        _ payment: PaymentID, option: PaymentOption.ID, signatures: [String], collectedData: [CollectedField]? = nil,
        maxPollMs: Int? = nil
    ) async throws(PayError) -> ConfirmResult {
        guard !Task.isCancelled else { throw .cancelled }
        let parcel = HandedOver.Parcel(option: option, signatures: signatures)
        let question = GatewayRequest(
            route: .confirm, payment: payment, body: Self.body(of: parcel, collectedData)
        ).holding(maxPollMs)
        let turn = handedOver.begin(parcel, for: payment, now: transport.time.now())
        switch turn {
        case .never(let error): throw error
        case .done: return try await status(of: payment)
        case .first, .again: break
        }
        var handOver = HandOver(transport, question, mayBeThere: turn == .again)
        do throws(HandOverFault) {
            let result = try await handOver.run()
            if result.status == .requiresAction {
                handedOver.isUnknown(payment, now: transport.time.now())
            } else {
                handedOver.arrived(payment)
            }
            return result
        } catch {
            if error.mayBeThere {
                handedOver.isUnknown(payment, now: transport.time.now())
            } else {
                handedOver.isNotThere(payment)
            }
            throw error.meaning
        }
    }

    private static func body(of parcel: HandedOver.Parcel, _ collectedData: [CollectedField]?) -> JSON {
        var body = JSONObject()
        body["optionId"] = .string(parcel.option)
        body["results"] = .array(
            parcel.signatures.map { ["type": "walletRpc", "data": [.string($0)]] })
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
