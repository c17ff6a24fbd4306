internal import Ethereum

/// The actions of Compound's bulker: a name, and arguments without a selector.
enum BulkAction {
    /// The call of the action with this name.
    static func call(_ name: DescribedValue, _ input: [UInt8], at contract: EthereumAddress) -> NestedCall {
        var text = ""
        if case .bytes(let bytes) = name { text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        return NestedCall(to: contract, data: input, step: NestedCall.Step(function: functions[text]))
    }

    private static let functions = table.compactMapValues { ReadFunction($0) }

    /// The market decides what becomes of what it gets.
    static let table: [String: KnownFunction] = [
        "ACTION_SUPPLY_ASSET": KnownFunction(
            "supplyAsset(address market, address to, address asset, uint256 amount)",
            .action(.supply, gives: [.exactly("amount", "asset")], to: ["to"], code: "market")),
        "ACTION_SUPPLY_NATIVE_TOKEN": KnownFunction(
            "supplyNativeToken(address market, address to, uint256 amount)",
            .action(.supply, gives: [.exactly("amount")], to: ["to"], takesCoins: true, code: "market")),
        "ACTION_TRANSFER_ASSET": KnownFunction(
            "transferAsset(address market, address to, address asset, uint256 amount)",
            .action(.withdraw, to: ["to"], code: "market")),
        "ACTION_WITHDRAW_ASSET": KnownFunction(
            "withdrawAsset(address market, address to, address asset, uint256 amount)",
            .action(.withdraw, gets: [.exactly("amount", "asset")], to: ["to"], code: "market")),
        "ACTION_WITHDRAW_NATIVE_TOKEN": KnownFunction(
            "withdrawNativeToken(address market, address to, uint256 amount)",
            .action(.withdraw, gets: [.exactly("amount")], to: ["to"], code: "market")),
        "ACTION_CLAIM_REWARD": KnownFunction(
            "claimReward(address market, address rewards, address account, bool accrues)",
            .action(.claimRewards, to: ["account"], code: "rewards")),
    ]
}
