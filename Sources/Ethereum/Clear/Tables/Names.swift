/// Names and votes: ENS and token governance.
extension KnownFunctions {
    static let names = [
        KnownFunction(
            "commit(bytes32 commitment)",
            .harmless("Commit to a registration", because: "it moves nothing")),
        KnownFunction(
            "register(string name, address owner, uint256 duration, bytes32 secret, address resolver, bytes[] data, "
                + "bool reverseRecord, uint16 ownerControlledFuses)",
            .action("Register a name", gives: [.coins], to: ["owner"])),
        KnownFunction(
            "register(string name, address owner, uint256 duration, bytes32 secret)",
            .action("Register a name", gives: [.coins], to: ["owner"])),
        KnownFunction(
            "register((string name, address owner, uint256 duration, address resolver, bytes[] data, "
                + "bool reverseRecord) request)",
            .action("Register a name", gives: [.coins], to: ["request.owner"])),
        KnownFunction("renew(string name, uint256 duration)", .action("Renew a name", gives: [.coins])),
        KnownFunction("renewAll(string[] names, uint256 duration)", .action("Renew names", gives: [.coins])),
        KnownFunction(
            "setName(string name)",
            .harmless("Set the name of your address", because: "it can be changed again")),
        KnownFunction(
            "setText(bytes32 node, string key, string value)",
            .harmless("Set a record of a name", because: "it can be changed again")),
        KnownFunction(
            "setAddr(bytes32 node, address a)",
            .grant(.power, "Set the address of a name to {holder}", to: "a")),
        KnownFunction(
            "setAddr(bytes32 node, uint256 coinType, bytes a)",
            .grant(.power, "Set the address of a name to {holder}", to: "a.[0:20]")),
        KnownFunction(
            "setContenthash(bytes32 node, bytes hash)",
            .grant(.power, "Set the website of a name")),
        KnownFunction(
            "setResolver(bytes32 node, address resolver)",
            .grant(.power, "Set the resolver of a name to {holder}", to: "resolver")),
        KnownFunction(
            "setOwner(bytes32 node, address owner)",
            .grant(.power, "Transfer a name to {holder}", to: "owner")),
        KnownFunction(
            "setSubnodeOwner(bytes32 node, bytes32 label, address owner)",
            .grant(.power, "Transfer a subname to {holder}", to: "owner")),
        KnownFunction(
            "setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)",
            .grant(.power, "Transfer a subname to {holder}", to: "owner")),
        KnownFunction("reclaim(uint256 id, address owner)", .grant(.power, "Transfer a name to {holder}", to: "owner")),
        KnownFunction("delegate(address delegatee)", .grant(.voice, "Delegate votes to {holder}", to: "delegatee")),
        KnownFunction(
            "setDelegate(bytes32 id, address delegate)", .grant(.voice, "Delegate votes to {holder}", to: "delegate")),
        KnownFunction(
            "clearDelegate(bytes32 id)",
            .harmless("Stop delegating votes", because: "it takes a permission away")),
        KnownFunction(
            "castVote(uint256 proposalId, uint8 support)",
            .harmless("Vote", because: "a vote moves nothing")),
        KnownFunction(
            "castVoteWithReason(uint256 proposalId, uint8 support, string reason)",
            .harmless("Vote", because: "a vote moves nothing")),
    ]
}
