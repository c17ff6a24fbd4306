internal import Ethereum

/// Messages that let others act for the account, and messages that have no effect on it.
extension KnownMessages {
    private static let hyperliquid = "HyperliquidTransaction:"
    private static let chain = "string hyperliquidChain"

    static let authority = [
        KnownMessage(
            "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,"
                + "uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)",
            .calls(to: "to", value: "value", data: "data", operation: "operation"),
            .either(
                "gasPrice", [.grant(.power, .payGasFromSafe, to: "refundReceiver")], [])),
        KnownMessage("SafeMessage(bytes message)", .grant(.power, .signForSafe)),
        KnownMessage(
            "MetaTransaction(uint256 nonce,address from,bytes functionSignature)", .calls(data: "functionSignature")),
        KnownMessage(
            "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)",
            .calls(to: "to", value: "value", data: "data")),
        KnownMessage(
            "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)",
            .calls(to: "to", value: "value", data: "data")),
        KnownMessage(
            "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,"
                + "uint256 validUntilTime)",
            .calls(to: "to", value: "value", data: "data")),
        KnownMessage(
            "RelayRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,"
                + "uint256 validUntilTime,RelayData relayData)RelayData(uint256 maxFeePerGas,"
                + "uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed,address relayWorker,"
                + "address paymaster,address forwarder,bytes paymasterData,uint256 clientId)",
            .calls(to: "to", value: "value", data: "data")),
        KnownMessage(
            "SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,"
                + "uint256 userDeadline)",
            .calls(to: "target", data: "data")),
        KnownMessage(
            "Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)"
                + "Caveat(address enforcer,bytes terms)",
            .grant(.power, .actForAccount, to: "delegate")),
        KnownMessage(
            "\(hyperliquid)UsdSend(\(chain),string destination,string amount,uint64 time)",
            .action(.sendUSDCFromHyperliquid, to: ["destination"])),
        KnownMessage(
            "\(hyperliquid)SpotSend(\(chain),string destination,string token,string amount,uint64 time)",
            .action(.sendTokensFromHyperliquid, to: ["destination"])),
        KnownMessage(
            "\(hyperliquid)Withdraw(\(chain),string destination,string amount,uint64 time)",
            .action(.withdrawUSDCFromHyperliquid, to: ["destination"])),
        KnownMessage(
            "\(hyperliquid)UsdClassTransfer(\(chain),string amount,bool toPerp,uint64 nonce)",
            .harmless(.moveWithinHyperliquid, because: "it stays in the account")),
        KnownMessage(
            "\(hyperliquid)ApproveAgent(\(chain),address agentAddress,string agentName,uint64 nonce)",
            .grant(.power, .tradeOnHyperliquid, to: "agentAddress")),
        KnownMessage(
            "\(hyperliquid)ApproveBuilderFee(\(chain),string maxFeeRate,address builder,uint64 nonce)",
            .grant(.power, .takeHyperliquidFee, to: "builder")),
        KnownMessage(
            "dYdX(string action,string onlySignOn)", domain: "dYdX",
            .grant(.power, .createDYdXKeys)),
    ]

    private static let vote = "it is a vote, which moves nothing"

    static let statements = [
        KnownMessage(
            "Delegation(address delegatee,uint256 nonce,uint256 expiry)",
            .grant(.voice, .delegateVotes, to: "delegatee")),
        KnownMessage("Ballot(uint256 proposalId,uint8 support)", .harmless(.vote, because: vote)),
        KnownMessage(
            "Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)", .harmless(.vote, because: vote)),
        KnownMessage(
            "OrderCancellations(bytes[] orderUids)",
            .harmless(.cancelOrders, because: "it takes permissions away")),
        KnownMessage(
            "UserNameProof(string name,uint256 timestamp,address owner)",
            // The signature covers neither of the Farcaster accounts between which the name moves.
            .grant(.name(host: "farcaster.xyz"), .claimFarcasterName, to: "owner")),
        KnownMessage(
            "ClobAuth(address address,string timestamp,uint256 nonce,string message)", domain: "ClobAuthDomain",
            .grant(.power, .createPolymarketKey)),
        // The Ethereum Attestation Service, in the versions of its signatures.
        attestation(
            "bytes32 schema,address recipient,uint64 expirationTime,bool revocable,bytes32 refUID,bytes data,"
                + "uint256 value,uint256 nonce,uint64 deadline"),
        attestation(
            "address attester,bytes32 schema,address recipient,uint64 expirationTime,bool revocable,"
                + "bytes32 refUID,bytes data,uint256 value,uint256 nonce,uint64 deadline"),
        attestation(
            "uint16 version,bytes32 schema,address recipient,uint64 time,uint64 expirationTime,bool revocable,"
                + "bytes32 refUID,bytes data"),
        attestation(
            "uint16 version,bytes32 schema,address recipient,uint64 time,uint64 expirationTime,bool revocable,"
                + "bytes32 refUID,bytes data,bytes32 salt"),
        KnownMessage(
            "CreateProxy(address paymentToken,uint256 payment,address paymentReceiver)",
            domain: "Polymarket Contract Proxy Factory",
            .action(
                .registerAccount, gives: [.atMost("payment", "paymentToken")], to: ["paymentReceiver"],
                router: .zeroIsSender)),
        KnownMessage(
            "Follow(address from,string network,string space)", domain: "snapshot",
            .harmless(.followSpace, because: "it moves nothing")),
        snapshot("bytes32 proposal,uint32 choice"), snapshot("bytes32 proposal,uint32[] choice"),
        snapshot("bytes32 proposal,string choice"), snapshot("string proposal,uint32 choice"),
        snapshot("string proposal,uint32[] choice"), snapshot("string proposal,string choice"),
        KnownMessage(
            "Follow(address from,string space,uint64 timestamp)", domain: "snapshot",
            .harmless(.followSpace, because: "it moves nothing")),
        KnownMessage(
            "Unfollow(address from,string space,uint64 timestamp)", domain: "snapshot",
            .harmless(.unfollowSpace, because: "it moves nothing")),
        proposal(""), proposal("string privacy,"), proposal("string[] labels,", "string privacy,"),
        proposal("string[] labels,"),
        KnownMessage(
            "CancelProposal(address from,string space,uint64 timestamp,bytes32 proposal)", domain: "snapshot",
            .harmless(.cancelProposalOnSnapshot, because: "it moves nothing")),
        KnownMessage(
            "CancelProposal(address from,string space,uint64 timestamp,string proposal)", domain: "snapshot",
            .harmless(.cancelProposalOnSnapshot, because: "it moves nothing")),
        update(""), update("string privacy,"), update("string[] labels,", "string privacy,"),
        update("string[] labels,"),
        KnownMessage(
            "Profile(address from,uint64 timestamp,string profile)", domain: "snapshot",
            .harmless(.setSnapshotProfile, because: "it can be changed again")),
        KnownMessage(
            "Statement(address from,uint64 timestamp,string space,string about,string statement,string discourse,"
                + "string status)", domain: "snapshot",
            .harmless(.setSnapshotProfile, because: "it can be changed again")),
        KnownMessage(
            "ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)",
            .harmless(.vote, because: vote)),
        KnownMessage(
            "ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)",
            .harmless(.vote, because: vote)),
        KnownMessage(
            "Alias(address from,address alias,uint64 timestamp)", domain: "snapshot",
            .grant(.power, .voteOnSnapshot, to: "alias")),
    ]

    /// A proposal on Snapshot, in the versions that have labels and a private vote, or not.
    private static func proposal(_ labels: String, _ privacy: String = "") -> KnownMessage {
        let (labels, privacy) = labels.hasPrefix("string[]") ? (labels, privacy) : ("", labels)
        return KnownMessage(
            "Proposal(address from,string space,uint64 timestamp,string type,string title,string body,string discussion,"
                + "string[] choices,\(labels)uint64 start,uint64 end,uint64 snapshot,string plugins,\(privacy)string app)",
            domain: "snapshot", .harmless(.proposeOnSnapshot, because: "it moves nothing"))
    }

    /// A change of an own proposal on Snapshot.
    private static func update(_ labels: String, _ privacy: String = "") -> KnownMessage {
        let (labels, privacy) = labels.hasPrefix("string[]") ? (labels, privacy) : ("", labels)
        return KnownMessage(
            "UpdateProposal(address from,string space,uint64 timestamp,string proposal,string type,string title,"
                + "string body,string discussion,string[] choices,\(labels)\(privacy)string plugins)",
            domain: "snapshot", .harmless(.proposeOnSnapshot, because: "it moves nothing"))
    }

    private static func attestation(_ fields: String) -> KnownMessage {
        KnownMessage("Attest(\(fields))", .harmless(.attest, because: "it is a statement, which moves nothing"))
    }

    private static func snapshot(_ fields: String) -> KnownMessage {
        KnownMessage(
            "Vote(address from,string space,uint64 timestamp,\(fields),string reason,string app,string metadata)",
            domain: "snapshot", .harmless(.voteOnSnapshot, because: vote))
    }
}
