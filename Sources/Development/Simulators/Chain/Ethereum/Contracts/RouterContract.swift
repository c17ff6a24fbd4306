internal import BigInt
internal import Ethereum
internal import Primitives

/// A router with the interface of Uniswap V2 that swaps at set prices, less 0.3 %, from what it holds itself.
struct RouterContract: Sendable {
    let wrapped: EthereumAddress

    private static let prices: UInt64 = 0

    /// The slot of a token's price: dollars for a whole token, with 8 decimals.
    static func price(of token: EthereumAddress) -> Digest32 { EVMSlot.map(prices, EVMWord.bytes(token)) }

    var contract: EVMContract {
        let wrapped = wrapped
        return EVMContract(
            "Simulated Router",
            [
                .init("WETH()", .view, ["address"]) { _, _, _ in [.address(wrapped)] },
                .init("price(address)", .view, ["uint256"]) { execution, context, values throws(SimulatorError) in
                    [.uint(try execution.read(context, Self.price(of: values.address(0))))]
                },
                .init("setPrice(address,uint256)", .write) { execution, context, values throws(SimulatorError) in
                    try execution.write(context, Self.price(of: values.address(0)), values.uint(1))
                    return []
                },
                .init("getAmountsOut(uint256,address[])", .view, ["uint256[]"]) {
                    execution, context, values throws(SimulatorError) in
                    .amounts(try Self.amounts(values.uint(0), along: values.elements(1), context, &execution))
                },
            ] + swaps)
    }

    private var swaps: [EVMContract.Function] {
        let wrapped = wrapped
        return [
            .init("swapExactETHForTokens(uint256,address[],address,uint256)", .payable, ["uint256[]"]) {
                execution, context, values throws(SimulatorError) in
                guard values.elements(1).address(0) == wrapped else { throw .revert("UniswapV2Router: INVALID_PATH") }
                return .amounts(
                    try Self.swap(
                        context.value, atLeast: values.uint(0), along: values.elements(1), until: values.uint(3),
                        context, &execution
                    ) { amount, token, execution throws(SimulatorError) in
                        try Self.pay(amount, of: token, to: values.address(2), context, &execution)
                    })
            },
            .init("swapExactTokensForTokens(uint256,uint256,address[],address,uint256)", .write, ["uint256[]"]) {
                execution, context, values throws(SimulatorError) in
                try Self.collect(values.uint(0), of: values.elements(2).address(0), context, &execution)
                return .amounts(
                    try Self.swap(
                        values.uint(0), atLeast: values.uint(1), along: values.elements(2), until: values.uint(4),
                        context, &execution
                    ) { amount, token, execution throws(SimulatorError) in
                        try Self.pay(amount, of: token, to: values.address(3), context, &execution)
                    })
            },
            .init("swapExactTokensForETH(uint256,uint256,address[],address,uint256)", .write, ["uint256[]"]) {
                execution, context, values throws(SimulatorError) in
                guard values.elements(2).last?.address == wrapped else {
                    throw .revert("UniswapV2Router: INVALID_PATH")
                }
                try Self.collect(values.uint(0), of: values.elements(2).address(0), context, &execution)
                return .amounts(
                    try Self.swap(
                        values.uint(0), atLeast: values.uint(1), along: values.elements(2), until: values.uint(4),
                        context, &execution
                    ) { amount, _, execution throws(SimulatorError) in
                        _ = try execution.call(.init(sender: context.address, to: values.address(3), value: amount))
                    })
            },
        ]
    }

    /// The amounts along a path of tokens.
    private static func amounts(
        _ amount: BigUInt, along path: [ABIValue], _ context: EVMContext, _ execution: inout EVMExecution
    ) throws(SimulatorError) -> [BigUInt] {
        guard (2...8).contains(path.count) else { throw .revert("UniswapV2Library: INVALID_PATH") }
        guard amount > 0 else { throw .revert("UniswapV2Library: INSUFFICIENT_INPUT_AMOUNT") }
        var amounts = [amount]
        for place in path.indices.dropLast() {
            let (from, to) = (path.address(place), path.address(place + 1))
            let (fromPrice, toPrice) = (
                try execution.read(context, price(of: from)), try execution.read(context, price(of: to))
            )
            guard fromPrice > 0, toPrice > 0, from != to else {
                throw .revert("UniswapV2Library: INSUFFICIENT_LIQUIDITY")
            }
            let (fromUnit, toUnit) = (
                try unit(of: from, context, &execution), try unit(of: to, context, &execution)
            )
            amounts.append(amounts[place] * fromPrice * toUnit * 997 / (toPrice * fromUnit * 1_000))
        }
        return amounts
    }

    /// The smallest units in a whole token.
    private static func unit(
        of token: EthereumAddress, _ context: EVMContext, _ execution: inout EVMExecution
    ) throws(SimulatorError) -> BigUInt {
        let output = try execution.call(
            .init(sender: context.address, to: token, data: EVMCalls.data("decimals()"), isStatic: true))
        guard let decimals = Int(exactly: EVMWord.number(output)), decimals <= 36 else { throw .reverted([]) }
        return BigUInt(10).power(decimals)
    }

    private static func swap(
        _ amount: BigUInt, atLeast minimum: BigUInt, along path: [ABIValue], until deadline: BigUInt,
        _ context: EVMContext, _ execution: inout EVMExecution,
        paying: (BigUInt, EthereumAddress, inout EVMExecution) throws(SimulatorError) -> Void
    ) throws(SimulatorError) -> [BigUInt] {
        guard deadline >= BigUInt(execution.environment.time) else { throw .revert("UniswapV2Router: EXPIRED") }
        let amounts = try amounts(amount, along: path, context, &execution)
        guard let last = amounts.last, let token = path.last?.address, last >= minimum else {
            throw .revert("UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT")
        }
        try paying(last, token, &execution)
        return amounts
    }

    private static func collect(
        _ amount: BigUInt, of token: EthereumAddress, _ context: EVMContext, _ execution: inout EVMExecution
    ) throws(SimulatorError) {
        do throws(SimulatorError) {
            let data = EVMCalls.transferFrom(context.sender, context.address, amount)
            _ = try execution.call(
                .init(sender: context.address, to: token, data: data, isStatic: context.isStatic))
        } catch .reverted(_) {
            throw .revert("TransferHelper: TRANSFER_FROM_FAILED")
        }
    }

    private static func pay(
        _ amount: BigUInt, of token: EthereumAddress, to receiver: EthereumAddress, _ context: EVMContext,
        _ execution: inout EVMExecution
    ) throws(SimulatorError) {
        _ = try execution.call(
            .init(
                sender: context.address, to: token, data: EVMCalls.transfer(receiver, amount),
                isStatic: context.isStatic))
    }
}

extension [ABIValue] {
    /// The values of a function that returns an array of numbers.
    fileprivate static func amounts(_ numbers: [BigUInt]) -> [ABIValue] { [.array(numbers.map { .uint($0) })] }
}

/// A source of a price, with the interface of Chainlink's.
struct PriceFeedContract: Sendable {
    let pair: String
    let token: EthereumAddress
    let router: EthereumAddress

    var contract: EVMContract {
        let (pair, slot, router) = (pair, RouterContract.price(of: token), router)
        return EVMContract(
            "Simulated price of \(pair)",
            [
                .init("decimals()", .view, ["uint8"]) { _, _, _ in [.uint(8)] },
                .init("description()", .view, ["string"]) { _, _, _ in [.string(pair)] },
                .init("latestAnswer()", .view, ["int256"]) { execution, _, _ in
                    [.uint(execution.state[router, slot])]
                },
                .init("latestRoundData()", .view, ["uint80", "int256", "uint256", "uint256", "uint80"]) {
                    execution, _, _ in
                    let (round, time) = (BigUInt(execution.environment.number), BigUInt(execution.environment.time))
                    return [
                        .uint(round), .uint(execution.state[router, slot]), .uint(time), .uint(time), .uint(round),
                    ]
                },
            ])
    }
}
