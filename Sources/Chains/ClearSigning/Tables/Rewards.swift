internal import Ethereum

/// Rewards and votes, whose functions many protocols have in common.
extension KnownFunctions {
    private static let vote = "a vote moves nothing"

    static let rewards = [
        // Gauges and their minters.
        KnownFunction("claim_rewards()", .action(.claimRewards)),
        KnownFunction("claim_rewards(address account)", .action(.claimRewards, to: ["account"])),
        KnownFunction(
            "claim_rewards(address account, address receiver)",
            .action(.claimRewards, to: ["receiver"], owner: "account", router: .zeroIsSender)),
        KnownFunction("mint_many(address[8] gauges)", .action(.claimRewards, code: "gauges.[]")),
        KnownFunction(
            "claim(address account, (address token, uint256 index, uint256 amount, bytes32[] proof)[] claims)",
            .action(.claimRewards, gets: [.exactly("claims.[].amount", "claims.[].token")], to: ["account"])),
        KnownFunction(
            "claimMulti(address account, (address token, uint256 index, uint256 amount, bytes32[] proof)[] claims)",
            .action(.claimRewards, gets: [.exactly("claims.[].amount", "claims.[].token")], to: ["account"])),
        KnownFunction("claimRewards(uint256 id)", .action(.claimRewards)),
        KnownFunction("harvest(uint256 id)", .action(.claimRewards)),
        KnownFunction("compound()", .action(.claimAndStakeRewards)),
        KnownFunction("enterStaking(uint256 amount)", .action(.stake)),
        KnownFunction("leaveStaking(uint256 amount)", .action(.unstake)),
        // Votes of locked tokens.
        KnownFunction(
            "vote(uint256 lock, address[] pools, uint256[] weights)", .harmless(.vote, because: vote)),
        KnownFunction("vote(address[] pools, uint64[] weights)", .harmless(.vote, because: vote)),
        KnownFunction(
            "vote_for_many_gauge_weights(address[8] gauges, uint256[8] weights)",
            .harmless(.vote, because: vote)),
    ]
}
