import BigInt
import Bridge
import ClearSigning
import Ethereum
import Messages
import WalletCore

extension TransactionDraft {
    /// The values that the user may change, as they are now.
    ///
    /// - Parameter cap: The amount of an allowance, if the user may change it.
    /// - Returns: The values; those for all users come before the advanced ones.
    func adjustments(cap: AllowanceCap?) -> [Adjustment] {
        var adjustments: [Adjustment] = []
        let most = localized("at most \(text(highestFee), as: "amount")")
        if let cap {
            adjustments.append(
                Adjustment(
                    id: "allowance", label: localized("Allowance"), value: cap.value, unit: cap.symbol, role: .amount))
        }
        if let proposal {
            let choices = FeeOffer.Pace.allCases.map { pace in
                Adjustment.Choice(
                    pace.rawValue, label: pace.label,
                    note: localized("at most \(text(fee(at: proposal[pace])), as: "amount")"))
            }
            adjustments.append(
                Adjustment(
                    id: "pace", label: localized("Network fee"), value: pace?.rawValue ?? "own", note: most,
                    choices: choices
                        + (pace == nil ? [Adjustment.Choice("own", label: localized("Custom"), note: most)] : []),
                    role: .fee))
        }
        switch fees {
        case .legacy(let price), .accessList(let price):
            adjustments.append(gwei("gasPrice", localized("Gas price"), price))
        case .dynamic(let maxFee, let tip):
            adjustments.append(gwei("maxFee", localized("Max fee per gas"), maxFee))
            adjustments.append(gwei("tip", localized("Priority fee per gas"), tip))
        }
        adjustments.append(
            Adjustment(id: "gas", label: localized("Gas limit"), value: String(gasLimit), isAdvanced: true))
        adjustments.append(Adjustment(id: "nonce", label: localized("Nonce"), value: String(nonce), isAdvanced: true))
        return adjustments
    }

    private func gwei(_ id: String, _ label: String, _ price: BigUInt) -> Adjustment {
        Adjustment(id: id, label: label, value: Amount.text(price, decimals: 9), unit: "gwei", isAdvanced: true)
    }

    /// The draft with the values that the user entered; each is parsed strictly.
    ///
    /// - Throws: An error with a sentence that names the value that cannot be used.
    func adjusted(_ values: [String: String], cap: AllowanceCap?) throws(RPCError) -> TransactionDraft {
        var draft = self
        var shown: [String: String] = [:]
        for adjustment in adjustments(cap: cap) { shown[adjustment.id] = adjustment.value }
        func changed(_ id: String) throws(RPCError) -> String? {
            guard let value = values[id], value != shown[id] else { return nil }
            switch TypedNumber(value) {
            case .plain(let number): return number
            case .unclear(let question): throw RPCError(.invalidParameters, sentence: question)
            }
        }
        if let cap, let value = try changed("allowance") {
            guard let capped = cap.call(call, cappedTo: value) else {
                throw RPCError(
                    .invalidParameters,
                    sentence: localizable("The allowance must be an amount of the token, such as 12.5."))
            }
            draft.wanted.data = capped.data
            draft.changes = .outdated
            draft.evidence = nil
        }
        if let typed = values[TypedPrice.id] { draft.typedPrice = typed }
        if let value = try changed("gas") {
            guard let gas = UInt64(value), (21_000...100_000_000).contains(gas) else {
                throw RPCError(
                    .invalidParameters,
                    sentence: localizable("The gas limit must be a whole number from 21000 to 100000000."))
            }
            draft.gasLimit = gas
        }
        if let value = try changed("nonce") {
            guard let nonce = UInt64(value), nonce < UInt64.max else {
                throw RPCError(.invalidParameters, sentence: localizable("The nonce must be a whole number."))
            }
            draft.nonce = nonce
            draft.isNonceChosen = true
        }
        if let proposal, let value = try changed("pace"), let pace = FeeOffer.Pace(rawValue: value) {
            draft.pace = pace
            draft.fees = proposal[pace]
        } else {
            try draft.setPrices(gasPrice: changed("gasPrice"), maxFee: changed("maxFee"), tip: changed("tip"))
        }
        return draft
    }

    private mutating func setPrices(gasPrice: String?, maxFee: String?, tip: String?) throws(RPCError) {
        guard gasPrice != nil || maxFee != nil || tip != nil else { return }
        switch fees {
        case .legacy(let price): fees = .legacy(gasPrice: try Self.price(gasPrice) ?? price)
        case .accessList(let price): fees = .accessList(gasPrice: try Self.price(gasPrice) ?? price)
        case .dynamic(let oldMaxFee, let oldTip):
            let (maxFee, tip) = (try Self.price(maxFee) ?? oldMaxFee, try Self.price(tip) ?? oldTip)
            guard tip <= maxFee else {
                throw RPCError(
                    .invalidParameters, sentence: localizable("The priority fee cannot exceed the max fee."))
            }
            fees = .dynamic(maxFee: maxFee, maxPriorityFee: tip)
        }
        pace = nil
    }

    private static func price(_ text: String?) throws(RPCError) -> BigUInt? {
        guard let text else { return nil }
        guard let price = try? Amount.parts(text, decimals: 9), price.bitWidth <= 84 else {
            throw RPCError(
                .invalidParameters, sentence: localizable("A gas price is a number of gwei with at most nine decimals.")
            )
        }
        return price
    }
}
