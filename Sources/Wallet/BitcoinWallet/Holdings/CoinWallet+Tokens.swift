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
        let recipient = try CoinRecipient(payee.address, on: spender.utxoChain)
        let held = spender.free.compactMap { coin in
            coin.coin.output.token.flatMap { $0.token.category == category ? (coin: coin, token: $0.token) : nil }
        }
        let inItems = held.filter { $0.token.capability != nil }.reduce(0) { CoinBalance.sum($0, $1.token.amount) }
        let sent: Sent
        let place = spender.fresh(.change)
        guard let own = try? spender.script(at: place) else { throw RPCError(CoinError.keys) }
        let chosen = try Self.chosen(form.coins, among: held)
        if let item = chosen.first(where: { $0.token.capability != nil }) {
            guard chosen.count == 1, payee.share == .all else { throw Self.itemError }
            sent = Sent(
                required: [item.coin], outputs: [Self.output(item.token, to: recipient.destination.script)],
                token: item.token)
        } else {
            do throws(RPCError) {
                sent = try fungible(
                    payee.share, of: category, chosen.isEmpty ? held : chosen, spendsAll: !chosen.isEmpty,
                    to: recipient.destination.script, own)
            } catch {
                throw error.kind == .notSent && chosen.isEmpty && inItems > 0 ? Self.tooFew(besides: inItems) : error
            }
        }
        let (row, notes) = await recipient.describe(by: recipients)
        var warnings = notes
        if (try? CashAddress(payee.address, prefix: nil))?.isTokenAware != true {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The address does not say that its wallet can hold tokens. A wallet without support for tokens \
                        could lose them.
                        """)))
        }
        if sent.token.capability == .minting {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        This item can mint. Its new owner can create any number of tokens of this category.
                        """)))
        }
        var order = SpendRequest(
            on: spender.utxoChain, paying: sent.outputs, sentence: Self.sentence(sent.token, to: recipient),
            verb: localized("Send"),
            rows: [row] + Self.rows(of: sent.token)
                + (payee.share == .all && chosen.isEmpty ? Self.rows(left: inItems) : [])
                + named(sent.token, on: spender.utxoChain),
            warnings: warnings, what: Self.summary(sent.token, to: recipient), amount: nil)
        order.required = sent.required
        order.isToUnknown = await !recipient.isKnown(to: recipients)
        return (order, [recipient])
    }

    /// What the user's registry says about a token; the chain knows only the category and the smallest unit.
    private func named(_ token: CashToken, on utxoChain: UTXOChain) -> [Approval.Row] {
        guard let registry = registry(for: utxoChain), let entry = registry[token.category],
            let asset = HeldAsset.cashToken(token.category, on: utxoChain, registry)
        else { return [] }
        var rows = [
            Approval.Row(
                localized("Name"), .untrusted("\(entry.name) (\(entry.symbol))"),
                note: localized("according to your registry"))
        ]
        if token.amount > 0, entry.decimals > 0 {
            rows.append(
                Approval.Row(
                    localized("Amount in the token’s unit"), .trusted(asset.text(BigUInt(token.amount))),
                    note: localized("according to your registry")))
        }
        return rows
    }

    private typealias Held = (coin: OwnCoin, token: CashToken)

    /// What leaves the account, and how.
    private struct Sent {
        let required: [OwnCoin]
        let outputs: [Output]
        let token: CashToken
    }

    /// The chosen coins with their tokens.
    ///
    /// - Throws: If one of them cannot be spent or carries no token of the category.
    private static func chosen(_ coins: [String], among held: [Held]) throws(RPCError) -> [Held] {
        var chosen: [Held] = []
        for text in Set(coins) {
            guard let found = held.first(where: { $0.coin.coin.outPoint.description == text }) else {
                throw RPCError(BitcoinError.coins(.unavailable))
            }
            chosen.append(found)
        }
        guard chosen.count <= mostTokenCoins else { throw RPCError(BitcoinError.coins(.tooMany)) }
        return chosen
    }

    private static let itemError = RPCError(
        .failed,
        sentence: localizable(
            """
            A non-fungible token is sent alone and as a whole. Choose one coin, and send everything instead of an amount.
            """))

    private func fungible(
        _ share: SendForm.Share, of category: TransactionID, _ held: [Held], spendsAll: Bool, to script: Script,
        _ own: Script
    ) throws(RPCError) -> Sent {
        // With chosen coins, all of them are spent, as in a payment of satoshis.
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
        for candidate in candidates.prefix(Self.mostTokenCoins) where spendsAll || total < wanted {
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
        return Sent(required: chosen, outputs: outputs, token: sent)
    }

    private static func sentence(_ token: CashToken, to recipient: CoinRecipient) -> String {
        token.capability == nil
            ? localized(
                "Send \(String(token.amount), as: "amount") tokens to \(recipient.short, as: "recipient").")
            : localized("Send a non-fungible token to \(recipient.short, as: "recipient").")
    }

    private static func summary(_ token: CashToken, to recipient: CoinRecipient) -> TransactionRecord.Summary {
        TransactionRecord.Summary(
            token.capability == nil
                ? localizable(
                    """
                    Send \(String(token.amount), as: "amount") of the token \(token.category, as: "token") to \
                    \(recipient.address, as: "recipient").
                    """)
                : localizable(
                    """
                    Send a non-fungible token of \(token.category, as: "token") to \
                    \(recipient.address, as: "recipient").
                    """))
    }

    /// The amount, the category, and what a non-fungible token carries.
    private static func rows(of token: CashToken) -> [Approval.Row] {
        var rows: [Approval.Row] = []
        if token.amount > 0 || token.capability == nil {
            rows.append(
                Approval.Row(
                    localized("Amount"), .trusted(String(token.amount)), note: localized("tokens"), role: .amount))
        }
        rows.append(
            Approval.Row(
                localized("Token"), .exact(token.category.description), note: localized("CashToken"), role: .token))
        return rows + token.itemRows
    }

    /// The tokens that stay when all are sent, because they are on non-fungible tokens.
    private static func rows(left inItems: UInt64) -> [Approval.Row] {
        guard inItems > 0 else { return [] }
        return [
            Approval.Row(
                localized("Not sent"), .trusted(String(inItems)),
                note: localized("tokens on non-fungible tokens, which are sent as a whole"))
        ]
    }

    private static func tooFew(besides inItems: UInt64) -> RPCError {
        RPCError(
            .notSent,
            sentence: localizable(
                """
                The wallet does not have enough of these tokens: \(String(inItems), as: "amount") of them are on \
                non-fungible tokens, and are sent only with them.
                """))
    }

    /// The maximum number of coins with tokens that one transaction spends.
    private static let mostTokenCoins = 100

    /// An output with a token and the smallest value that is relayed.
    private static func output(_ token: CashToken, to script: Script) -> Output {
        let field = Output(0, token, to: script).script
        return Output(UTXOChain.Ledger.bitcoinCash.dust(of: field), token, to: script)
    }
}
