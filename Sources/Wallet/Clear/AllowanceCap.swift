import BigInt
public import Ethereum

/// The amount of an allowance, which the user may set to another one before the yes.
public struct AllowanceCap: Hashable, Sendable {
    /// The amount as it is, such as `500`; `unlimited` for one without end.
    public let value: String

    /// The sign of the token; `nil` where it is not known, so that the amount is in its smallest unit.
    public let symbol: String?

    /// How many digits stand behind the point.
    public let decimals: Int

    /// The same call with another amount; `nil` where `text` is no amount, or the call gives no such allowance.
    ///
    /// Only calls of `approve` and `increaseAllowance` can be changed: a message is signed as the site wrote it.
    public func call(_ call: ContractCall, cappedTo text: String) -> ContractCall? {
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
