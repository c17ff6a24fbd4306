internal import BigInt
internal import Ethereum
internal import Primitives

/// Many calls in one: Multicall3.
enum MulticallContract {
    static let contract = EVMContract("Multicall3", calls + questions)

    private static let calls: [EVMContract.Function] = [
        .init("aggregate3((address,bool,bytes)[])", .payable, ["(bool,bytes)[]"]) {
            execution, context, values throws(SimulatorError) in
            var results: [ABIValue] = []
            for part in values.elements(0) {
                let parts = part.elements ?? []
                results.append(
                    try one(parts.address(0), parts.bytes(2), mayFail: parts.bool(1), 0, context, &execution))
            }
            return [.array(results)]
        },
        .init("aggregate3Value((address,bool,uint256,bytes)[])", .payable, ["(bool,bytes)[]"]) {
            execution, context, values throws(SimulatorError) in
            var results: [ABIValue] = []
            var sum = BigUInt(0)
            for part in values.elements(0) {
                let parts = part.elements ?? []
                sum += parts.uint(2)
                results.append(
                    try one(
                        parts.address(0), parts.bytes(3), mayFail: parts.bool(1), parts.uint(2), context, &execution))
            }
            guard sum == context.value else { throw .revert("Multicall3: value mismatch") }
            return [.array(results)]
        },
        .init("tryAggregate(bool,(address,bytes)[])", .payable, ["(bool,bytes)[]"]) {
            execution, context, values throws(SimulatorError) in
            var results: [ABIValue] = []
            for part in values.elements(1) {
                let parts = part.elements ?? []
                results.append(
                    try one(parts.address(0), parts.bytes(1), mayFail: !values.bool(0), 0, context, &execution))
            }
            return [.array(results)]
        },
        .init("aggregate((address,bytes)[])", .payable, ["uint256", "bytes[]"]) {
            execution, context, values throws(SimulatorError) in
            var results: [ABIValue] = []
            for part in values.elements(0) {
                let parts = part.elements ?? []
                let result = try one(parts.address(0), parts.bytes(1), mayFail: false, 0, context, &execution)
                results.append(.bytes(result.elements?.bytes(1) ?? []))
            }
            return [.uint(BigUInt(execution.environment.number)), .array(results)]
        },
    ]

    private static let questions: [EVMContract.Function] = [
        .init("getBlockNumber()", .view, ["uint256"]) { execution, _, _ in
            [.uint(BigUInt(execution.environment.number))]
        },
        .init("getCurrentBlockTimestamp()", .view, ["uint256"]) { execution, _, _ in
            [.uint(BigUInt(execution.environment.time))]
        },
        .init("getChainId()", .view, ["uint256"]) { execution, _, _ in
            [.uint(BigUInt(execution.environment.chainID))]
        },
        .init("getBasefee()", .view, ["uint256"]) { execution, _, _ in [.uint(execution.environment.baseFee)] },
        .init("getEthBalance(address)", .view, ["uint256"]) { execution, _, values in
            [.uint(execution.state[values.address(0)].balance)]
        },
    ]

    private static func one(
        _ target: EthereumAddress, _ data: [UInt8], mayFail: Bool, _ value: BigUInt, _ context: EVMContext,
        _ execution: inout EVMExecution
    ) throws(SimulatorError) -> ABIValue {
        do throws(SimulatorError) {
            let output = try execution.call(
                .init(
                    sender: context.address, to: target, value: value, data: data, isStatic: context.isStatic))
            return .tuple([.bool(true), .bytes(output)])
        } catch .reverted(let data) where mayFail {
            return .tuple([.bool(false), .bytes(data)])
        } catch .reverted(_) {
            throw .revert("Multicall3: call failed")
        }
    }
}
