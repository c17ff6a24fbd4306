internal import Bitcoin

extension BroadcastOutcome {
    /// What `fault` means for a transaction.
    ///
    /// Servers pass on the message of their node (`TxValidationState` and `TransactionError` of Bitcoin Core and
    /// Bitcoin Cash Node) inside their own text, so the text is searched for these messages, in this order.
    init(_ fault: ElectrumFault) {
        for (words, refusal) in Self.known where words.contains(where: fault.text.contains) {
            self = .refused(refusal)
            return
        }
        // A server that was too busy to report on the transaction may still have relayed it.
        self =
            fault.text.isEmpty || fault.text.contains("timeout") || fault.text.contains("timed out")
            ? .unknown : .refused(.other)
    }

    private static let known: [(words: [String], Refusal)] = [
        (
            [
                "already in mempool", "already-in-mempool", "txn-already-known", "already in block chain",
                "already in utxo",
            ],
            .alreadyKnown
        ),
        (
            ["mempool-conflict", "txn-mempool-conflict", "insufficient fee, rejecting replacement", "double spend"],
            .conflict
        ),
        (["missing inputs", "missing-inputs", "missingorspent", "inputs-spent", "missing input"], .missingInputs),
        (
            ["min relay fee", "mempool min fee", "min fee not met", "insufficient fee", "insufficient priority"],
            .feeTooLow
        ),
        (["absurdly-high-fee", "absurdly high", "max-fee-exceeded", "fee exceeds maximum", "maxfeerate"], .feeTooHigh),
        (["dust"], .dust),
        (["non-final", "nonfinal", "non-bip68-final"], .notFinal),
        (
            [
                "too-long-mempool-chain", "too many unconfirmed", "too many descendants", "exceeds ancestor",
                "exceeds descendant",
            ], .chainTooLong
        ),
        (["script-verify", "script evaluated", "signature", "scriptsig-not-pushonly"], .badSignature),
        (["mempool full", "excessive resource", "too many requests", "server busy", "rate limit"], .busy),
        (
            [
                "scriptpubkey", "tx-size", "version", "bare-multisig", "multi-op-return", "bad-txns-nonstandard",
                "oversize-op-return", "tokens",
            ], .notStandard
        ),
    ]
}
