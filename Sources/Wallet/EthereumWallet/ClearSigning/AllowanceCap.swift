import BigInt
package import ClearSigning
import Ethereum

/// The amount of an allowance, which the user can change before approving.
package struct AllowanceCap: Hashable, Sendable {
    /// The current amount, such as `500`; `unlimited` for an unlimited allowance.
    package let value: String

    /// The symbol of the token; `nil` if it is not known, and then the amount is in its smallest unit.
    package let symbol: String?

    /// The number of decimal places.
    package let decimals: Int

    /// The same call with another amount; `nil` if `text` is not an amount, or the call grants no such allowance.
    ///
    /// Only calls of `approve` and `increaseAllowance` can be changed: a message must be signed as the site wrote it.
    package func call(_ call: ContractCall, cappedTo text: String) -> ContractCall? {
        guard text != value else { return call }
        guard let amount = AmountText.units(text, decimals: decimals), amount.bitWidth <= 256,
            case .allowance(let allowance) = Intent(call), !allowance.isPermit2, call.data.count == 68,
            allowance.way == .approve || allowance.way == .increase
        else { return nil }
        let word = amount.serialize()
        var capped = call
        capped.data = call.data.prefix(36) + [UInt8](repeating: 0, count: 32 - word.count) + word
        return capped
    }
}
