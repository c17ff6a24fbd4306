internal import BigInt
internal import Bitcoin
internal import Bridge
internal import Keys
import Messages
internal import WalletCore

extension CoinWallet {
    /// A payment of CashTokens to one recipient: fungible ones by their amount, a non-fungible one by its coin.
    ///
    /// The tokens that are left return to the account. Coins that carry tokens of another category are never touched.
    func tokenOrder(
        _ form: SendForm, _ category: TransactionID, _ spender: LedgerSpender
    ) async throws(RPCError) -> (SpendRequest, [CoinRecipient]) {
        guard let payee = form.payees.first, form.payees.count == 1 else {
            throw RPCError(.failed, sentence: localizable("Tokens can be sent to one recipient at a time."))
        }
        let recipient = try CoinRecipient(payee.address, on: .bitcoinCash)
        let held = spender.free.compactMap { coin in
            coin.coin.output.token.flatMap { $0.token.category == category ? (coin: coin, token: $0.token) : nil }
        }
        let sent: (required: [OwnCoin], outputs: [Output], amount: String)
        let place = spender.fresh(.change)
        guard let own = try? spender.script(at: place) else { throw RPCError(CoinError.keys) }
        if form.coins.isEmpty {
            sent = try fungible(payee.share, of: category, held, to: recipient.destination.script, own)
        } else {
            sent = try item(form.coins, held, to: recipient.destination.script)
        }
        let (row, notes) = await recipient.describe(by: recipients)
        var warnings = notes
        if (try? CashAddress(payee.address))?.isTokenAware != true {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The address does not say that its wallet can hold tokens. A wallet without support for tokens \
                        could lose them.
                        """)))
        }
        var order = SpendRequest(
            on: .bitcoinCash, paying: sent.outputs,
            sentence: localized(
                "Send \(sent.amount, as: "amount") tokens to \(recipient.short, as: "recipient")."),
            verb: localized("Send"),
            rows: [
                row, Approval.Row(localized("Amount"), .trusted(sent.amount), note: localized("tokens"), role: .amount),
                Approval.Row(
                    localized("Token"), .exact(category.description), note: localized("CashToken"), role: .token),
            ] + named(category, payee.share, isItem: !form.coins.isEmpty), warnings: warnings,
            what: TransactionRecord.Summary(
                localizable(
                    """
                    Send \(sent.amount, as: "amount") of the token \(category, as: "token") to \
                    \(recipient.address, as: "recipient").
                    """)),
            amount: nil)
        order.required = sent.required
        order.isToUnknown = await !recipient.isKnown(to: recipients)
        return (order, [recipient])
    }

    /// What the user's registry says about a token; the chain knows only the category and the smallest unit.
    private func named(_ category: TransactionID, _ share: SendForm.Share, isItem: Bool) -> [Approval.Row] {
        guard let entry = registry?[category], let asset = HeldAsset.cashToken(category, registry) else { return [] }
        var rows = [
            Approval.Row(
                localized("Name"), .untrusted("\(entry.name) (\(entry.symbol))"),
                note: localized("according to your registry"))
        ]
        if case .units(let units) = share, !isItem, entry.decimals > 0 {
            rows.append(
                Approval.Row(
                    localized("Amount in the token’s unit"), .trusted(asset.text(units)),
                    note: localized("according to your registry")
                ))
        }
        return rows
    }

    private typealias Held = (coin: OwnCoin, token: CashToken)

    private func fungible(
        _ share: SendForm.Share, of category: TransactionID, _ held: [Held], to script: Script, _ own: Script
    ) throws(RPCError) -> (required: [OwnCoin], outputs: [Output], amount: String) {
        let candidates = held.filter { $0.token.capability == nil && $0.token.amount > 0 }
            .sorted { ($0.token.amount, $1.coin.coin.outPoint) > ($1.token.amount, $0.coin.coin.outPoint) }
        let wanted: UInt64
        switch share {
        case .units(let units):
            guard units > 0, let amount = UInt64(exactly: units), amount <= UInt64(Int64.max) else {
                throw RPCError(.failed, sentence: localizable("The amount is larger than the total supply."))
            }
            wanted = amount
        case .all:
            wanted = min(
                candidates.prefix(Self.mostTokenCoins).reduce(0) { CoinBalance.sum($0, $1.token.amount) },
                UInt64(Int64.max))
        }
        var (chosen, total) = ([OwnCoin](), UInt64(0))
        for candidate in candidates.prefix(Self.mostTokenCoins) where total < wanted {
            chosen.append(candidate.coin)
            total = CoinBalance.sum(total, candidate.token.amount)
        }
        guard total >= wanted, wanted > 0, let sent = CashToken(category: category, amount: wanted) else {
            throw RPCError(.notSent, sentence: localizable("The wallet does not have enough of these tokens."))
        }
        var outputs = [Self.output(sent, to: script)]
        if total > wanted, let rest = CashToken(category: category, amount: total - wanted) {
            outputs.append(Self.output(rest, to: own))
        }
        return (chosen, outputs, String(wanted))
    }

    /// The non-fungible token of one chosen coin, unchanged, with the fungible tokens of the same coin.
    private func item(
        _ coins: [String], _ held: [Held], to script: Script
    ) throws(RPCError) -> (required: [OwnCoin], outputs: [Output], amount: String) {
        guard let text = coins.first, coins.count == 1,
            let item = held.first(where: { $0.coin.coin.outPoint.description == text })
        else {
            throw RPCError(.failed, sentence: localizable("Choose one coin with tokens of this kind."))
        }
        return ([item.coin], [Self.output(item.token, to: script)], localized("the chosen"))
    }

    /// The maximum number of coins with tokens that one transaction spends.
    private static let mostTokenCoins = 100

    /// An output with a token and the smallest value that is relayed.
    private static func output(_ token: CashToken, to script: Script) -> Output {
        let field = Output(0, token, to: script).script
        return Output(UTXOChain.bitcoinCash.dust(of: field), token, to: script)
    }
}
