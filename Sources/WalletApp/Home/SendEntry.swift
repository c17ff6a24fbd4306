import BigInt
import Bridge
import Messages
import WalletCore
import WalletMethods

/// What the user entered to send, read strictly.
@MainActor struct SendEntry {
    /// A recipient, and the amount that a link asks for.
    struct Payee: Hashable {
        let address: String
        var name: String?
        var resolved: ResolvedName?
        var amount: BigUInt?
    }

    let holdings: WalletHoldings
    let account: AccountID
    let asset: HeldAsset
    let contacts: [Contact]

    /// The payment in the values of a form or of a command.
    ///
    /// - Parameters:
    ///   - values: The values, by the IDs of ``SendScreens``.
    ///   - payees: The number of recipients.
    ///   - coins: The outpoints of the coins to spend; empty for the wallet's choice.
    /// - Returns: The payment.
    /// - Throws: Which entry cannot be used, and why.
    func read(_ values: [String: String], payees: Int, coins: [String]) async throws(WalletAppError) -> SendForm {
        var shares: [SendForm.Payee] = []
        for place in 0..<payees {
            let (to, amount) = (SendScreens.field("to", place), SendScreens.field("amount", place))
            let recipient = Self.trimmed(values[to])
            let typed = try ServerAnswer.number(values[amount], field: amount)
            // A further recipient whose fields are empty is not meant.
            if place > 0, recipient.isEmpty, typed.isEmpty { continue }
            let payee = try await self.payee(recipient, field: to)
            let share: SendForm.Share
            if payees == 1, values["all"] == "true" {
                guard typed.isEmpty else {
                    throw WalletAppError(field: amount, localized("Leave this empty to send everything."))
                }
                share = .all
            } else if typed.isEmpty, let asked = payee.amount {
                share = .units(asked)
            } else {
                guard let units = asset.units(typed), units > 0 else {
                    throw WalletAppError(
                        field: amount, localized("Enter an amount of \(asset.shownSymbol, as: "symbol"), such as 0.5."))
                }
                share = .units(units)
            }
            shares.append(SendForm.Payee(payee.address, name: payee.name, resolved: payee.resolved, share))
        }
        return SendForm(
            from: account, asset, to: shares, fee: try fee(values), note: Self.trimmed(values["note"]), coins: coins)
    }

    private func fee(_ values: [String: String]) throws(WalletAppError) -> SendForm.Fee {
        if values["fee"] != "rate", !Self.trimmed(values["rate"]).isEmpty {
            throw WalletAppError(
                field: "rate", localized("Choose “Custom” to use this fee, or leave this empty."))
        }
        switch values["fee"] {
        case "rate"?:
            let rate = try ServerAnswer.number(values["rate"], field: "rate")
            guard !rate.isEmpty else {
                throw WalletAppError(field: "rate", localized("Enter the fee, such as 2.5."))
            }
            return .rate(rate)
        case let pace?: return .pace(FeeOffer.Pace(rawValue: pace) ?? .normal)
        case nil: return .pace(.normal)
        }
    }

    /// The recipient in `text`: an address, a payment link, the name of a contact, or a name such as `alice.eth`.
    func payee(_ text: String, field: String = "to") async throws(WalletAppError) -> Payee {
        guard !text.isEmpty else { throw WalletAppError(field: field, localized("Enter a recipient.")) }
        if let contact = contacts.first(where: {
            $0.chain == account.chain.description && $0.name.lowercased() == text.lowercased()
        }) {
            return Payee(address: contact.address, name: contact.name)
        }
        do throws(RPCError) {
            if let payee = try link(text) { return try checked(payee) }
            for source in holdings.names where account.chain.eip155 != nil && source.isName(text) {
                let found = try await source.resolve(text, for: account)
                return Payee(address: found.address, name: found.name, resolved: found)
            }
            return try checked(Payee(address: text))
        } catch {
            throw WalletAppError(field: field, error.sentence)
        }
    }

    private func checked(_ payee: Payee) throws(RPCError) -> Payee {
        let source = try holdings.part(holdings.payments, for: account)
        return Payee(address: try source.address(payee.address, for: account), name: payee.name, amount: payee.amount)
    }

    /// The recipient of a payment link; `nil` if `text` is none.
    private func link(_ text: String) throws(RPCError) -> Payee? {
        guard AskedPayment.isMeant(by: text) else { return nil }
        let asked = try AskedPayment(text, on: account.chain)
        // An address of Bitcoin Cash alone has the form of a link for coins.
        let isAddress = asked.units == nil && account.chain.namespace == "bip122" && asked.isForCoin(of: account.chain)
        guard isAddress || asked.assets.contains(asset.id) else {
            throw RPCError(
                .invalidParameters,
                sentence: asked.assets.contains { $0.chain == account.chain }
                    ? localizable("This link asks for another asset.")
                    : localizable("This link is for another network."))
        }
        return Payee(address: asked.address, amount: asked.units)
    }

    static func trimmed(_ text: String?) -> String { ServerAnswer.trimmed(text) }
}
