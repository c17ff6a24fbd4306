internal import Ethereum

/// Functions that submit or use signed permissions: EIP-2612, DAI, EIP-3009, ERC-4494, Permit2.
extension KnownFunctions {
    private static let details = "(address token, uint160 amount, uint48 expiration, uint48 nonce)"
    private static let permitted = "(address token, uint256 amount)"
    private static let split = "uint8 v, bytes32 r, bytes32 s"

    static let permits = [
        KnownFunction(
            "permit(address owner, address spender, uint256 value, uint256 deadline, \(split))",
            .allowance(.permit, owner: "owner", spender: "spender", amount: "value", deadline: "deadline")),
        KnownFunction(
            "permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)",
            .allowance(.permit, owner: "owner", spender: "spender", amount: "value", deadline: "deadline")),
        KnownFunction(
            "permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, \(split))",
            .allowance(.permit, owner: "holder", spender: "spender", given: "allowed", deadline: "expiry")),
        KnownFunction(
            "permit(address spender, uint256 tokenId, uint256 deadline, \(split))",
            .itemAllowance(spender: "spender", item: "tokenId", deadline: "deadline")),
        KnownFunction(
            "permit(address spender, uint256 tokenId, uint256 deadline, uint256 nonce, bytes signature)",
            .itemAllowance(spender: "spender", item: "tokenId", deadline: "deadline")),
        KnownFunction(
            "permit(address spender, uint256 tokenId, uint256 deadline, bytes signature)",
            .itemAllowance(spender: "spender", item: "tokenId", deadline: "deadline")),
        KnownFunction(
            "permitForAll(address owner, address operator, bool approved, uint256 deadline, uint256 nonce, "
                + "bytes signature)",
            .control(owner: "owner", operator: "operator", given: "approved", deadline: "deadline")),
        KnownFunction(
            "transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, "
                + "uint256 validBefore, bytes32 nonce, \(split))",
            .transfer(.amount, from: "from", to: "to", amount: "value")),
        KnownFunction(
            "transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, "
                + "uint256 validBefore, bytes32 nonce, bytes signature)",
            .transfer(.amount, from: "from", to: "to", amount: "value")),
        KnownFunction(
            "receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, "
                + "uint256 validBefore, bytes32 nonce, \(split))",
            .transfer(.amount, from: "from", to: "to", amount: "value")),
        KnownFunction(
            "receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, "
                + "uint256 validBefore, bytes32 nonce, bytes signature)",
            .transfer(.amount, from: "from", to: "to", amount: "value")),
        KnownFunction(
            "cancelAuthorization(address authorizer, bytes32 nonce, \(split))",
            .harmless(.cancelSignedTransfer, because: "it takes a permission away")),
        KnownFunction(
            "approve(address token, address spender, uint160 amount, uint48 expiration)",
            .allowance(
                .approve, token: "token", spender: "spender", amount: "amount", bits: 160, expiration: "expiration",
                isPermit2: true)),
        KnownFunction(
            "permit(address owner, (\(details) details, address spender, uint256 sigDeadline) permitSingle, "
                + "bytes signature)",
            .allowance(
                .permit, token: "permitSingle.details.token", owner: "owner", spender: "permitSingle.spender",
                amount: "permitSingle.details.amount", bits: 160, expiration: "permitSingle.details.expiration",
                deadline: "permitSingle.sigDeadline", isPermit2: true)),
        KnownFunction(
            "permit(address owner, (\(details)[] details, address spender, uint256 sigDeadline) permitBatch, "
                + "bytes signature)",
            .allowance(
                .permit, token: "permitBatch.details.[].token", owner: "owner", spender: "permitBatch.spender",
                amount: "permitBatch.details.[].amount", bits: 160, expiration: "permitBatch.details.[].expiration",
                deadline: "permitBatch.sigDeadline", isPermit2: true)),
        KnownFunction(
            "transferFrom(address from, address to, uint160 amount, address token)",
            .transfer(.amount, token: "token", from: "from", to: "to", amount: "amount")),
        KnownFunction(
            "transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)",
            .transfer(
                .amount, token: "transferDetails.[].token", from: "transferDetails.[].from",
                to: "transferDetails.[].to", amount: "transferDetails.[].amount")),
        KnownFunction(
            "permitTransferFrom((\(permitted) permitted, uint256 nonce, uint256 deadline) permit, "
                + "(address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)",
            .transfer(
                .amount, token: "permit.permitted.token", from: "owner", to: "transferDetails.to",
                amount: "transferDetails.requestedAmount")),
        KnownFunction(
            "permitTransferFrom((\(permitted)[] permitted, uint256 nonce, uint256 deadline) permit, "
                + "(address to, uint256 requestedAmount)[] transferDetails, address owner, bytes signature)",
            .transfer(
                .amount, token: "permit.permitted.[].token", from: "owner", to: "transferDetails.[].to",
                amount: "transferDetails.[].requestedAmount")),
        KnownFunction(
            "permitWitnessTransferFrom((\(permitted) permitted, uint256 nonce, uint256 deadline) permit, "
                + "(address to, uint256 requestedAmount) transferDetails, address owner, bytes32 witness, "
                + "string witnessTypeString, bytes signature)",
            .transfer(
                .amount, token: "permit.permitted.token", from: "owner", to: "transferDetails.to",
                amount: "transferDetails.requestedAmount")),
        KnownFunction(
            "permitWitnessTransferFrom((\(permitted)[] permitted, uint256 nonce, uint256 deadline) permit, "
                + "(address to, uint256 requestedAmount)[] transferDetails, address owner, bytes32 witness, "
                + "string witnessTypeString, bytes signature)",
            .transfer(
                .amount, token: "permit.permitted.[].token", from: "owner", to: "transferDetails.[].to",
                amount: "transferDetails.[].requestedAmount")),
        KnownFunction(
            "lockdown((address token, address spender)[] approvals)",
            .allowance(
                .approve, token: "approvals.[].token", spender: "approvals.[].spender", amount: "@.zero",
                isPermit2: true)),
        KnownFunction(
            "invalidateNonces(address token, address spender, uint48 newNonce)",
            .harmless(.cancelSignedPermissions, because: "it takes permissions away")),
        KnownFunction(
            "invalidateUnorderedNonces(uint256 wordPos, uint256 mask)",
            .harmless(.cancelSignedPermissions, because: "it takes permissions away")),
        KnownFunction(
            "selfPermit(address token, uint256 value, uint256 deadline, \(split))",
            .allowance(.permit, token: "token", spender: "@.to", amount: "value", deadline: "deadline")),
        KnownFunction(
            "selfPermitIfNecessary(address token, uint256 value, uint256 deadline, \(split))",
            .allowance(.permit, token: "token", spender: "@.to", amount: "value", deadline: "deadline")),
        KnownFunction(
            "selfPermitAllowed(address token, uint256 nonce, uint256 expiry, \(split))",
            .allowance(.permit, token: "token", spender: "@.to", deadline: "expiry")),
        KnownFunction(
            "selfPermitAllowedIfNecessary(address token, uint256 nonce, uint256 expiry, \(split))",
            .allowance(.permit, token: "token", spender: "@.to", deadline: "expiry")),
        KnownFunction(
            "delegateBySig(address delegatee, uint256 nonce, uint256 expiry, \(split))",
            .grant(.voice, .delegateVotes, to: "delegatee")),
    ]
}
