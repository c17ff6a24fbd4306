package import Bitcoin
package import Bridge
package import WalletCore

/// What one transaction pays, and how it is presented to the user.
package struct SpendRequest: Sendable {
    /// The ledger.
    package var utxoChain: UTXOChain

    /// The outputs that are paid, in this order; the change output follows.
    package var outputs: [Output]

    /// What happens, in one sentence, such as `Send 0.5 BCH to shop.example.`.
    package var sentence: String

    /// The verb of the sentence.
    package var verb: String

    /// What the user sees in addition to the coins and the fee: recipient, amount, memo.
    package var rows: [Approval.Row]

    /// The warnings for the user.
    package var warnings: [Approval.Warning]

    /// What the transaction does, as stored in the journal.
    package var what: TransactionRecord.Summary

    /// The amount that the fee is compared with, in satoshis; `nil` if the payment does not send coins.
    package var amount: UInt64?

    /// Whether an address is paid that the user has not paid before.
    package var isToUnknown = false

    /// The coins that must be spent because they carry the tokens that are sent.
    var required: [OwnCoin] = []

    /// The coins that the user chose: all of them are spent, and no others.
    ///
    /// Empty for the wallet's choice.
    package var chosen: Set<OutPoint> = []

    /// The index of the output that gets everything that is left; its value is ignored.
    package var everythingTo: Int?

    /// Whether it pays only to this wallet itself.
    var isToSelf = false

    /// The fee rate of a payment.
    package enum Fee: Hashable, Sendable {
        /// One that the servers propose.
        case pace(FeeOffer.Pace)

        /// By hand.
        case rate(FeeRate)
    }

    /// The proposed fee rate.
    package var fee = Fee.pace(.normal)

    /// Whether the transaction may be replaced by one with a higher fee (BIP-125).
    package var isReplaceable = false

    /// The payment that this one replaces; `nil` if it replaces none.
    var replaced: ReplacedPayment?

    /// The unconfirmed transaction for which this one pays, too, or `nil`.
    var parent: BumpedParent?

    /// Whether the user is asked before the site learns that the account cannot pay.
    package var hidesBalance = false

    /// Creates a request.
    package init(
        on utxoChain: UTXOChain, paying outputs: [Output], sentence: String, verb: String, rows: [Approval.Row] = [],
        warnings: [Approval.Warning] = [], what: TransactionRecord.Summary, amount: UInt64?
    ) {
        self.utxoChain = utxoChain
        self.outputs = outputs
        self.sentence = sentence
        self.verb = verb
        self.rows = rows
        self.warnings = warnings
        self.what = what
        self.amount = amount
    }
}

extension SpendRequest {
    /// Whether it takes the place of `payment`: the one that it replaces, those that depend on that one, and those that
    /// spend its coins, such as the payment that it replaced itself.
    func replaces(_ payment: TransactionRecord) -> Bool {
        guard let replaced else { return false }
        let coins = Set(required.map(\.coin.outPoint.description))
        return replaced.ids.contains(payment.txid) || !coins.isDisjoint(with: payment.spends)
    }
}

/// An unconfirmed payment of this wallet that is replaced by one with a higher fee (BIP-125).
struct ReplacedPayment: Hashable, Sendable {
    /// The IDs of the payment and of the unconfirmed transactions that spend its outputs.
    let ids: Set<String>

    /// The fees of all of them, in satoshis.
    let fee: UInt64

    /// The (virtual) size of the payment, in bytes.
    let size: Int

    /// The fee rate by which a replacement must pay more than what it replaces: the usual `incrementalrelayfee`.
    static let increment = FeeRate.least

    /// The least fee of a replacement with `size` (virtual) bytes (BIP-125, rules 3 and 4).
    func leastFee(for size: Int) -> UInt64 { CoinBalance.sum(fee, Self.increment.fee(for: size)) }

    /// The least fee rate of a replacement that is not smaller than the payment; `nil` if no rate is that high.
    var leastRate: FeeRate? {
        let (product, isTooLarge) = leastFee(for: size).multipliedReportingOverflow(by: 1_000)
        guard !isTooLarge, let size = UInt64(exactly: size), size > 0 else { return nil }
        return FeeRate(satoshisPerKilobyte: product / size + (product % size == 0 ? 0 : 1))
    }
}

/// An unconfirmed transaction whose coins are spent with a fee that suffices for both: child pays for parent.
struct BumpedParent: Hashable, Sendable {
    /// The ID of the transaction.
    let id: TransactionID

    /// Its (virtual) size, together with its unconfirmed ancestors.
    let size: Int

    /// Its fee, together with that of its unconfirmed ancestors, in satoshis.
    let fee: UInt64

    /// The fee of a child with `size` (virtual) bytes, so that both together pay `rate`; at least the relay fee.
    func childFee(for childSize: Int, at rate: FeeRate) -> UInt64 {
        let both = rate.fee(for: size.addingReportingOverflow(childSize).partialValue)
        return max(both > fee ? both - fee : 0, FeeRate.least.fee(for: childSize))
    }
}
