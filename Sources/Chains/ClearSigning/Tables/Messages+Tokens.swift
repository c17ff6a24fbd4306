internal import Ethereum

/// Messages that grant token permissions.
extension KnownMessages {
    private static let details = "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    private static let permitted = "TokenPermissions(address token,uint256 amount)"

    private static func permit2(_ list: String, _ item: String) -> Effect {
        .allowance(
            .permit, token: "\(item).token", spender: "spender", amount: "\(item).amount", bits: 160,
            expiration: "\(item).expiration", deadline: "sigDeadline", isPermit2: true)
    }

    static let permits = [
        KnownMessage(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)",
            .allowance(.permit, owner: "owner", spender: "spender", amount: "value", deadline: "deadline")),
        KnownMessage(
            "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)",
            .allowance(.permit, owner: "holder", spender: "spender", given: "allowed", deadline: "expiry")),
        KnownMessage(
            "Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)",
            .itemAllowance(spender: "spender", item: "tokenId", deadline: "deadline")),
        KnownMessage(
            "PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)",
            .control(operator: "operator", given: "approved", deadline: "deadline")),
        KnownMessage(
            "PermitForAll(address owner,address operator,bool approved,uint256 nonce,uint256 deadline)",
            .control(owner: "owner", operator: "operator", given: "approved", deadline: "deadline")),
        KnownMessage(
            "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)\(details)",
            permit2("details", "details")),
        KnownMessage(
            "PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)\(details)",
            permit2("details.[]", "details.[]")),
        KnownMessage(
            "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)\(permitted)",
            .allowance(
                .once, token: "permitted.token", spender: "spender", amount: "permitted.amount", deadline: "deadline",
                isPermit2: true)),
        KnownMessage(
            "PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)"
                + permitted,
            .allowance(
                .once, token: "permitted.[].token", spender: "spender", amount: "permitted.[].amount",
                deadline: "deadline", isPermit2: true)),
        KnownMessage(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,"
                + "bytes32 nonce)",
            .transfer(.amount, from: "from", to: "to", amount: "value", deadline: "validBefore")),
        KnownMessage(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,"
                + "bytes32 nonce)",
            .transfer(.amount, from: "from", to: "to", amount: "value", deadline: "validBefore")),
        KnownMessage(
            "CancelAuthorization(address authorizer,bytes32 nonce)",
            .harmless(.cancelSignedTransfer, because: "it takes a permission away")),
        KnownMessage(
            "DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)",
            .grant(.power, .borrowAgainstCollateral, to: "delegatee")),
        KnownMessage(
            "Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)",
            .control(
                owner: "owner", operator: "manager", given: "isAllowed", deadline: "expiry", isLending: true)),
        KnownMessage(
            "Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)",
            .control(
                owner: "authorizer", operator: "authorized", given: "isAuthorized", deadline: "deadline",
                isLending: true)),
    ]
}
