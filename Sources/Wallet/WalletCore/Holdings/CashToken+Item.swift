package import Bitcoin
package import Bridge
import Messages
import Primitives

extension CashToken {
    /// What a non-fungible token carries, for an approval or the details of a coin; empty for fungible tokens alone.
    package var itemRows: [Approval.Row] {
        guard let capability else { return [] }
        let words =
            switch capability {
            case .none: localized("None: it cannot be changed")
            case .mutable: localized("Mutable: its owner can change the commitment")
            case .minting: localized("Minting: its owner can create tokens of this category")
            }
        return [
            Approval.Row(
                localized("Commitment"),
                commitment.isEmpty ? .trusted(localized("Empty")) : .exact(Hex.encode(commitment))),
            Approval.Row(localized("Capability"), .trusted(words)),
        ]
    }
}
