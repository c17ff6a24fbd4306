internal import BigInt
internal import Ethereum
internal import Primitives

/// Ether as a token: WETH.
enum WrappedEther {
    static let contract: EVMContract = {
        let token = FungibleContract(name: "Wrapped Ether", symbol: "WETH", decimals: 18)
        // WETH has neither signatures nor steps.
        let own = ["permit", "nonces", "DOMAIN_SEPARATOR", "version", "authorizationState", "receiveWithAuthorization"]
        let left = Set(own + ["transferWithAuthorization", "increaseAllowance", "decreaseAllowance"])
        let functions = token.functions.filter { !left.contains($0.abi.name) }
        return EVMContract(
            "WETH",
            functions + [
                .init("deposit()", .payable, body: deposit),
                .init("withdraw(uint256)", .write, body: withdraw),
            ], receive: deposit)
    }()

    private static let deposit: EVMContract.Function.Body = { execution, context, _ throws(SimulatorError) in
        try FungibleContract.change(of: context.sender, by: context.value, isMint: true, context, &execution)
        try execution.log(
            context, [EVMEvents.deposit, Digest32(topic: context.sender)], EVMWord.bytes(context.value))
        return []
    }

    private static let withdraw: EVMContract.Function.Body = { execution, context, values throws(SimulatorError) in
        try FungibleContract.change(of: context.sender, by: values.uint(0), isMint: false, context, &execution)
        try execution.log(
            context, [EVMEvents.withdrawal, Digest32(topic: context.sender)], EVMWord.bytes(values.uint(0)))
        _ = try execution.call(.init(sender: context.address, to: context.sender, value: values.uint(0)))
        return []
    }
}
