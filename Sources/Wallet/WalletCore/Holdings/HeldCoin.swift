package import Bitcoin
package import Bridge

/// A coin (unspent output) of an account on Bitcoin or Bitcoin Cash.
package struct HeldCoin: Hashable, Sendable {
    /// `txid:index`.
    package let outpoint: String

    /// The amount in satoshis.
    package let value: UInt64

    /// The address that received it.
    package let address: String

    /// The number of confirmations; 0 if no block contains it.
    package let confirmations: Int

    /// Whether the user excluded it from payments.
    package let isFrozen: Bool

    /// Why it cannot be chosen, such as tokens in it or a payment that spends it; `nil` if it can.
    package let obstacle: String?

    /// Whether a payment with an unknown outcome spends it.
    package let isReserved: Bool

    /// The user's label; empty for none.
    package let label: String

    /// The CashToken that it carries; `nil` for none.
    package let token: AssetID?

    /// What it carries of that CashToken; `nil` for none.
    package let carried: CashToken?

    /// Creates a coin.
    package init(
        _ outpoint: String, value: UInt64, address: String, confirmations: Int, isFrozen: Bool = false,
        obstacle: String? = nil, isReserved: Bool = false, label: String = "", token: AssetID? = nil,
        carried: CashToken? = nil
    ) {
        self.outpoint = outpoint
        self.value = value
        self.address = address
        self.confirmations = confirmations
        self.isFrozen = isFrozen
        self.obstacle = obstacle
        self.isReserved = isReserved
        self.label = label
        self.token = token
        self.carried = carried
    }

    /// Whether a payment may spend it for its satoshis.
    package var canBeSpent: Bool { !isFrozen && obstacle == nil }

    /// Whether it carries a non-fungible token that a payment may send.
    package var isItem: Bool { !isFrozen && !isReserved && carried?.capability != nil }
}

/// The coins of accounts on Bitcoin and Bitcoin Cash.
@MainActor package protocol CoinControl: AnyObject {
    /// The coins of `account`, the largest first, as far as they are known.
    func coins(of account: AccountID) async throws(RPCError) -> [HeldCoin]

    /// Excludes a coin from payments, or no longer; it is on disk when it returns.
    func freeze(_ outpoint: String, _ isFrozen: Bool, of account: AccountID) async throws(RPCError)

    /// Stores the user's label of a coin; empty removes it.
    func label(_ text: String, on outpoint: String, of account: AccountID) async throws(RPCError)
}
