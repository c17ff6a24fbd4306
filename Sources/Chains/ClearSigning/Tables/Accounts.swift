internal import Ethereum

/// Functions that contain other calls, and functions of smart accounts: Safe, ERC-4337, ERC-7579, forwarders.
extension KnownFunctions {
    private static let operation =
        "(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, "
        + "uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, "
        + "uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] ops"
    private static let packed =
        "(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, "
        + "uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops"

    static let carriers = [
        KnownFunction("multicall(bytes[] data)", .calls(data: "data.[]")),
        KnownFunction("multicall(uint256 deadline, bytes[] data)", .calls(data: "data.[]")),
        KnownFunction("multicall(bytes32 previousBlockhash, bytes[] data)", .calls(data: "data.[]")),
        KnownFunction("multicall(bytes32 nodehash, bytes[] data, bool isStrict)", .calls(data: "data.[]")),
        KnownFunction("multicallWithNodeCheck(bytes32 nodehash, bytes[] data)", .calls(data: "data.[]")),
        KnownFunction("batch(bytes[] calls, bool revertOnFail)", .calls(data: "calls.[]")),
        KnownFunction(
            "aggregate((address target, bytes callData)[] calls)",
            .calls(to: "calls.[].target", data: "calls.[].callData")),
        KnownFunction(
            "blockAndAggregate((address target, bytes callData)[] calls)",
            .calls(to: "calls.[].target", data: "calls.[].callData")),
        KnownFunction(
            "tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)",
            .calls(to: "calls.[].target", data: "calls.[].callData")),
        KnownFunction(
            "tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls)",
            .calls(to: "calls.[].target", data: "calls.[].callData")),
        KnownFunction(
            "aggregate3((address target, bool allowFailure, bytes callData)[] calls)",
            .calls(to: "calls.[].target", data: "calls.[].callData")),
        KnownFunction(
            "aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)",
            .calls(to: "calls.[].target", value: "calls.[].value", data: "calls.[].callData")),
        KnownFunction("multiSend(bytes transactions)", .steps(.multiSend("transactions"))),
        KnownFunction(
            "execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, "
                + "uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
            .calls(to: "to", value: "value", data: "data", operation: "operation"),
            .either("gasPrice", [.grant(.power, .payGasFromSafe, to: "refundReceiver")], [])),
        KnownFunction(
            "execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)",
            .calls(to: "to", value: "value", data: "data", operation: "operation")),
        KnownFunction(
            "execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation)",
            .calls(to: "to", value: "value", data: "data", operation: "operation")),
        KnownFunction(
            "execute(address to, uint256 value, bytes data)", .calls(to: "to", value: "value", data: "data")),
        KnownFunction(
            "execute(address to, uint256 value, bytes data, uint8 operation)",
            .calls(to: "to", value: "value", data: "data", operation: "operation")),
        // Account proxies run this as their own code; a proxy cannot be recognized from the call.
        KnownFunction("execute(address to, bytes data)", .calls(to: "to", data: "data", isDelegated: true)),
        KnownFunction(
            "executeBatch(address[] to, bytes[] data)", .calls(to: "to.[]", data: "data.[]")),
        KnownFunction(
            "executeBatch(address[] to, uint256[] value, bytes[] data)",
            .calls(to: "to.[]", value: "value.[]", data: "data.[]")),
        KnownFunction(
            "executeBatch((address target, uint256 value, bytes data)[] calls)",
            .calls(to: "calls.[].target", value: "calls.[].value", data: "calls.[].data")),
        KnownFunction(
            "execute((address target, uint256 value, bytes data)[] calls)",
            .calls(to: "calls.[].target", value: "calls.[].value", data: "calls.[].data")),
        KnownFunction(
            "execute(bytes32 mode, bytes executionData)", .steps(.execution(mode: "mode", data: "executionData"))),
        KnownFunction(
            "executeFromExecutor(bytes32 mode, bytes executionData)",
            .steps(.execution(mode: "mode", data: "executionData"))),
        KnownFunction(
            "executeUserOp(address to, uint256 value, bytes data, uint8 operation)",
            .calls(to: "to", value: "value", data: "data", operation: "operation")),
        KnownFunction("handleOps(\(operation), address beneficiary)", .steps(.operations("ops"))),
        KnownFunction("handleOps(\(packed), address beneficiary)", .steps(.operations("ops"))),
        KnownFunction(
            "execute(bytes commands, bytes[] inputs, uint256 deadline)",
            .steps(.router(commands: "commands", inputs: "inputs.[]"))),
        KnownFunction(
            "execute(bytes commands, bytes[] inputs)",
            .steps(.router(commands: "commands", inputs: "inputs.[]"))),
        // Forwarders and meta-transactions: the inner call runs on behalf of its signer.
        KnownFunction(
            "executeMetaTransaction(address userAddress, bytes functionSignature, bytes32 sigR, bytes32 sigS, "
                + "uint8 sigV)",
            .calls(data: "functionSignature")),
        KnownFunction(
            "execute((address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data) req, "
                + "bytes signature)",
            .calls(to: "req.to", value: "req.value", data: "req.data")),
        KnownFunction(
            "execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, "
                + "bytes signature) request)",
            .calls(to: "request.to", value: "request.value", data: "request.data")),
        KnownFunction(
            "executeBatch((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, "
                + "bytes signature)[] requests, address refundReceiver)",
            .calls(to: "requests.[].to", value: "requests.[].value", data: "requests.[].data")),
    ]

    /// Functions that change who can act for an account, or its code.
    static let accounts = [
        KnownFunction(
            "addOwnerWithThreshold(address owner, uint256 threshold)",
            .grant(.power, .addSafeOwner, to: "owner")),
        KnownFunction(
            "removeOwner(address prevOwner, address owner, uint256 threshold)",
            .grant(.power, .removeSafeOwner)),
        KnownFunction(
            "swapOwner(address prevOwner, address oldOwner, address newOwner)",
            .grant(.power, .replaceSafeOwner, to: "newOwner")),
        KnownFunction(
            "changeThreshold(uint256 threshold)",
            .grant(.power, .changeSafeThreshold)),
        KnownFunction(
            "enableModule(address module)", .grant(.power, .enableSafeModule, to: "module")),
        KnownFunction(
            "disableModule(address prevModule, address module)",
            .grant(.power, .disableSafeModule)),
        KnownFunction("setGuard(address guard)", .grant(.power, .setSafeGuard, to: "guard")),
        KnownFunction(
            "setModuleGuard(address moduleGuard)",
            .grant(.power, .setSafeModuleGuard, to: "moduleGuard")),
        KnownFunction(
            "setFallbackHandler(address handler)",
            .grant(.power, .setSafeFallbackHandler, to: "handler")),
        KnownFunction("signMessage(bytes data)", .grant(.power, .signForSafe)),
        KnownFunction(
            "approveHash(bytes32 hashToApprove)",
            .grant(.power, .approveSafeHash)),
        KnownFunction(
            "setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, "
                + "address paymentToken, uint256 payment, address paymentReceiver)",
            .grant(.power, .setUpSafe, to: "owners")),
        KnownFunction(
            "installModule(uint256 moduleTypeId, address module, bytes initData)",
            .grant(.power, .enableModule, to: "module")),
        KnownFunction(
            "uninstallModule(uint256 moduleTypeId, address module, bytes deInitData)",
            .grant(.power, .removeModule, to: "module")),
        KnownFunction(
            "addOwnerAddress(address owner)", .grant(.power, .addAccountOwner, to: "owner")),
        KnownFunction(
            "addOwnerPublicKey(bytes32 x, bytes32 y)", .grant(.power, .addOwnerKey)),
        KnownFunction("addOwner(address owner)", .grant(.power, .addOwner, to: "owner")),
        KnownFunction("addStake(uint32 unstakeDelaySec)", .action(.stakeForGas, gives: [.coins])),
        KnownFunction("depositTo(address account)", .action(.depositForGas, gives: [.coins], to: ["account"])),
        KnownFunction(
            "redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)",
            .grant(.power, .useDelegations)),
        KnownFunction(
            "setDelegate(address operator, bool isApproved)",
            .grant(.power, .actForAccount, to: "operator")),
        KnownFunction(
            "delegateForAll(address delegate, bool value)",
            .grant(.power, .actForAccountEverywhere, to: "delegate")),
        KnownFunction(
            "delegateAll(address to, bytes32 rights, bool enable)",
            .grant(.power, .actForAccountEverywhere, to: "to")),
    ]

    static let ownership = [
        KnownFunction(
            "transferOwnership(address newOwner)",
            .grant(.power, .transferOwnership, to: "newOwner")),
        KnownFunction("renounceOwnership()", .grant(.power, .renounceOwnership)),
        KnownFunction("acceptOwnership()", .harmless(.acceptOwnership, because: "it is a gain")),
        KnownFunction("claimOwnership()", .harmless(.acceptOwnership, because: "it is a gain")),
        KnownFunction(
            "setOwner(address newOwner)",
            .grant(.power, .transferOwnership, to: "newOwner")),
        KnownFunction(
            "changeOwner(address newOwner)",
            .grant(.power, .transferOwnership, to: "newOwner")),
        KnownFunction(
            "changeProxyAdmin(address proxy, address newAdmin)",
            .grant(.power, .becomeCodeAdmin, to: "newAdmin")),
        KnownFunction(
            "changeAdmin(address newAdmin)",
            .grant(.power, .becomeCodeAdmin, to: "newAdmin")),
        KnownFunction(
            "setAdmin(address newAdmin)", .grant(.power, .giveControl, to: "newAdmin")),
        KnownFunction(
            "setPendingAdmin(address newAdmin)",
            .grant(.power, .giveControl, to: "newAdmin")),
        KnownFunction(
            "setGovernance(address governance)",
            .grant(.power, .giveControl, to: "governance")),
        KnownFunction("setMinter(address minter)", .grant(.power, .createTokens, to: "minter")),
        KnownFunction(
            "addMinter(address account)", .grant(.power, .createTokens, to: "account")),
        KnownFunction(
            "grantRole(bytes32 role, address account)",
            .grant(.power, .grantRole, to: "account")),
        KnownFunction(
            "revokeRole(bytes32 role, address account)",
            .grant(.power, .revokeRole)),
        KnownFunction("renounceRole(bytes32 role, address account)", .grant(.power, .renounceRole)),
        KnownFunction("rely(address usr)", .grant(.power, .giveControl, to: "usr")),
        KnownFunction(
            "upgradeTo(address newImplementation)",
            .grant(.power, .replaceCode, to: "newImplementation")),
        KnownFunction(
            "upgradeToAndCall(address newImplementation, bytes data)",
            .grant(.power, .replaceCode, to: "newImplementation")),
        KnownFunction(
            "upgrade(address proxy, address implementation)",
            .grant(.power, .replaceCode, to: "implementation")),
        KnownFunction(
            "upgradeAndCall(address proxy, address implementation, bytes data)",
            .grant(.power, .replaceCode, to: "implementation")),
        KnownFunction(
            "setImplementation(address implementation)",
            .grant(.power, .replaceCode, to: "implementation")),
        KnownFunction(
            "changeMasterCopy(address masterCopy)",
            .grant(.power, .replaceSafeCode, to: "masterCopy")),
        KnownFunction(
            "diamondCut((address facetAddress, uint8 action, bytes4[] functionSelectors)[] diamondCut, address init, "
                + "bytes data)",
            .grant(.power, .replaceCode, to: "diamondCut.[].facetAddress")),
        KnownFunction("withdrawAll(address to)", .action(.withdrawEverything, to: ["to"])),
    ]
}
