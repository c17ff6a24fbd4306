internal import Ethereum

/// Names and votes: ENS and token governance.
extension KnownFunctions {
    static let names = [
        KnownFunction(
            "commit(bytes32 commitment)",
            .harmless(.commitToRegistration, because: "it moves nothing")),
        KnownFunction(
            "register(string name, address owner, uint256 duration, bytes32 secret, address resolver, bytes[] data, "
                + "bool reverseRecord, uint16 ownerControlledFuses)",
            .action(.registerName, gives: [.coins], to: ["owner"])),
        KnownFunction(
            "register(string name, address owner, uint256 duration, bytes32 secret)",
            .action(.registerName, gives: [.coins], to: ["owner"])),
        KnownFunction(
            "register((string name, address owner, uint256 duration, address resolver, bytes[] data, "
                + "bool reverseRecord) request)",
            .action(.registerName, gives: [.coins], to: ["request.owner"])),
        KnownFunction("renew(string name, uint256 duration)", .action(.renewName, gives: [.coins])),
        KnownFunction("renewAll(string[] names, uint256 duration)", .action(.renewNames, gives: [.coins])),
        KnownFunction(
            "setName(string name)",
            .harmless(.setOwnName, because: "it can be changed again")),
        KnownFunction(
            "setText(bytes32 node, string key, string value)",
            // Both this text and the content hash are where browsers find the website of a name.
            .ifText(
                "key", ["url"], [.grant(.website, .setNameWebsite)],
                [.harmless(.setNameRecord, because: "it can be changed again")])),
        KnownFunction(
            "setAddr(bytes32 node, address a)",
            .grant(.power, .setNameAddress, to: "a")),
        KnownFunction(
            "setAddr(bytes32 node, uint256 coinType, bytes a)",
            .grant(.power, .setNameAddress, to: "a.[0:20]")),
        KnownFunction(
            "setContenthash(bytes32 node, bytes hash)",
            .grant(.power, .setNameWebsite)),
        KnownFunction(
            "setResolver(bytes32 node, address resolver)",
            .grant(.power, .setNameResolver, to: "resolver")),
        KnownFunction(
            "setOwner(bytes32 node, address owner)",
            .grant(.power, .transferName, to: "owner")),
        KnownFunction(
            "setSubnodeOwner(bytes32 node, bytes32 label, address owner)",
            .grant(.power, .transferSubname, to: "owner")),
        KnownFunction(
            "setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)",
            .grant(.power, .transferSubname, to: "owner")),
        KnownFunction("reclaim(uint256 id, address owner)", .grant(.power, .transferName, to: "owner")),
        KnownFunction("delegate(address delegatee)", .grant(.voice, .delegateVotes, to: "delegatee")),
        KnownFunction(
            "setDelegate(bytes32 id, address delegate)", .grant(.voice, .delegateVotes, to: "delegate")),
        KnownFunction(
            "clearDelegate(bytes32 id)",
            .harmless(.stopDelegatingVotes, because: "it takes a permission away")),
        KnownFunction(
            "castVote(uint256 proposalId, uint8 support)",
            .harmless(.vote, because: "a vote moves nothing")),
        KnownFunction(
            "castVoteWithReason(uint256 proposalId, uint8 support, string reason)",
            .harmless(.vote, because: "a vote moves nothing")),
    ]
}
