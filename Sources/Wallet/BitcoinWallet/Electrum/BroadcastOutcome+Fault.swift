internal import Bitcoin

extension BroadcastOutcome {
    /// What `fault` means for a transaction.
    ///
    /// Servers pass on the message of their node (`TxValidationState` and `TransactionError` of Bitcoin Core and
    /// Bitcoin Cash Node) inside their own text, so the text is searched for these messages, in this order.
    ///
    /// A server that fails, limits requests or is too slow to report on a transaction may have passed it on: only a reason that
    /// a node gives when it does not take the transaction means that it was rejected.
    init(_ fault: ElectrumFault) {
        let isRejection = fault.isRejection
        for (words, refusal) in Self.known where words.contains(where: { fault.names($0, isRejection) }) {
            self = .refused(refusal)
            return
        }
        self = isRejection ? .refused(.other) : .unknown
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
        (["mempool full"], .busy),
        (
            [
                "scriptpubkey", "tx-size", "version", "bare-multisig", "multi-op-return", "bad-txns-nonstandard",
                "oversize-op-return", "tokens",
            ], .notStandard
        ),
    ]
}

extension ElectrumFault {
    /// Whether it says that a node, or the server before it asked a node, does not take a transaction.
    fileprivate var isRejection: Bool {
        // Requests that cannot be read or are not supported: JSON-RPC 2.0, section 5.1.
        if let code, [-32700, -32600, -32601, -32602].contains(code) { return true }
        return Self.rejections.contains(where: text.contains)
    }

    /// Whether it names the reason `words`.
    ///
    /// A single common word is only a reason if the transaction was rejected, or if nothing else is said.
    fileprivate func names(_ words: String, _ isRejection: Bool) -> Bool {
        text.contains(words) && (isRejection || text == words || !Self.commonWords.contains(words))
    }

    private static let commonWords: Set<String> = ["signature", "version", "tokens", "dust", "scriptpubkey", "tx-size"]

    /// The words of ElectrumX and Fulcrum before the message of their node; the prefixes of a node's reasons; and the
    /// codes of a node's errors as electrs repeats them: RPC_VERIFY_REJECTED, RPC_VERIFY_ERROR and
    /// RPC_DESERIALIZATION_ERROR of Bitcoin Core.
    private static let rejections = [
        "rejected by network rules", "bad-txns", "bad-tx", "txn-", "tx decode failed", "mandatory-script-verify",
        "code: -26", "code\":-26", "code\": -26", "code: -25", "code\":-25", "code\": -25", "code: -22", "code\":-22",
        "code\": -22", "code -26", "code -25", "code -22", "(code 1", "(code 6", "unknown method", "method not found",
    ]
}
