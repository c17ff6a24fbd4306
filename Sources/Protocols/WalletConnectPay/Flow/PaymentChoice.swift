public import Bridge

/// A way to pay, identified by what stays the same from one list of options to the next: the asset and the account.
public struct PaymentChoice: Hashable, Sendable {
    /// The asset that is paid.
    public let asset: AssetID

    /// The account that pays.
    public let account: AccountID

    /// Creates a choice.
    public init(asset: AssetID, account: AccountID) {
        self.asset = asset
        self.account = account
    }

    /// The choice that `option` represents; `nil` if it is not paid in an asset on a chain.
    public init?(_ option: PaymentOption) {
        guard let asset = option.amount.unit.asset else { return nil }
        self.init(asset: asset, account: option.account)
    }

    /// Whether `option` is this choice, regardless of the form of its checksums.
    public func fits(_ option: PaymentOption) -> Bool {
        guard let asset = option.amount.unit.asset else { return false }
        return asset.isSame(as: self.asset) && option.account.isSame(as: account)
    }
}
