package import BigInt
package import Bridge
import Ethereum
import Messages

/// A coin or token that an account can hold.
package struct HeldAsset: Hashable, Sendable {
    /// The asset (CAIP-19), such as `eip155:1/slip44:60` or `eip155:1/erc20:0xA0b8…`.
    package let id: AssetID

    /// The symbol; untrusted text unless ``isVouchedFor``.
    package let symbol: String

    /// The number of decimal places of a unit, 0 to 255.
    package let decimals: Int

    /// Whether the wallet itself knows the symbol and the decimals; otherwise a contract or a site names them.
    package let isVouchedFor: Bool

    /// Whether it uses the symbol of another asset, which the wallet knows.
    package var isImitation = false

    /// Creates an asset; `decimals` outside 0 to 255 count as 0.
    package init(_ id: AssetID, symbol: String, decimals: Int, isVouchedFor: Bool) {
        self.id = id
        self.symbol = symbol
        self.decimals = 0...Amount.mostDecimals ~= decimals ? decimals : 0
        self.isVouchedFor = isVouchedFor
    }

    /// The symbol for display: in quotation marks unless the wallet vouches for it, and with a mark if another asset has it.
    package var shownSymbol: String {
        guard !isVouchedFor else { return symbol }
        let quoted = Quotation.of(symbol, limit: 24)
        return isImitation ? localized("\(quoted, as: "symbol") (possible imitation)") : quoted
    }

    /// `units` as text with the symbol, such as `1.25 ETH`.
    package func text(_ units: BigUInt) -> String { "\(number(units)) \(shownSymbol)" }

    /// `units` as decimal text without the symbol.
    package func number(_ units: BigUInt) -> String { Amount.text(units, decimals: decimals) }

    /// The smallest units in a decimal text that the user typed; `nil` if it is not an exact amount of this asset.
    package func units(_ text: String) -> BigUInt? { try? Amount.parts(text, decimals: decimals) }
}

/// A change of an account's balance of one asset.
package struct AssetChange: Hashable, Sendable {
    /// The asset.
    package let asset: HeldAsset

    /// The change in the smallest unit; negative for what left the account.
    package let units: BigInt

    /// Creates a change.
    package init(_ asset: HeldAsset, _ units: BigInt) {
        self.asset = asset
        self.units = units
    }

    /// The change as text with its sign, such as `+1.25 ETH`.
    package var text: String {
        let sign = units.sign == .minus ? "−" : "+"
        if let item = asset.id.token {
            let count = "\(sign)\(units.magnitude)"
            let collection = asset.shownSymbol
            return localized("\(count, as: "count") × item \(item, as: "item") of \(collection, as: "collection")")
        }
        return "\(sign)\(asset.text(units.magnitude))"
    }
}
