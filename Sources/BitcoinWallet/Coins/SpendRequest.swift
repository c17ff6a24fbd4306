public import Bitcoin
public import Bridge
public import WalletCore

/// What one transaction pays, and how it is presented to the user.
public struct SpendRequest: Sendable {
    /// The ledger.
    public var utxoChain: UTXOChain

    /// What is paid, in this order; the change comes behind.
    public var outputs: [Output]

    /// What happens, in one sentence, such as `Send 0.5 BCH to shop.example.`.
    public var sentence: String

    /// The verb of the sentence.
    public var verb: String

    /// What the user sees beside the coins and the fee: recipient, amount, memo.
    public var rows: [Approval.Row]

    /// What the user must know.
    public var warnings: [Approval.Warning]

    /// What the transaction does, as the journal keeps it.
    public var what: TransactionRecord.Summary

    /// What the fee is compared with, in satoshis; `nil` where it is not about coins.
    public var amount: UInt64?

    /// Whether an address is paid that the user has not paid before.
    package var isToStranger = false

    /// The coins that must be spent, since they carry the tokens that move.
    var required: [OwnCoin] = []

    /// Whether the site learns that the account cannot pay only after a question.
    package var hidesBalance = false

    /// Creates an order.
    public init(
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
