internal import BigInt
internal import Bitcoin
package import Bridge
import Messages
package import WalletCore

extension CoinWallet: PaymentSource {
    /// The assets that an account can send, its coin first.
    package func assets(of id: AccountID) -> [HeldAsset] {
        guard isOpen, let snapshot = snapshots[id] else { return [] }
        // Without the keys, only payments on Bitcoin can be prepared for the wallet that has them.
        guard !snapshot.record.isWatchOnly || snapshot.record.utxoChain.ledger == .bitcoin else { return [] }
        return Self.summary(of: snapshot, registry(for: snapshot.record.utxoChain)).balances.map(\.asset)
    }

    /// Checks the text of an address.
    package func address(_ text: String, for id: AccountID) throws(RPCError) -> String {
        let utxoChain = try account(id).snapshot.record.utxoChain
        do throws(BitcoinError) {
            let destination = try Destination(text, on: utxoChain)
            // The token-aware form says that the recipient can hold tokens, so it is kept.
            if utxoChain.ledger == .bitcoinCash,
                let aware = try? CashAddress(text, prefix: utxoChain.network.cashPrefix), aware.isTokenAware
            {
                return aware.description
            }
            // The approval warns about the form that is the same on Bitcoin, so it is kept.
            if utxoChain.ledger == .bitcoinCash, Destination.isOldForm(text) { return text }
            guard let address = destination.address(on: utxoChain) else { throw BitcoinError.address(.form) }
            return address
        } catch {
            throw RPCError(.failed, sentence: utxoChain.refusal(of: text))
        }
    }

    /// The three speeds, from slow to fast.
    package func fees(of id: AccountID) async throws(RPCError) -> [FeeOffer] {
        let utxoChain = try account(id).snapshot.record.utxoChain
        guard let server = coins.servers[utxoChain] else { throw RPCError(CoinError.notConfigured) }
        let rates = await FeeRates(asking: server, on: utxoChain)
        // Only rates that a server has estimated are offered.
        guard rates.isEstimated else { return [] }
        return [(FeeOffer.Pace.slow, rates.patient), (.normal, rates.normal), (.fast, rates.fast)].map { pace, rate in
            FeeOffer(pace, rate: rate.text, unit: utxoChain.feeRateUnit)
        }
    }

    /// Shows the ordinary approval, signs, records and sends.
    package func send(_ form: SendForm, for request: Request) async throws(RPCError) -> String {
        let (synchroniser, snapshot) = try account(form.account)
        let turn = try await coins.gate.turn(for: request)
        defer { turn.end() }
        let spender = try await spender(synchroniser)
        let prepared = try await order(form, snapshot.record.utxoChain, spender)
        let payment = try await coins.sign(prepared.order, with: spender, for: request, in: turn)
        // The note is about what was signed, whatever becomes of it.
        if !form.note.isEmpty { try? await synchroniser.label(form.note, .transaction(payment.id)) }
        let id = try await finish(payment, from: synchroniser, for: request)
        for recipient in prepared.recipients { await recipients.remember(recipient, at: coins.now()) }
        return id.description
    }

    /// An account that is up to date, for a payment; without its keys only if the wallet does not sign.
    func spender(_ synchroniser: AccountSynchroniser, signs: Bool = true) async throws(RPCError) -> LedgerSpender {
        let record = synchroniser.record
        guard !record.isWatchOnly || !signs else {
            throw RPCError(
                .unsupported, sentence: localizable("The keys of this account are in another wallet."))
        }
        guard let server = coins.servers[record.utxoChain] else { throw RPCError(CoinError.notConfigured) }
        let spender = await LedgerSpender(synchroniser, server: server, journal: journal)
        do throws(CoinError) {
            try await spender.synchronise()
        } catch {
            if error.isOfTheServers { coins.problems.tell((record.utxoChain, .failing)) }
            throw RPCError(error)
        }
        return spender
    }

    /// Sends a signed payment, and brings an account that it concerns up to date; what cannot be asked now is asked
    /// later.
    ///
    /// - Throws: As ``CoinSender/finish(_:for:)``.
    func finish(
        _ payment: SignedPayment, from synchroniser: AccountSynchroniser?, for request: Request
    ) async throws(RPCError) -> TransactionID {
        let id: TransactionID
        do throws(RPCError) {
            id = try await coins.finish(payment, for: request)
        } catch {
            changes.note()
            throw error
        }
        // Only a payment that a server has shown changes what the account can spend.
        try? await synchroniser?.add(accepted: payment.bytes, named: id)
        try? await synchroniser?.synchronise()
        changes.note()
        return id
    }

    func order(
        _ form: SendForm, _ utxoChain: UTXOChain, _ spender: LedgerSpender
    ) async throws(RPCError) -> (order: SpendRequest, recipients: [CoinRecipient]) {
        guard !form.payees.isEmpty, form.payees.count <= SendForm.mostPayees(on: utxoChain.chainID) else {
            throw RPCError(.failed, sentence: localizable("A payment has 1 to 250 recipients."))
        }
        guard form.payees.count(where: { $0.share == .all }) <= 1 else {
            throw RPCError(.failed, sentence: localizable("Only one recipient can get everything that is left."))
        }
        var order: SpendRequest
        var recipients: [CoinRecipient] = []
        if let category = form.asset.id.cashToken {
            (order, recipients) = try await tokenOrder(form, category, spender)
        } else if !form.asset.id.isCoin {
            throw RPCError(
                .unsupported,
                sentence: localizable(
                    "Tokens of the Simple Ledger Protocol (SLP) are sent only at the request of a site."))
        } else {
            (order, recipients) = try await coinOrder(form, spender)
            for text in form.coins {
                guard let coin = OutPoint(text) else { throw RPCError(BitcoinError.coins(.unavailable)) }
                order.chosen.insert(coin)
            }
        }
        order.isReplaceable = utxoChain.ledger == .bitcoin
        order.fee = try Self.fee(form.fee)
        return (order, recipients)
    }

    static func fee(_ fee: SendForm.Fee) throws(RPCError) -> SpendRequest.Fee {
        switch fee {
        case .pace(let pace): return .pace(pace)
        case .rate(let text):
            do throws(BitcoinError) {
                return .rate(try FeeRate(satoshisPerByte: text))
            } catch {
                throw RPCError(.failed, sentence: localizable("The fee rate must be a number, such as 2.5."))
            }
        }
    }

    /// A payment of coins to one or more recipients.
    private func coinOrder(
        _ form: SendForm, _ spender: LedgerSpender
    ) async throws(RPCError) -> (SpendRequest, [CoinRecipient]) {
        let utxoChain = spender.utxoChain
        var (outputs, rows, warnings) = ([Output](), [Approval.Row](), [Approval.Warning]())
        var (all, isToUnknown, total) = ([CoinRecipient](), false, UInt64(0))
        var everythingTo: Int?
        for (index, payee) in form.payees.enumerated() {
            let recipient = try CoinRecipient(payee.address, on: utxoChain)
            let isOwn = spender.known.paths[recipient.destination.script] != nil
            let (row, notes) =
                isOwn ? recipient.describeAsOwn() : await recipient.describe(by: recipients)
            if !isOwn, await !recipient.isKnown(to: recipients) { isToUnknown = true }
            rows.append(payee.name.map { Approval.Row(row.label, row.value, note: $0, role: .recipient) } ?? row)
            for warning in notes where !warnings.contains(warning) { warnings.append(warning) }
            let amount: String
            switch payee.share {
            case .all:
                everythingTo = index
                outputs.append(Output(0, to: recipient.destination.script))
                amount = localized("everything that is left")
            case .units(let units):
                let value = try Self.satoshis(units, to: recipient)
                outputs.append(Output(value, to: recipient.destination.script))
                total = CoinBalance.sum(total, value)
                amount = Self.text(value, utxoChain)
            }
            rows.append(Approval.Row(localized("Amount"), .trusted(amount), role: .amount))
            all.append(recipient)
        }
        let scheme = spender.scheme(onBitcoinCash: coins.bitcoinCashLock)
        let isPart = everythingTo != nil && form.coins.isEmpty && !spender.everything(paying: outputs, scheme).areAll
        let (sentence, what) =
            isPart ? Self.sentencesOfPart(all) : Self.sentences(all, total, hasRest: everythingTo != nil, utxoChain)
        var order = SpendRequest(
            on: utxoChain, paying: outputs, sentence: sentence, verb: localized("Send"), rows: rows,
            warnings: warnings, what: what, amount: everythingTo == nil ? total : nil)
        order.isToUnknown = isToUnknown
        order.everythingTo = everythingTo
        return (order, all)
    }

    private static func sentences(
        _ recipients: [CoinRecipient], _ total: UInt64, hasRest: Bool, _ utxoChain: UTXOChain
    ) -> (String, TransactionRecord.Summary) {
        let amount = text(total, utxoChain)
        guard let only = recipients.first, recipients.count == 1 else {
            let count = recipients.count
            return hasRest
                ? (
                    localized("Send everything to \(count, as: "count") recipients."),
                    TransactionRecord.Summary(localizable("Send everything to \(count, as: "count") recipients."))
                )
                : (
                    localized("Send \(amount, as: "amount") to \(count, as: "count") recipients."),
                    TransactionRecord.Summary(
                        localizable("Send \(amount, as: "amount") to \(count, as: "count") recipients."))
                )
        }
        return hasRest
            ? (
                localized("Send everything to \(only.short, as: "recipient")."),
                TransactionRecord.Summary(localizable("Send everything to \(only.address, as: "recipient")."))
            )
            : (
                localized("Send \(amount, as: "amount") to \(only.short, as: "recipient")."),
                TransactionRecord.Summary(
                    localizable("Send \(amount, as: "amount") to \(only.address, as: "recipient")."))
            )
    }

    /// The sentences of a payment of everything whose coins do not all fit into one transaction.
    private static func sentencesOfPart(_ recipients: [CoinRecipient]) -> (String, TransactionRecord.Summary) {
        guard let only = recipients.first, recipients.count == 1 else {
            let count = recipients.count
            return (
                localized("Send the largest coins to \(count, as: "count") recipients."),
                TransactionRecord.Summary(localizable("Send the largest coins to \(count, as: "count") recipients."))
            )
        }
        return (
            localized("Send the largest coins to \(only.short, as: "recipient")."),
            TransactionRecord.Summary(localizable("Send the largest coins to \(only.address, as: "recipient")."))
        )
    }

    private static func satoshis(_ units: BigUInt, to recipient: CoinRecipient) throws(RPCError) -> UInt64 {
        guard units > 0 else { throw amountError(.zero) }
        guard let value = UInt64(exactly: units), value <= UTXOChain.allMoney else { throw amountError(.tooLarge) }
        guard value >= recipient.utxoChain.ledger.dust(of: recipient.destination.script) else {
            throw amountError(.dust)
        }
        return value
    }

    private static func amountError(_ reason: BitcoinError.Amount) -> RPCError {
        let sentence =
            switch reason {
            case .zero: localizable("The amount must be more than zero.")
            case .dust: localizable("The amount is so small that the network would not relay it.")
            default: localizable("The amount is larger than the total supply.")
            }
        return RPCError(.failed, sentence: sentence)
    }

    static func text(_ satoshis: UInt64, _ utxoChain: UTXOChain) -> String {
        "\(Bitcoin.DecimalText.text(ofSatoshis: satoshis)) \(utxoChain.unit)"
    }
}

extension CashAddress {
    /// Whether the form says that tokens can be received.
    var isTokenAware: Bool { kind == .tokenPublicKey || kind == .tokenScript }
}
