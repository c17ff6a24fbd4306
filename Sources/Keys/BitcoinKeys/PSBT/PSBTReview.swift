package import Bitcoin
internal import Keys
internal import Primitives

/// What a partially signed transaction does, as far as an account can prove it: the data of an approval.
package struct PSBTReview: Hashable, Sendable {
    /// A coin that is spent.
    package struct Input: Hashable, Sendable {
        /// The coin's outpoint.
        package let outPoint: OutPoint
        /// The coin's value and locking script; `nil` if they are unknown.
        package let output: Output?
        /// Whether the account's descriptor makes this script.
        package let isOwn: Bool
        /// Whether its value is certain: the previous transaction is there, or the signature commits to the values of
        /// all coins.
        package let isProven: Bool
    }

    /// An output.
    package struct Payment: Hashable, Sendable {
        /// The value and the locking script.
        package let output: Output
        /// Whether the account's descriptor makes this script, so that the amount returns to the account.
        package let isOwn: Bool
    }

    /// The coins, in the order of the inputs.
    package let inputs: [Input]

    /// The outputs, in order.
    package let payments: [Payment]

    /// The fee in satoshis; `nil` if a coin is unknown.
    package let fee: UInt64?

    /// What leaves the account, in satoshis: its known coins less what returns to it.
    package let spent: UInt64

    /// Whether every value is certain, so that ``fee`` and ``spent`` are facts and not claims.
    package var isProven: Bool { inputs.allSatisfy(\.isProven) }

    /// Explains `psbt` for the account of `descriptors`.
    ///
    /// What the transaction says about origins is only used to find the index; that a script is the account's own is
    /// proven by deriving it.
    ///
    /// - Throws: ``BitcoinKeysError/bitcoin(_:)`` if a coin does not match, or if the outputs are worth more than the
    ///   coins.
    package init(_ psbt: PSBT, for descriptors: [OutputDescriptor]) throws(BitcoinKeysError) {
        let spending = try BitcoinKeysError.reading { () throws(BitcoinError) in try psbt.spending() }
        try self.init(psbt, spending, for: descriptors)
    }

    /// The same, with coins that are known.
    package init(
        _ psbt: PSBT, _ spending: PSBT.Spending, for descriptors: [OutputDescriptor]
    ) throws(BitcoinKeysError) {
        fee = try BitcoinKeysError.reading { () throws(BitcoinError) in try psbt.fee(of: spending) }
        let coins = spending.coins
        var search = ScriptSearch()
        // A signature of Taproot commits to the values of all coins: with a wrong one it is invalid. It proves nothing
        // about signatures of BIP-143 in the same transaction, which another transaction could reuse.
        let isAllTaproot = coins.allSatisfy { $0?.form.isTaproot == true }
        inputs = try coins.enumerated().map { place, coin throws(BitcoinKeysError) in
            Input(
                outPoint: psbt.transaction.inputs[place].outPoint, output: coin?.output,
                isOwn: try coin.map { coin throws(BitcoinKeysError) in
                    try search.finds(coin.output.script, psbt.origins(ofInput: place), in: descriptors)
                } ?? false,
                isProven: coin?.isProven == true || isAllTaproot)
        }
        payments = try psbt.transaction.outputs.enumerated().map { place, output throws(BitcoinKeysError) in
            Payment(
                output: output,
                isOwn: try search.finds(output.script, psbt.origins(ofOutput: place), in: descriptors))
        }
        let (brought, returned) = (
            Self.sum(inputs.filter(\.isOwn).compactMap(\.output)),
            Self.sum(
                payments.filter(\.isOwn).map(\.output))
        )
        spent = brought > returned ? brought - returned : 0
    }

    /// The sum of amounts whose total was checked with the fee.
    private static func sum(_ outputs: [Output]) -> UInt64 {
        outputs.reduce(0) { $0.addingReportingOverflow($1.value).partialValue }
    }
}
