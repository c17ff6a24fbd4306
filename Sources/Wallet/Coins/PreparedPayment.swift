internal import Bitcoin
internal import Bridge
internal import Keys

/// A transaction that is ready to be shown and signed, with the keys that its coins need.
struct PreparedPayment {
    let order: CoinOrder
    let draft: Draft
    /// Where the keys of the coins stand, in the order of the inputs.
    let places: [CoinPlace]
    let rate: FeeRate
    let account: Account
    /// The account's address by which the user knows it.
    let from: String
    /// Where the rest goes; used up by signing.
    let change: CoinPlace

    /// The share of the amount from which on a fee is worth a word: a twentieth.
    private static let noteworthyShare: UInt64 = 20

    /// What the user is shown.
    var approval: Approval {
        var approval = Approval(order.sentence, verb: order.verb)
        approval.rows =
            [Approval.Row("From", .exact(from), note: account.name)] + order.rows + [
                Approval.Row("Network fee", .ours(amount(draft.fee)), note: "\(rate.text) sat/byte"),
                Approval.Row("Total", .ours(amount(paid + draft.fee)), note: order.ledger.name),
            ]
        if let place = draft.change {
            approval.rows.append(
                Approval.Row("Change", .ours(amount(draft.transaction.outputs[place].value)), note: "comes back"))
        }
        approval.warnings = order.warnings + feeWarnings
        approval.fields = fields
        approval.payload = draft.payload
        approval.doneSentence = "Signed, and handed to the network."
        return approval
    }

    private func amount(_ satoshis: UInt64) -> String {
        "\(Bitcoin.DecimalText.text(ofSatoshis: satoshis)) \(order.ledger.unit)"
    }

    /// What goes to others, in satoshis.
    private var paid: UInt64 {
        draft.transaction.outputs.enumerated().reduce(0) { $0 + ($1.offset == draft.change ? 0 : $1.element.value) }
    }

    private var feeWarnings: [Approval.Warning] {
        guard let amount = order.amount, amount > 0 else { return [] }
        // Compared without a product that could overflow.
        if draft.fee / 2 >= amount && draft.fee > 10_000 {
            return [
                Approval.Warning(
                    .danger, "The network fee is more than twice of what you send. Somebody may be mistaken.")
            ]
        }
        if draft.fee > amount / Self.noteworthyShare {
            return [
                Approval.Warning(
                    .caution, "The network fee is more than 5 % of what you send: \(self.amount(draft.fee)).")
            ]
        }
        return []
    }

    /// Every coin that is spent and every output, as they are signed.
    private var fields: [Approval.Field] {
        let inputs = draft.coins.enumerated().map { place, coin in
            Approval.Field(
                path: "input \(place)", type: "coin", value: "\(coin.outPoint), \(amount(coin.value))")
        }
        let outputs = draft.transaction.outputs.enumerated().map { place, output in
            Approval.Field(path: "output \(place)", type: "satoshis", value: "\(output.value) to \(recipient(output))")
        }
        return inputs + outputs
    }

    private func recipient(_ output: Output) -> String {
        output.script.destination?.address(on: order.ledger) ?? "script 0x\(Hex.encode(output.field))"
    }
}
