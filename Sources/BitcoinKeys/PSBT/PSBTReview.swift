package import Bitcoin
internal import Keys
internal import Primitives

/// What a partially signed transaction does, as far as an account can prove it: the data of an approval.
package struct PSBTReview: Hashable, Sendable {
    /// A coin that is spent.
    package struct Input: Hashable, Sendable {
        /// The coin's outpoint.
        package let outPoint: OutPoint
        /// The coin's value and locking script.
        package let output: Output
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

    /// The fee in satoshis.
    package let fee: UInt64

    /// What leaves the account, in satoshis: its coins less what returns to it.
    package let spent: UInt64

    /// Whether every value is certain, so that ``fee`` and ``spent`` are facts and not claims.
    package var isProven: Bool { inputs.allSatisfy(\.isProven) }

    /// Explains `psbt` for the account of `descriptors`.
    ///
    /// What the transaction says about origins is only used to find the index; that a script is the account's own is
    /// proven by deriving it.
    ///
    /// - Throws: ``BitcoinKeysError/bitcoin(_:)`` if a coin is missing or does not match, or if the outputs are worth more
    ///   than the coins.
    package init(_ psbt: PSBT, for descriptors: [OutputDescriptor]) throws(BitcoinKeysError) {
        fee = try BitcoinKeysError.reading { () throws(BitcoinError) in try psbt.fee() }
        var coins: [PSBT.SpentCoin] = []
        for place in psbt.inputs.indices {
            coins.append(try BitcoinKeysError.reading { () throws(BitcoinError) in try psbt.spent(at: place) })
        }
        // A signature of Taproot commits to the values of all coins: with a wrong one it is invalid. It proves nothing
        // about signatures of BIP-143 in the same transaction, which another transaction could reuse.
        let isAllTaproot = coins.allSatisfy(\.form.isTaproot)
        inputs = coins.enumerated().map { place, coin in
            Input(
                outPoint: psbt.transaction.inputs[place].outPoint, output: coin.output,
                isOwn: Self.isOwn(coin.output.script, psbt.origins(ofInput: place), descriptors),
                isProven: coin.isProven || isAllTaproot)
        }
        payments = psbt.transaction.outputs.enumerated().map { place, output in
            Payment(
                output: output,
                isOwn: Self.isOwn(output.script, psbt.origins(ofOutput: place), descriptors))
        }
        let (brought, returned) = (
            Self.sum(inputs.filter(\.isOwn).map(\.output)),
            Self.sum(
                payments.filter(\.isOwn).map(\.output))
        )
        spent = brought > returned ? brought - returned : 0
    }

    /// Whether one of `descriptors` makes `script`; `origins` are only used to find its index.
    package static func isOwn(
        _ script: Script, _ origins: [[UInt8]: PSBTOrigin], _ descriptors: [OutputDescriptor]
    ) -> Bool {
        let indices = Set(origins.values.compactMap(\.path.last).map { $0 & ~DerivationPath.hardened })
        return descriptors.contains { descriptor in
            let candidates = descriptor.isRange ? indices : [0]
            return candidates.contains { (try? descriptor.scripts(at: $0))?.contains(script) ?? false }
        }
    }

    /// The sum of amounts whose total was checked with the fee.
    private static func sum(_ outputs: [Output]) -> UInt64 {
        outputs.reduce(0) { $0.addingReportingOverflow($1.value).partialValue }
    }
}
