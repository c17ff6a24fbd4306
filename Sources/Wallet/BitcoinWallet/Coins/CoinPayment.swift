internal import Bitcoin
internal import Bridge
internal import Keys
import Messages
internal import Primitives
import WalletCore

/// A payment of Bitcoin or Bitcoin Cash that the user can approve.
struct CoinPayment: CoinSignable {
    /// What will be signed.
    let prepared: PreparedPayment

    /// The fee rates that the server reports.
    let rates: FeeRates

    /// What the account holds.
    let balance: CoinBalance

    /// An unusable rate that the user typed, and the reason why it cannot be used.
    private var refused: (rate: String, problem: String)?

    /// The ``/Bridge/Adjustment/id`` of the fee rate.
    static let adjustment = "fee-rate"

    /// What the wallet's keys sign.
    let payload: [UInt8]

    /// Describes a payment without blocking the window: for coins without witnesses, each signature is one of the whole
    /// transaction.
    init(prepared: PreparedPayment, rates: FeeRates, balance: CoinBalance) async {
        self.prepared = prepared
        self.rates = rates
        self.balance = balance
        payload = await Self.payload(of: prepared.draft)
    }

    @concurrent private static func payload(of draft: UnsignedBitcoinTransaction) async -> [UInt8] { draft.payload }

    /// The same payment, which cannot be approved while the field contains `rate`, as the user typed it.
    func refusing(_ rate: String, because problem: String) -> CoinPayment {
        var payment = self
        payment.refused = (rate, problem)
        return payment
    }

    var account: AccountID? {
        ChainID(order.utxoChain.chain).map { AccountID(chain: $0, address: prepared.from) }
    }

    var unsigned: UnsignedBitcoinTransaction { prepared.draft }
    var utxoChain: UTXOChain { order.utxoChain }
    var from: String { prepared.from }
    var isOfActiveAccount: Bool { prepared.isActive }

    func path(ofInput place: Int) throws(KeyError) -> DerivationPath {
        guard prepared.paths.indices.contains(place) else { throw .pathOutOfRange }
        return prepared.paths[place]
    }

    func approval() -> Approval {
        var approval = Approval(order.sentence, verb: order.verb)
        approval.rows =
            [
                Approval.Row(localized("Account"), .exact(prepared.from), note: prepared.name, role: .account),
                Approval.Row(localized("Network"), .trusted(order.utxoChain.name), role: .network),
            ] + order.rows + restRow + [
                Approval.Row(
                    localized("Network fee"), .trusted(amount(draft.fee)),
                    note: "\(prepared.rate.text) \(order.utxoChain.feeRateUnit)",
                    role: .fee),
                Approval.Row(localized("Total"), .trusted(amount(paid + draft.fee)), role: .total),
            ]
        if let place = draft.change {
            approval.rows.append(
                Approval.Row(
                    localized("Change"), .trusted(amount(draft.transaction.outputs[place].value)),
                    note: localized("returns to you"),
                    role: .change))
        }
        let fee = FeeWarnings(
            utxoChain: order.utxoChain, fee: draft.fee, rate: prepared.rate, rates: rates, amount: amountToOthers,
            held: balance.total)
        approval.warnings =
            order.utxoChain.warnings + order.warnings + leftWarnings + earlierWarnings + amountWarnings + fee.all
            + estimateWarnings
        approval.fields = fields
        approval.doneSentence = localized("Signed and sent.")
        approval.adjustments = [
            Adjustment(
                id: Self.adjustment, label: localized("Fee rate"), value: refused?.rate ?? prepared.rate.text,
                unit: order.utxoChain.feeRateUnit,
                note: rates.isEstimated
                    ? localized("normal \(rates.normal.text, as: "normal"), fast \(rates.fast.text, as: "fast")")
                    : localized("no server estimates a rate"),
                problem: refused?.problem, role: .fee)
        ]
        return approval
    }

    private var order: SpendRequest { prepared.order }
    private var draft: UnsignedBitcoinTransaction { prepared.draft }

    private func amount(_ satoshis: UInt64) -> String {
        "\(Bitcoin.DecimalText.text(ofSatoshis: satoshis)) \(order.utxoChain.unit)"
    }

    /// The amount that is paid to others, in satoshis.
    private var paid: UInt64 {
        draft.transaction.outputs.enumerated().reduce(0) { $0 + ($1.offset == draft.change ? 0 : $1.element.value) }
    }

    /// The amount that the fee is compared with; `nil` if the payment sends no coins to others.
    private var amountToOthers: UInt64? {
        guard !order.isToSelf else { return nil }
        return order.amount ?? (order.everythingTo == nil ? nil : paid)
    }

    /// Every coin that is spent and every output, as they are signed.
    private var fields: [Approval.Field] {
        let inputs = draft.coins.enumerated().map { place, coin in
            Approval.Field(
                path: localized("input \(place, as: "number")"), type: "coin",
                value: "\(coin.outPoint), \(amount(coin.value))")
        }
        let outputs = draft.transaction.outputs.enumerated().map { place, output in
            Approval.Field(
                path: localized("output \(place, as: "number")"), type: "satoshis",
                value: localized("\(output.value, as: "amount") to \(recipient(output), as: "recipient")"))
        }
        return inputs + outputs
    }

    private func recipient(_ output: Output) -> String {
        output.script.destination?.address(on: order.utxoChain)
            ?? localized("script \("0x" + Hex.encode(output.field), as: "script")")
    }
}

extension CoinPayment {
    /// The note that no server has estimated the proposed fee.
    private var estimateWarnings: [Approval.Warning] {
        guard !rates.isEstimated else { return [] }
        let rate = "\(prepared.rate.text) \(order.utxoChain.feeRateUnit)"
        return [
            Approval.Warning(
                .plain,
                localized(
                    """
                    The server gave no estimate of the fee rate. At \(rate, as: "rate"), the payment may wait for a long \
                    time.
                    """))
        ]
    }

    /// What the recipient of everything gets.
    private var restRow: [Approval.Row] {
        guard let place = order.everythingTo, draft.transaction.outputs.indices.contains(place) else { return [] }
        let value = draft.transaction.outputs[place].value
        return [Approval.Row(localized("Recipient gets"), .trusted(amount(value)), role: .amount)]
    }

    /// The warning that a payment of everything leaves coins, and how the user can send these, too.
    private var leftWarnings: [Approval.Warning] {
        guard let left = prepared.left else { return [] }
        let (spent, all) = (draft.coins.count, draft.coins.count + left.coins)
        return [
            Approval.Warning(
                .caution,
                localized(
                    """
                    The account has \(all, as: "all") coins, more than fit into one transaction. This one spends the \
                    \(spent, as: "count") largest. \(amount(left.value), as: "amount") stays in the account: send \
                    everything again to move the next coins.
                    """))
        ]
    }

    /// The warnings about earlier payments that are signed and not settled.
    private var earlierWarnings: [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if prepared.besides > 0 {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        An earlier payment was rejected or given up, but anyone who has it can still send it. \
                        This one does not replace it: both can be confirmed.
                        """)))
        }
        warnings += prepared.returned.map { $0.returned(isForSame: isForSame($0)) }
        if prepared.unsettled > 0 {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The status of an earlier payment is unknown. This one does not replace it: both can be \
                        confirmed. See the history.
                        """)))
        }
        if prepared.isAskedAgain {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        "Another payment was signed or rejected while this one was shown, so you are asked again.")))
        }
        if let minutes = prepared.repeated { warnings.append(TransactionRecord.repeated(minutes)) }
        if prepared.replaced > 0 {
            warnings.append(
                Approval.Warning(
                    .plain,
                    localized(
                        """
                        An earlier payment was rejected or given up. This one spends the same coins, so only \
                        one of the two can be confirmed.
                        """)))
        }
        return warnings
    }

    /// Whether an earlier payment has a recipient in common with this one.
    private func isForSame(_ payment: TransactionRecord) -> Bool {
        let paid = Set(order.outputs.map(\.script))
        let outputs = (try? BitcoinTransaction(payment.raw, form: order.utxoChain.ledger.form))?
            .outputs
        return outputs?.contains { paid.contains($0.script) } ?? false
    }

    /// The warnings if nearly all coins leave the account; fees and tokens do not count as an amount.
    private var amountWarnings: [Approval.Warning] {
        let free = CoinBalance.sum(balance.confirmed, balance.unconfirmed)
        guard amountToOthers != nil, CoinBalance.isNearlyAll(paid, of: free) else { return [] }
        return [
            order.isToUnknown
                ? Approval.Warning(
                    .danger,
                    localized("This is nearly all that the account can spend, sent to an address that is new to you."))
                : Approval.Warning(.caution, localized("This is nearly all that the account can spend."))
        ]
    }
}
