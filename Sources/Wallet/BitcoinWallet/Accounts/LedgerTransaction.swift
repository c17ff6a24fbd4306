package import Bitcoin

/// A transaction that pays to an account or spends its coins, with only the data that the account needs.
package struct LedgerTransaction: Hashable, Sendable {
    /// An output that pays to the account.
    package struct Own: Hashable, Sendable {
        /// Its index in the transaction.
        package let index: UInt32

        /// Its value in satoshis.
        package let value: UInt64

        /// The place of its address.
        package let path: CoinAddressPath

        /// What it carries in addition to its satoshis.
        package let content: Content

        /// Creates an output.
        package init(index: UInt32, value: UInt64, path: CoinAddressPath, content: Content = .satoshis) {
            self.index = index
            self.value = value
            self.path = path
            self.content = content
        }
    }

    /// What an output carries.
    package enum Content: Hashable, Sendable {
        /// Only satoshis.
        case satoshis
        /// A CashToken.
        case token(CashToken)
        /// Tokens of the Simple Ledger Protocol, according to the message in the transaction.
        case simpleLedger
        /// Data that may be a token, and must not be spent.
        case unknownToken
    }

    /// Its ID.
    package let id: TransactionID

    /// The outputs that it spends, also those of others.
    package let inputs: [OutPoint]

    /// The outputs that pay to the account.
    package let outputs: [Own]

    /// The total value of all its outputs, in satoshis.
    package let total: UInt64

    /// The script of its first output that does not pay to the account, or `nil`.
    package let payee: Script?

    /// The scripts of its further outputs that do not pay to the account, without repetitions; at most
    /// ``mostOtherPayees``, and none of a transaction that an earlier version stored.
    package let otherPayees: [Script]

    /// The number of outputs with an amount that do not pay to the account.
    package let payees: Int

    /// Its (virtual) size in bytes.
    package let size: Int

    /// Its size in bytes without witnesses.
    package let plainSize: Int

    /// Whether it may be replaced by another one with a higher fee: one of its sequence numbers is below 2^32 − 2
    /// (BIP-125).
    package let signalsReplacement: Bool

    /// The block that it is proven to be in; `nil` if it is unconfirmed, or there is no proof.
    package var block: BlockPlace?

    /// When the wallet saw it first, in seconds since 1970.
    package let seen: Int64

    /// Creates a transaction.
    package init(
        id: TransactionID, inputs: [OutPoint], outputs: [Own], total: UInt64, payee: Script?,
        otherPayees: [Script] = [], payees: Int, size: Int,
        plainSize: Int, signalsReplacement: Bool, block: BlockPlace? = nil, seen: Int64
    ) {
        self.id = id
        self.inputs = inputs
        self.outputs = outputs
        self.total = total
        self.payee = payee
        self.otherPayees = Array(otherPayees.prefix(Self.mostOtherPayees))
        self.payees = payees
        self.size = size
        self.plainSize = plainSize
        self.signalsReplacement = signalsReplacement
        self.block = block
        self.seen = seen
    }

    /// The scripts that it pays, as far as they are kept.
    package var allPayees: [Script] { (payee.map { [$0] } ?? []) + otherPayees }

    /// The maximum number of ``otherPayees``.
    package static let mostOtherPayees = 19

    /// Whether it creates new coins in a block: it has no other inputs.
    package var isCoinbase: Bool { inputs.first?.isNull == true }

    /// When it happened, in seconds since 1970: the time of its block, otherwise when it was seen first.
    package var time: Int64 { block.map { Int64($0.time) } ?? seen }
}

extension LedgerTransaction {
    /// The largest sequence number that signals replacement (BIP-125).
    package static let largestReplaceable: UInt32 = .max - 2

    /// Reads what concerns the account with the scripts in `paths`.
    init(_ known: KnownTransaction, paths: [Script: CoinAddressPath], on utxoChain: UTXOChain, seen: Int64) {
        var (own, payee, others, payees, total) = ([Own](), Script?.none, [Script](), 0, UInt64(0))
        for (index, output) in known.transaction.outputs.enumerated() {
            total = CoinBalance.sum(total, output.value)
            let script = utxoChain.ledger == .bitcoinCash ? output.token?.script ?? output.script : output.script
            if let path = paths[script] {
                let index = UInt32(truncatingIfNeeded: index)
                own.append(
                    Own(
                        index: index, value: output.value, path: path,
                        content: Content(output, known.burden(of: index, on: utxoChain))))
            } else if !script.isData {
                if let payee, payee != script, others.count < Self.mostOtherPayees, !others.contains(script) {
                    others.append(script)
                }
                payee = payee ?? script
                payees += 1
            }
        }
        self.init(
            id: known.id, inputs: known.transaction.inputs.map(\.outPoint), outputs: own, total: total, payee: payee,
            otherPayees: others, payees: payees, size: known.transaction.virtualSize,
            plainSize: known.transaction.bytes(.plain).count,
            signalsReplacement: known.transaction.inputs.contains { $0.sequence <= Self.largestReplaceable },
            seen: seen)
    }
}

extension LedgerTransaction.Content {
    init(_ output: Output, _ burden: OwnCoin.Burden) {
        switch burden {
        case .none: self = .satoshis
        case .cashToken: self = output.token.map { .token($0.token) } ?? .unknownToken
        case .slp: self = .simpleLedger
        case .unknownToken: self = .unknownToken
        }
    }
}
