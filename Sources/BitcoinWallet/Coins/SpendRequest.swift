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
