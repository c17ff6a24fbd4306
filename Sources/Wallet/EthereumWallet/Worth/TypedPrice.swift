import BigInt
package import Bridge
import Ethereum
import Messages

/// What items are sold for, in one token.
struct ListedPrice: Hashable, Sendable {
    /// The contract of the token; `nil` for the native coin.
    let token: EthereumAddress?

    /// The amount, in the smallest unit.
    let units: BigUInt

    /// The number of decimal places; none for a token that the wallet does not know.
    let decimals: Int

    /// The symbol, if the wallet trusts it.
    let symbol: String?
}

/// The price of items, which the user types again: no node can say what items of a collection are worth.
package struct TypedPrice: Hashable, Sendable {
    /// The price in the request, such as `0.05`.
    let value: String

    /// The symbol of its token, if the wallet trusts it.
    let symbol: String?

    /// What the user has typed; empty at first.
    let typed: String

    /// The price of several offers together; `nil` if they are in different tokens.
    init?(_ parts: [ListedPrice], typed: String) {
        guard let first = parts.first, parts.allSatisfy({ $0.token == first.token }) else { return nil }
        value = AmountText.of(parts.reduce(0) { $0 + $1.units }, decimals: first.decimals)
        symbol = first.symbol
        self.typed = typed
        isTyped = AmountText.units(typed, decimals: first.decimals) == parts.reduce(0) { $0 + $1.units }
    }

    /// Whether the user has typed the price of the request.
    let isTyped: Bool

    /// The field in which the user types it.
    package var adjustment: Adjustment {
        let problem =
            typed.isEmpty
            ? localized("Type the price that you receive.") : localized("This is not the price that you receive.")
        return Adjustment(
            id: Self.id, label: localized("Price"), value: typed, unit: symbol, problem: isTyped ? nil : problem)
    }

    /// The key of the field in the values that the user changes.
    package static let id = "price"
}
