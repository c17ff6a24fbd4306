import BigInt
import Bitcoin
import BitcoinWallet
package import Bridge
import Messages
package import WalletCore
import WalletMethods

/// Sends coins or tokens, after the approval.
///
/// From a watch-only account, nothing is sent: the outcome is a PSBT for the wallet with the keys.
public struct Send: WalletCommand {
    /// How much a recipient gets.
    public enum Amount: Hashable, Sendable {
        /// Everything that is left after the fee; for a single recipient.
        case all

        /// As it was typed; what a payment link asks for if it is empty.
        case typed(String)
    }

    /// A recipient.
    public struct Payee: Codable, Hashable, Sendable {
        /// An address, a payment link, the name of a contact, or a name such as `alice.eth`.
        let to: String

        let amount: Amount

        /// A recipient of an amount.
        public init(_ to: String, _ amount: Amount) { (self.to, self.amount) = (to, amount) }
    }

    /// What it gives.
    public enum Outcome: Codable, Hashable, Sendable {
        /// It was sent, as far as is known.
        case sent(SentTransaction)

        /// The Base64 text of a PSBT.
        case psbt(String)

        private enum CodingKeys: CodingKey { case psbt }

        /// Decodes it.
        public init(from decoder: any Decoder) throws {
            let prepared = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .psbt)
            self = try prepared.map { .psbt($0) } ?? .sent(SentTransaction(from: decoder))
        }

        /// Encodes it.
        public func encode(to encoder: any Encoder) throws {
            switch self {
            case .sent(let sent): try sent.encode(to: encoder)
            case .psbt(let text):
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(text, forKey: .psbt)
            }
        }
    }

    /// The name on the socket.
    public static let name = "send"

    let asset: AssetReference
    let payees: [Payee]
    let fee: SendForm.Fee

    /// The user's note, kept in the history and never sent.
    let note: String

    /// The outpoints (`TXID:INDEX`) of the coins to spend; empty for the wallet's choice.
    let coins: [String]

    /// A payment of an asset; `fee` is `slow`, `normal`, `fast`, or a rate: satoshis per (virtual) byte, or gwei per gas.
    public init(_ asset: AssetReference, to payees: [Payee], fee: String = "normal", note: String = "") {
        self.init(asset, to: payees, fee: SendForm.Fee(fee), note: note)
    }

    /// A payment of an asset; it spends `coins` if there are any.
    package init(
        _ asset: AssetReference, to payees: [Payee], fee: SendForm.Fee, note: String = "", coins: [String] = []
    ) {
        (self.asset, self.payees, self.fee, self.note, self.coins) = (asset, payees, fee, note, coins)
    }

    /// The name of a field of the recipient at an index, for errors: `to` and `amount`, then `to2` and `amount2`.
    package static func field(_ first: FieldID, _ index: Int) -> FieldID {
        index == 0 ? first : FieldID("\(first.rawValue)\(index + 1)")
    }

    /// Sends it.
    public func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        let holdings = wallet.holdings
        let (account, balance) = try asset.find(in: holdings.accounts)
        let most = SendForm.mostPayees(on: account.id.chain)
        guard 1...most ~= payees.count else {
            throw WalletError(
                .usage,
                localized(
                    "A payment has 1 recipient on this network.",
                    plural: "A payment has 1 to \(most, as: "count") recipients.", count: most))
        }
        let contacts = (try? await holdings.contacts.contacts()) ?? []
        let reading = SendReading(
            holdings: holdings, account: account.id, asset: balance.asset,
            contacts: contacts.filter { $0.chain == account.id.chain.description })
        let form = try await reading.form(of: self)
        if account.isWatchOnly {
            return .psbt(
                try await WalletError.of { () throws(RPCError) in try await holdings.draft(form).base64 })
        }
        if balance.state == .noServer { throw Self.noServer(of: account) }
        let sent = try await WalletError.of { () throws(RPCError) in
            try await wallet.send("send", on: account.id.chain) { request throws(RPCError) in
                try await holdings.part(holdings.payments, for: account.id).send(form, for: request)
            }
        }
        // A payment that was sent is sent, even if its note cannot be kept.
        if !form.note.isEmpty { try? await holdings.note(form.note, on: sent.txid, of: account.id) }
        return .sent(sent)
    }

    private static func noServer(of account: AccountSummary) -> WalletError {
        let kind = account.id.chain.eip155.map(String.init) ?? account.balances.first?.asset.symbol ?? ""
        return WalletError(
            .failed,
            localized(
                """
                No server is set for \(account.shownChain, as: "network"). Set one with `drawbridge endpoint \
                set \(kind, as: "networkID") ADDRESS`.
                """))
    }
}

extension Send.Amount: Codable {
    /// The amount as a person types it in a command; `all` for everything.
    public init(_ text: String) { self = text == "all" ? .all : .typed(text) }

    /// Decodes it.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .all: try container.encode("all")
        case .typed(let text): try container.encode(text)
        }
    }
}

/// Reads what a person typed to send, strictly.
@MainActor struct SendReading {
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

    /// The contacts on the chain.
    let contacts: [Contact]

    /// The payment.
    ///
    /// - Throws: Which entry cannot be used, and why: a field of ``Send/field(_:_:)``, or `rate`.
    func form(of send: Send) async throws(WalletError) -> SendForm {
        var shares: [SendForm.Payee] = []
        for (index, entered) in send.payees.enumerated() {
            let field = Send.field(.amount, index)
            let (recipient, isAll) = (EnteredText.trimmed(entered.to), entered.amount == .all && send.payees.count == 1)
            var typed = ""
            if case .typed(let text) = entered.amount { typed = try EnteredText.number(text, field: field) }
            // A further recipient whose fields are empty is not meant.
            if index > 0, recipient.isEmpty, typed.isEmpty { continue }
            let payee = try await self.payee(recipient, field: Send.field(.to, index))
            let share: SendForm.Share
            if isAll {
                share = .all
            } else if typed.isEmpty, let asked = payee.amount {
                share = .units(asked)
            } else {
                guard let units = asset.units(typed), units > 0 else {
                    throw WalletError(
                        field: field, localized("Enter an amount of \(asset.shownSymbol, as: "symbol"), such as 0.5."))
                }
                share = .units(units)
            }
            shares.append(SendForm.Payee(payee.address, name: payee.name, resolved: payee.resolved, share))
        }
        return SendForm(
            from: account, asset, to: shares, fee: try fee(send.fee), note: EnteredText.trimmed(send.note),
            coins: send.coins)
    }

    private func fee(_ fee: SendForm.Fee) throws(WalletError) -> SendForm.Fee {
        guard case .rate(let text) = fee else { return fee }
        let rate = try EnteredText.number(text, field: .rate)
        guard !rate.isEmpty else { throw WalletError(field: .rate, localized("Enter the fee, such as 2.5.")) }
        return .rate(rate)
    }

    /// The recipient in `text`.
    private func payee(_ text: String, field: FieldID) async throws(WalletError) -> Payee {
        guard !text.isEmpty else { throw WalletError(field: field, localized("Enter a recipient.")) }
        if let contact = contacts.first(where: { $0.name.lowercased() == text.lowercased() }) {
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
            throw WalletError(field: field, error.sentence)
        }
    }

    private func checked(_ payee: Payee) throws(RPCError) -> Payee {
        let source = try holdings.part(holdings.payments, for: account)
        return Payee(address: try source.address(payee.address, for: account), name: payee.name, amount: payee.amount)
    }

    /// The recipient of a payment link; `nil` for other text.
    private func link(_ text: String) throws(RPCError) -> Payee? {
        guard AskedPayment.isMeant(by: text) else { return nil }
        let asked = try AskedPayment(text, on: account.chain)
        // An address of Bitcoin Cash alone has the form of a link for coins.
        let isAddress = asked.units == nil && account.chain.namespace == "bip122" && asked.isForCoin(of: account.chain)
        guard isAddress || asked.assets.contains(asset.id) else {
            let other = asked.assets.first { $0.chain == account.chain }
            throw RPCError(
                .invalidParameters,
                sentence: other.map {
                    $0.isCoin
                        ? localizable("This link asks for the coin of the network, not for a token.")
                        : localizable("This link asks for the token \($0.reference, as: "token").")
                } ?? localizable("This link is for another network."))
        }
        return Payee(address: asked.address, amount: asked.units)
    }
}

extension WalletHoldings {
    /// A payment from an account that is only watched, for the wallet with its keys.
    fileprivate func draft(_ form: SendForm) async throws(RPCError) -> PSBT {
        guard form.account.chain.eip155 == nil else {
            throw RPCError(.unsupported, sentence: localizable("The key of this account is in another wallet."))
        }
        return try await coinWallet.draft(form)
    }
}
