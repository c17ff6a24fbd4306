internal import Bitcoin
package import Bridge
import Messages
package import WalletCore

/// Pays a merchant's invoice: fetches it, checks it, shows it, signs the payment, and sends it to the merchant.
///
/// Before the wallet sends a request to a server that the page could not reach itself, the user is asked: a page must not
/// use the wallet to probe a network.
///
/// The payment is sent to the merchant first, then to the network. Once the merchant may have it, the payment is never
/// reported as failed: its coins stay reserved until its outcome is known, or are spent by the next payment, which then
/// replaces it.
@MainActor package struct InvoicePayer {
    let coins: CoinSender
    let sites: SiteAccounts
    let siteWarnings: SiteWarnings

    /// Creates the component that pays invoices with `coins`, for the sites in `sites`.
    package init(coins: CoinSender, sites: SiteAccounts, siteWarnings: SiteWarnings) {
        self.coins = coins
        self.sites = sites
        self.siteWarnings = siteWarnings
    }

    /// Pays the invoice at `place`.
    ///
    /// - Returns: The merchant's response.
    package func pay(_ place: InvoicePlace, for request: Request) async throws(RPCError) -> String {
        guard let invoices = coins.invoices else {
            throw RPCError(.unsupported, "This wallet cannot connect to the network.")
        }
        try await allow(place, request)
        let invoice = try await invoices.fetch(place, for: request.peer.origin, at: coins.now())
        let payment = try await coins.sign(order(for: invoice, request), for: request)
        // The user may have taken a long time to decide.
        guard invoice.expires.map({ $0 > coins.now() }) ?? true else {
            await coins.abandon(payment)
            throw Invoices.unpaid(.expired)
        }
        guard let url = invoice.paymentURL else {
            _ = try await coins.finish(payment, for: request)
            return MerchantAnswer.plain(invoice.memo ?? "")
        }
        switch await invoices.hand(payment.bytes, refund: payment.refund, over: invoice, to: url) {
        case .taken(let memo):
            await pass(payment)
            return memo
        case .refused(let status):
            // The merchant got the payment, and may have passed it on regardless of its response.
            if await coins.isKnown(payment) {
                await coins.conclude(payment, .sent)
                throw RPCError(
                    .merchant,
                    sentence: localizable(
                        """
                        The merchant's server answered with HTTP status \(status, as: "status"). The network already \
                        has the payment: do not pay again, ask the merchant.
                        """))
            }
            await coins.conclude(payment, .declined)
            throw .declined(
                .merchant,
                localizable("The merchant's server answered with HTTP status \(status, as: "status")."))
        case .notSent:
            await coins.abandon(payment)
            throw Invoices.unreached
        case .unknown:
            await coins.conclude(payment, .unknown)
            throw RPCError(
                .merchant,
                sentence: localizable(
                    """
                    The merchant did not say whether the payment was accepted. It is signed and may be on its way: do \
                    not pay again until you know.
                    """))
        }
    }

    /// Waits for the user's approval to send a request to a server that is not the page's own.
    private func allow(_ place: InvoicePlace, _ request: Request) async throws(RPCError) {
        let origin = request.peer.origin
        guard place.isOpen(to: origin) else {
            throw RPCError(.malformed, "“url” is on this computer or its local network, but the page is not.")
        }
        guard !place.isOwn(of: origin) else { return }
        _ = try await sites.gate.ask(
            InvoiceFetch(place: place, warnings: siteWarnings.warnings(about: request)), for: request)
    }

    /// Broadcasts a payment that the merchant has accepted.
    ///
    /// A rejection by a server does not undo the acceptance.
    private func pass(_ payment: SignedPayment) async {
        if case .accepted = await coins.hand(over: payment).outcome {
            await coins.conclude(payment, .sent)
        } else {
            await coins.conclude(payment, .unknown)
        }
    }

    private func order(for invoice: Invoice, _ request: Request) -> SpendRequest {
        let amount = "\(Bitcoin.DecimalText.text(ofSatoshis: invoice.total)) \(invoice.utxoChain.unit)"
        var order = SpendRequest(
            on: invoice.utxoChain, paying: invoice.outputs,
            sentence: localized(
                "Pay \(amount, as: "amount") to \(invoice.host, as: "merchant")."), verb: localized("Pay"),
            what: TransactionRecord.Summary(
                localizable("Pay \(amount, as: "amount") to \(invoice.host, as: "merchant").")),
            amount: invoice.total)
        order.hidesBalance = sites.grants.hidesBalance(of: invoice.utxoChain, from: request)
        order.rows = [
            Approval.Row(
                localized("Merchant"), .exact(invoice.host), note: localized("checked by TLS"), role: .merchant)
        ]
        if let signer = invoice.signer {
            order.rows.append(
                Approval.Row(localized("Signed by"), .untrusted(signer), note: localized("certificate checked")))
        }
        order.rows.append(Approval.Row(localized("Amount"), .trusted(amount), role: .amount))
        if let memo = invoice.memo, !memo.isEmpty {
            order.rows.append(Approval.Row(localized("For"), .untrusted(memo)))
        }
        if let expires = invoice.expires {
            let minutes = max(1, (expires - coins.now()) / 60)
            order.rows.append(
                Approval.Row(
                    localized("Valid for"),
                    .trusted(
                        localized(
                            "\(minutes, as: "count") minute", plural: "\(minutes, as: "count") minutes", count: minutes)
                    ), role: .expiry))
        }
        order.warnings = siteWarnings.warnings(about: request, isSigning: true)
        if case .messages = invoice.form, invoice.signer == nil {
            order.warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The invoice is not signed. Only the secure connection to \(invoice.host, as: "merchant") \
                        protects it.
                        """)))
        }
        return order
    }
}

/// A request to a server for an invoice that a page wants the wallet to pay.
struct InvoiceFetch: Approvable {
    /// The location of the invoice.
    let place: InvoicePlace

    /// The warnings about the requesting site.
    package let warnings: [Approval.Warning]

    func approval() -> Approval {
        var approval = Approval(
            localized("Fetch an invoice from \(place.server, as: "server")."), verb: localized("Fetch"))
        approval.rows = [
            Approval.Row(localized("Server"), .exact(place.server)),
            Approval.Row(localized("Address"), .untrusted(place.text)),
            Approval.Row(
                localized("Payment"), .trusted(localized("None yet")), note: localized("you see the invoice first")),
        ]
        approval.warnings = warnings + [Approval.Warning(.plain, localized("The server learns your IP address."))]
        approval.doneSentence = localized("The invoice was fetched.")
        return approval
    }
}
