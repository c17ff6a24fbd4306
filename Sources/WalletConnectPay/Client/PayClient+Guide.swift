public import Bridge
public import Network

/// The questions under the names that WalletConnect's guides give them.
extension PayClient {
    /// Creates a client; with an app id the key is not used.
    ///
    /// - Throws: ``PayError/missingAuth``, ``PayError/configuration``.
    public static func configure(
        appID: String? = nil, apiKey: String? = nil, baseURL: String? = nil, sender: any HTTPSender = WebClient()
    ) throws(PayError) -> PayClient {
        var configuration = Configuration(appID: appID, apiKey: apiKey)
        if let baseURL { configuration.baseURL = baseURL }
        return try PayClient(configuration, sender: sender)
    }

    /// Whether a text looks like a payment link to WalletConnect's kits; see ``PaymentLink/isPaymentLink(_:)``.
    public static func isPaymentLink(_ text: String) -> Bool { PaymentLink.isPaymentLink(text) }

    /// Asks how the payment of a link can be paid.
    ///
    /// - Throws: ``PayError/invalidLink`` where ``PaymentLink`` reads no payment in it, and what the gateway says.
    public func getPaymentOptions(
        paymentLink: String, accounts: [AccountID], includePaymentInfo: Bool = true,
        rule: PaymentLinkRule = PaymentLinkRule()
    ) async throws(PayError) -> PaymentOptions {
        let link: PaymentLink
        do throws(PaymentLinkFault) {
            link = try PaymentLink(paymentLink, rule: rule)
        } catch {
            throw .invalidLink
        }
        return try await options(for: link.id, accounts: accounts, includeInfo: includePaymentInfo)
    }

    /// Asks what the wallet has to do for an option.
    public func getRequiredPaymentActions(
        paymentId: PaymentID, optionId: PaymentOption.ID
    ) async throws(PayError) -> [PaymentAction] {
        try await actions(of: paymentId, option: optionId)
    }

    /// Hands over what the actions came to, and asks for the status until it is final.
    ///
    /// Polling lasts `maxPollMs` milliseconds, or, if that is `nil`, as long as the task runs.
    ///
    /// - Throws: ``PayError/pollingTimedOut`` where it was handed over and the end is not known, and others.
    public func confirmPayment(
        paymentId: PaymentID, optionId: PaymentOption.ID, signatures: [String],
        collectedData: [CollectedField]? = nil, maxPollMs: Int? = nil
    ) async throws(PayError) -> ConfirmResult {
        let start = transport.time.now()
        var result = try await confirm(
            paymentId, option: optionId, signatures: signatures, collectedData: collectedData, maxPollMs: maxPollMs)
        while !result.isFinal {
            let left = maxPollMs.map { .milliseconds(max(0, $0)) - (transport.time.now() - start) }
            if let left, left <= .zero { throw .pollingTimedOut }
            // The gateway may wish for any time; a second is what it wishes for as a rule.
            let wish = Duration.milliseconds(min(max(result.pollMilliseconds ?? 1_000, 100), 10_000))
            try await transport.wait(left.map { min($0, wish) } ?? wish)
            do throws(PayError) {
                result = try await status(of: paymentId, maxPollMs: left.map(Self.milliseconds))
            } catch .cancelled {
                throw .cancelled
            } catch {
                throw .pollingTimedOut
            }
        }
        return result
    }

    /// Asks how a payment stands.
    public func getPaymentStatus(
        paymentId: PaymentID, maxPollMs: Int? = nil
    ) async throws(PayError) -> ConfirmResult {
        try await status(of: paymentId, maxPollMs: maxPollMs)
    }

    /// Calls a payment off.
    public func cancelPayment(paymentId: PaymentID) async throws(PayError) -> PaymentStatus {
        try await cancel(paymentId)
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) * 1_000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
    }
}
