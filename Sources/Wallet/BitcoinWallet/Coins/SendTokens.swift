package import Bitcoin
package import Bridge
import Messages
package import WalletCore

/// Sends tokens of the Simple Ledger Protocol (type 1) to an address, from coins whose tokens are known to be valid.
@MainActor package struct SendTokens {
    let coins: CoinSender
    let recipients: any RecipientBook
    let sites: SiteAccounts
    let siteWarnings: SiteWarnings

    /// Creates the component that sends tokens of `coins`, for the sites in `sites`.
    package init(
        coins: CoinSender, recipients: any RecipientBook, sites: SiteAccounts, siteWarnings: SiteWarnings
    ) {
        self.coins = coins
        self.recipients = recipients
        self.sites = sites
        self.siteWarnings = siteWarnings
    }

    /// The maximum number of coins with tokens that one transaction spends.
    private static let mostInputs = 100

    /// Sends `value` of `token`, an amount in whole tokens rather than the smallest unit, to the address `recipient`.
    package func send(
        _ value: String, of token: TransactionID, to recipient: String, for request: Request
    ) async throws(RPCError) -> TransactionID {
        let recipient = try CoinRecipient(token: recipient, field: "to", on: coins.siteChains)
        let turn = try await sites.gate.turn(for: request)
        defer { turn.end() }
        let utxoChain = recipient.utxoChain
        let account = try await coins.synchronised(utxoChain)
        let genesis = try await genesis(of: token, account)
        let quantity = try Self.quantity(of: value, genesis)
        let hidesBalance = sites.grants.hidesBalance(of: utxoChain, from: request)
        let (spent, brought, others): ([OwnCoin], UInt64, UInt64)
        do throws(RPCError) {
            (spent, brought, others) = try await coins(holding: token, atLeast: quantity, account)
        } catch {
            throw await coins.failure(error, hidesBalance: hidesBalance, for: request, in: turn)
        }
        let rest = brought - quantity
        let change = account.fresh(.tokenChange)
        guard let script = try? account.script(at: change) else { throw RPCError(CoinError.keys) }
        let message = SLPMessage.send(
            .fungible, token: token, quantities: rest > 0 ? [quantity, rest] : [quantity])
        var outputs = [Output(0, to: message.script), Self.transport(for: recipient.destination.script)]
        if rest > 0 { outputs.append(Self.transport(for: script)) }
        let amount = Bitcoin.DecimalText.text(of: quantity, decimals: Int(genesis.decimals))
        let (row, notes) = await recipient.describe(by: recipients)
        var warnings = notes
        if CoinBalance.isNearlyAll(quantity, of: CoinBalance.sum(brought, others)) {
            let isKnown = await recipient.isKnown(to: recipients)
            warnings.append(
                isKnown
                    ? Approval.Warning(.caution, localized("This is nearly all that you have of it."))
                    : Approval.Warning(
                        .danger,
                        localized("This is nearly all that you have of it, sent to an address that is new to you.")))
        }
        var order = SpendRequest(
            on: utxoChain, paying: outputs,
            sentence: localized(
                "Send \(amount, as: "amount") token to \(recipient.short, as: "recipient").",
                plural: "Send \(amount, as: "amount") tokens to \(recipient.short, as: "recipient").",
                count: UInt(amount) ?? 2),
            verb: localized("Send"), rows: [row] + rows(of: token, genesis, amount, rest),
            warnings: siteWarnings.warnings(about: request, isSigning: true) + warnings,
            what: TransactionRecord.Summary(
                localizable(
                    """
                    Send \(amount, as: "amount") of the token \(token, as: "token") to \
                    \(recipient.address, as: "recipient").
                    """)),
            amount: nil)
        order.required = spent
        order.hidesBalance = hidesBalance
        let payment = try await coins.sign(order, with: account, for: request, in: turn)
        account.use(change)
        let id = try await coins.finish(payment, for: request)
        await recipients.remember(recipient, at: coins.now())
        return id
    }

    /// An output with the smallest value that is relayed.
    package static func transport(for script: Script) -> Output {
        Output(UTXOChain.Ledger.bitcoinCash.dust(of: script), to: script)
    }

    /// The amount in the token's smallest unit, from an amount in whole tokens.
    static func quantity(of text: String, _ genesis: SLPGenesis) throws(RPCError) -> UInt64 {
        do throws(BitcoinError) {
            let units = try Bitcoin.DecimalText.units(of: text, decimals: Int(genesis.decimals))
            guard units > 0 else { throw BitcoinError.amount(.zero) }
            guard let quantity = UInt64(exactly: units) else { throw BitcoinError.amount(.tooLarge) }
            return quantity
        } catch {
            throw RPCError(error)
        }
    }

    private func rows(
        of token: TransactionID, _ genesis: SLPGenesis, _ amount: String, _ rest: UInt64
    ) -> [Approval.Row] {
        var rows = [Approval.Row(localized("Amount"), .trusted(amount), note: localized("tokens"), role: .amount)]
        rows.append(
            Approval.Row(localized("Symbol"), .untrusted(genesis.tickerText ?? ""), note: localized("not verified")))
        if let name = genesis.nameText, !name.isEmpty { rows.append(Approval.Row(localized("Name"), .untrusted(name))) }
        rows.append(
            Approval.Row(localized("Token"), .exact(token.description), note: localized("SLP type 1"), role: .token))
        if rest > 0 {
            let left = Bitcoin.DecimalText.text(of: rest, decimals: Int(genesis.decimals))
            rows.append(
                Approval.Row(
                    localized("Token change"), .trusted(left), note: localized("returns to you"), role: .change))
        }
        return rows
    }

    private func genesis(of token: TransactionID, _ account: CoinAccount) async throws(RPCError) -> SLPGenesis {
        let transaction: BitcoinTransaction
        do throws(CoinError) {
            transaction = try await account.transaction(token).transaction
        } catch .notFound {
            throw RPCError(.unsupported, "There is no token with this id.")
        } catch {
            throw RPCError(error)
        }
        guard case .genesis(.fungible, let genesis)? = SLPHistory.message(of: transaction) else {
            throw RPCError(.unsupported, "The wallet sends only tokens of type 1, and this token has a different type.")
        }
        return genesis
    }

    /// The coins whose tokens are valid, the largest first, until they are enough; their token amount, and the amount
    /// that the remaining coins claim to have.
    private func coins(
        holding token: TransactionID, atLeast quantity: UInt64, _ account: CoinAccount
    ) async throws(RPCError) -> ([OwnCoin], UInt64, others: UInt64) {
        func claimed(_ coin: OwnCoin) -> UInt64 {
            guard case .slp(let share) = coin.burden, share.token == token, share.kind == .fungible, !share.isBaton
            else {
                return 0
            }
            return share.quantity
        }
        let candidates = account.free.filter { claimed($0) > 0 }
            .sorted { (claimed($0), $1.coin.outPoint) > (claimed($1), $0.coin.outPoint) }
        var (chosen, total, budget, isUnknown) = ([OwnCoin](), UInt64(0), SLPValidator.most, false)
        var looked = 0
        for coin in candidates.prefix(Self.mostInputs) where total < quantity {
            looked += 1
            let share: SLPOutput?
            do throws(CoinError) {
                share = try await SLPValidator(account: account).share(of: coin.coin.outPoint, budget: &budget)
            } catch {
                throw RPCError(error)
            }
            if account.tokenHistory[coin.coin.outPoint.transaction] == nil { isUnknown = true }
            guard let share, !total.addingReportingOverflow(share.quantity).overflow else { continue }
            chosen.append(coin)
            total += share.quantity  // No trap: a coin with which it would overflow is passed over above.
        }
        guard total >= quantity else {
            throw isUnknown
                ? RPCError(
                    .unsupported,
                    sentence: localizable(
                        "The history of these tokens is too long to verify, so they were not sent."))
                : RPCError(.notSent, sentence: localizable("The wallet does not have enough of these tokens."))
        }
        let others = candidates.dropFirst(looked).reduce(0) { CoinBalance.sum($0, claimed($1)) }
        return (chosen, total, others)
    }
}
