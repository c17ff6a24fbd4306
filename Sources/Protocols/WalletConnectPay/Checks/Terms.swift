import Bridge
internal import BigInt
internal import Ethereum

/// What the user was shown, as Ethereum values.
struct Terms {
    /// Uniswap's Permit2, which has the same address on every chain (its documentation, "Deployments").
    static let permit2 = try? EthereumAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")

    let chain: ChainID
    let chainNumber: UInt64
    let account: EthereumAddress

    /// The token's contract; `nil` for the chain's own coin.
    let token: EthereumAddress?
    let amount: BigUInt

    /// The range of times in which the signature must expire.
    let now: BigUInt
    let latest: BigUInt

    /// `nil` if the option is not one that this wallet can pay.
    init?(_ option: PaymentOption, now: Int64, end: Int64) {
        guard let asset = option.amount.unit.asset, asset.chain == option.account.chain, asset.token == nil,
            let account = option.account.ethereum, let number = asset.chain.eip155, number > 0,
            asset.isCoin || asset.contract != nil, option.amount.value > 0,
            // The gateway provides the number of decimals, but the native coin of an EVM chain always has 18.
            !asset.isCoin || option.amount.display.decimals == 18
        else { return nil }
        chain = asset.chain
        chainNumber = number
        self.account = account
        token = asset.contract
        amount = option.amount.value
        self.now = BigUInt(max(now, 0))
        latest = BigUInt(max(end, 0)) + BigUInt(ActionCheck.grace)
    }

    /// Whether it is a plausible recipient: not the zero address, the payer or the token's contract.
    func isRecipient(_ address: EthereumAddress) -> Bool {
        !address.isZero && address != account && address != token && address != Self.permit2
    }
}
