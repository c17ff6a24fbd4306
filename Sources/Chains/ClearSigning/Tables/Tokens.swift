internal import Ethereum

/// Functions of tokens: ERC-20, 677, 777, 1363, 721, 1155, 6909, 4626 and 7540.
extension KnownFunctions {
    static let tokens = [
        KnownFunction("transfer(address to, uint256 amount)", .transfer(.amount, to: "to", amount: "amount")),
        KnownFunction(
            "transferFrom(address from, address to, uint256 amount)",
            .transfer(.amountOrItem, from: "from", to: "to", amount: "amount")),
        KnownFunction(
            "safeTransfer(address to, uint256 amount)", .transfer(.amountOrItem, to: "to", amount: "amount")),
        KnownFunction(
            "transfer(address to, uint256 amount, bytes data)", .transfer(.amount, to: "to", amount: "amount")),
        KnownFunction(
            "transferAndCall(address to, uint256 amount)", .transfer(.amount, to: "to", amount: "amount")),
        KnownFunction(
            "transferAndCall(address to, uint256 amount, bytes data)", .transfer(.amount, to: "to", amount: "amount")),
        KnownFunction(
            "transferFromAndCall(address from, address to, uint256 amount)",
            .transfer(.amount, from: "from", to: "to", amount: "amount")),
        KnownFunction(
            "transferFromAndCall(address from, address to, uint256 amount, bytes data)",
            .transfer(.amount, from: "from", to: "to", amount: "amount")),
        KnownFunction(
            "send(address recipient, uint256 amount, bytes data)",
            .transfer(.amount, to: "recipient", amount: "amount")),
        KnownFunction(
            "operatorSend(address sender, address recipient, uint256 amount, bytes data, bytes operatorData)",
            .transfer(.amount, from: "sender", to: "recipient", amount: "amount")),
        KnownFunction("burn(uint256 amount)", .action(.burn, gives: [.exactly("amount", "@.to")], destroys: true)),
        KnownFunction(
            "burn(uint256 amount, bytes data)", .action(.burn, gives: [.exactly("amount", "@.to")], destroys: true)),
        KnownFunction(
            "burn(address from, uint256 amount)",
            .action(.burn, gives: [.exactly("amount", "@.to")], owner: "from", destroys: true)),
        KnownFunction(
            "burnFrom(address from, uint256 amount)",
            .action(.burn, gives: [.exactly("amount", "@.to")], owner: "from", destroys: true)),
        KnownFunction(
            "operatorBurn(address account, uint256 amount, bytes data, bytes operatorData)",
            .action(.burn, gives: [.exactly("amount", "@.to")], owner: "account", destroys: true)),
        KnownFunction(
            "burn(address account, uint256 id, uint256 amount)",
            .action(.burn, gives: [.item("id", "@.to", count: "amount")], owner: "account", destroys: true)),
        KnownFunction(
            "burnBatch(address account, uint256[] ids, uint256[] amounts)",
            .action(
                .burn, gives: [.item("ids.[]", "@.to", count: "amounts.[]")], owner: "account", destroys: true)),
        KnownFunction(
            "safeTransferFrom(address from, address to, uint256 tokenId)",
            .transfer(.item, from: "from", to: "to", item: "tokenId")),
        KnownFunction(
            "safeTransferFrom(address from, address to, uint256 tokenId, bytes data)",
            .transfer(.item, from: "from", to: "to", item: "tokenId")),
        KnownFunction(
            "safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
            .transfer(.items, from: "from", to: "to", item: "id", amount: "amount")),
        KnownFunction(
            "safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
            .transfer(.items, from: "from", to: "to", item: "ids.[]", amount: "amounts.[]")),
        KnownFunction(
            "safeBatchTransferFrom(address from, address to, uint256[] tokenIds)",
            .transfer(.item, from: "from", to: "to", item: "tokenIds.[]")),
        KnownFunction(
            "batchTransferFrom(address from, address to, uint256[] tokenIds)",
            .transfer(.item, from: "from", to: "to", item: "tokenIds.[]")),
        KnownFunction(
            "transfer(address receiver, uint256 id, uint256 amount)",
            .transfer(.items, to: "receiver", item: "id", amount: "amount")),
        KnownFunction(
            "transferFrom(address sender, address receiver, uint256 id, uint256 amount)",
            .transfer(.items, from: "sender", to: "receiver", item: "id", amount: "amount")),
        // Contracts that distribute the caller's approved tokens, as airdrop and bulk transfer tools do.
        KnownFunction(
            "disperseEther(address[] recipients, uint256[] values)",
            .action(.sendCoinsToSeveral, gives: [.coins], to: ["recipients"])),
        KnownFunction(
            "disperseToken(address token, address[] recipients, uint256[] values)",
            .transfer(.amount, token: "token", to: "recipients.[]", amount: "values.[]")),
        KnownFunction(
            "disperseTokenSimple(address token, address[] recipients, uint256[] values)",
            .transfer(.amount, token: "token", to: "recipients.[]", amount: "values.[]")),
        KnownFunction(
            "bulkTransfer(((uint8 itemType, address token, uint256 identifier, uint256 amount)[] items, "
                + "address recipient, bool validateERC721Receiver)[] items, bytes32 conduitKey)",
            .transfer(
                .items, token: "items.[].items.[].token", to: "items.[].recipient",
                item: "items.[].items.[].identifier", amount: "items.[].items.[].amount")),
        KnownFunction(
            "mint(address to, uint256 amount)", .action(.mint, gets: [.exactly("amount", "@.to")], to: ["to"])),
        KnownFunction(
            "safeMint(address to, uint256 tokenId)",
            .action(.mint, gets: [.item("tokenId", "@.to")], to: ["to"], takesCoins: true)),
        KnownFunction("mint(uint256 quantity)", .action(.mint, takesCoins: true)),
        KnownFunction("mint()", .action(.mint, takesCoins: true)),
        KnownFunction("mint(address to)", .action(.mint, to: ["to"], takesCoins: true)),
        KnownFunction(
            "mint(address to, uint256 id, uint256 amount, bytes data)",
            .action(.mint, to: ["to"], takesCoins: true)),
        KnownFunction("publicMint(uint256 quantity)", .action(.mint, takesCoins: true)),
        KnownFunction("mintPublic(uint256 quantity)", .action(.mint, takesCoins: true)),
        KnownFunction("safeMint(address to)", .action(.mint, to: ["to"], takesCoins: true)),
        KnownFunction("purchase(uint256 quantity)", .action(.buy, takesCoins: true)),
        KnownFunction(
            "mintWithRewards(address recipient, uint256 quantity, string comment, address mintReferral)",
            .action(.mint, to: ["recipient"], takesCoins: true)),
        KnownFunction(
            "mintPublic(address nftContract, address feeRecipient, address minterIfNotPayer, uint256 quantity)",
            .action(
                .mint, to: ["minterIfNotPayer"], takesCoins: true, router: .zeroIsSender,
                terms: [.collection("nftContract")])),
        KnownFunction(
            "mintAllowList(address nftContract, address feeRecipient, address minterIfNotPayer, uint256 quantity, "
                + "(uint256 mintPrice, uint256 maxTotalMintableByWallet, uint256 startTime, uint256 endTime, "
                + "uint256 dropStageIndex, uint256 maxTokenSupplyForStage, uint256 feeBps, bool restrictFeeRecipients) "
                + "mintParams, bytes32[] proof)",
            .action(
                .mint, to: ["minterIfNotPayer"], takesCoins: true, router: .zeroIsSender,
                terms: [.collection("nftContract")])),
        KnownFunction(
            "claim(address receiver, uint256 quantity, address currency, uint256 pricePerToken, (bytes32[] proof, "
                + "uint256 quantityLimitPerWallet, uint256 pricePerToken, address currency) allowlistProof, bytes data)",
            .action(.mint, to: ["receiver"], takesCoins: true)),
        KnownFunction(
            "claim(address receiver, uint256 tokenId, uint256 quantity, address currency, uint256 pricePerToken, "
                + "(bytes32[] proof, uint256 quantityLimitPerWallet, uint256 pricePerToken, address currency) "
                + "allowlistProof, bytes data)",
            .action(.mint, to: ["receiver"], takesCoins: true)),
        KnownFunction("claim()", .action(.claim, takesCoins: true)),
        KnownFunction("claim(address account)", .action(.claim, to: ["account"])),
        KnownFunction("claim(uint256 amount)", .action(.claim)),
        KnownFunction(
            "claim(uint256 index, address account, uint256 amount, bytes32[] merkleProof)",
            .action(.claim, to: ["account"])),
        KnownFunction(
            "claim(address account, uint256 amount, bytes32[] merkleProof)", .action(.claim, to: ["account"])),
        KnownFunction("claim(uint256 amount, bytes32[] merkleProof)", .action(.claim)),
        KnownFunction("claimAll()", .action(.claim)),
        KnownFunction("claimRewards()", .action(.claimRewards)),
        KnownFunction("claimReward()", .action(.claimRewards)),
        KnownFunction("claimRewards(address account)", .action(.claimRewards, to: ["account"])),
        KnownFunction("getReward()", .action(.claimRewards)),
        KnownFunction("getReward(address account)", .action(.claimRewards, to: ["account"])),
        KnownFunction(
            "getReward(address account, bool claimExtras)", .action(.claimRewards, to: ["account"])),
        KnownFunction("harvest()", .action(.claimRewards)),
        KnownFunction(
            "claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)",
            .action(.claimRewards, gets: [.atMost("amounts.[]", "tokens.[]")], to: ["users"])),
    ]

    /// Functions that grant permissions by transaction.
    static let approvals = [
        KnownFunction(
            "approve(address spender, uint256 amount)", .allowance(.approve, spender: "spender", amount: "amount")),
        KnownFunction(
            "safeApprove(address token, address spender, uint256 amount)",
            .allowance(.approve, token: "token", spender: "spender", amount: "amount")),
        KnownFunction(
            "increaseAllowance(address spender, uint256 addedValue)",
            .allowance(.increase, spender: "spender", amount: "addedValue")),
        KnownFunction(
            "decreaseAllowance(address spender, uint256 subtractedValue)",
            .allowance(.decrease, spender: "spender", amount: "subtractedValue")),
        KnownFunction(
            "increaseApproval(address spender, uint256 addedValue)",
            .allowance(.increase, spender: "spender", amount: "addedValue")),
        KnownFunction(
            "decreaseApproval(address spender, uint256 subtractedValue)",
            .allowance(.decrease, spender: "spender", amount: "subtractedValue")),
        KnownFunction(
            "approveAndCall(address spender, uint256 amount)",
            .allowance(.approve, spender: "spender", amount: "amount")),
        KnownFunction(
            "approveAndCall(address spender, uint256 amount, bytes data)",
            .allowance(.approve, spender: "spender", amount: "amount")),
        KnownFunction(
            "approve(address spender, uint256 amount, bytes data)",
            .allowance(.approve, spender: "spender", amount: "amount")),
        KnownFunction(
            "increaseAllowanceAndCall(address spender, uint256 addedValue, bytes data)",
            .allowance(.increase, spender: "spender", amount: "addedValue")),
        // In ERC-6909 the second argument is the ID of an item; in older tokens it is the previous amount.
        KnownFunction(
            "approve(address spender, uint256 id, uint256 amount)",
            .allowance(.approve, spender: "spender", amount: "amount", item: "id")),
        KnownFunction("approveMax(address spender)", .allowance(.approve, spender: "spender")),
        KnownFunction(
            "setApprovalForAll(address operator, bool approved)",
            .control(operator: "operator", given: "approved")),
        KnownFunction(
            "setOperator(address operator, bool approved)",
            .control(operator: "operator", given: "approved")),
        KnownFunction("authorizeOperator(address operator)", .control(operator: "operator")),
        KnownFunction(
            "revokeOperator(address operator)", .harmless(.revokeOperator, because: "it takes a permission away")),
        KnownFunction(
            "allow(address manager, bool isAllowed)",
            .control(operator: "manager", given: "isAllowed", isLending: true)),
        KnownFunction("hope(address usr)", .control(operator: "usr")),
        KnownFunction("nope(address usr)", .harmless(.revokeOperator, because: "it takes a permission away")),
        KnownFunction(
            "approveDelegation(address delegatee, uint256 amount)",
            .grant(.power, .borrowAgainstCollateral, to: "delegatee")),
        KnownFunction(
            "setRelayerApproval(address sender, address relayer, bool approved)",
            .control(operator: "relayer", given: "approved")),
        KnownFunction(
            "setAuthorization(address authorized, bool newIsAuthorized)",
            .control(operator: "authorized", given: "newIsAuthorized", isLending: true)),
        KnownFunction(
            "approveSpender(address token, address spender, uint256 amount)",
            .allowance(.approve, token: "token", spender: "spender", amount: "amount")),
    ]
}
