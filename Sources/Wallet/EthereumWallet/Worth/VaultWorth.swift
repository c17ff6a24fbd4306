import BigInt
import Bridge
import Ethereum
import Messages

/// What goes into a vault of ERC-4626 and what comes out, both in the token that it holds.
struct VaultWorth: Hashable, Sendable {
    /// The token.
    let asset: EthereumAddress

    /// The amount that goes in: tokens, or what the shares are worth.
    let given: BigUInt

    /// The amount that comes out: what the shares are worth, or tokens.
    let received: BigUInt

    /// Whether shares come out.
    let isDeposit: Bool

    /// What several nodes say: the most goes in and the least comes out; `nil` if they name different tokens.
    func joined(with other: Self) -> Self? {
        guard asset == other.asset else { return nil }
        return Self(
            asset: asset, given: max(given, other.given), received: min(received, other.received),
            isDeposit: isDeposit)
    }
}

extension IntentExplainer {
    /// Shows what comes out of a vault, and warns if it is worth less than what goes in.
    func show(_ worth: VaultWorth, in explanation: inout Explanation) {
        guard worth.given > 0 else { return }
        // Vaults round down by a unit, which must not look like a percent.
        let percent = Int(clamping: (worth.received * 100 + worth.given / 2) / worth.given)
        let amount = amount(worth.received, token: worth.asset)
        let label = worth.isDeposit ? localized("Value of the shares") : localized("You receive")
        let note =
            worth.isDeposit
            ? localized("\(percent, as: "percentage")%, by the vault")
            : localized("\(percent, as: "percentage")%, not guaranteed")
        explanation.rows.append(Approval.Row(label, amount.words, note: note, role: .amount))
        guard worth.received * 100 < worth.given * WorthComparison.leastPegged else { return }
        explanation.warn(
            .danger,
            worth.isDeposit
                ? localized("The shares that you get are worth only \(percent, as: "percentage")% of what you deposit.")
                : localized("You get only \(percent, as: "percentage")% of what your shares are worth."))
    }
}
