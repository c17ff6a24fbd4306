internal import BigInt
internal import Ethereum
internal import Primitives

/// A token with the interface of ERC-20, with signed approvals (EIP-2612) and signed transfers (EIP-3009), or one like USDT.
///
/// USDT returns nothing from its functions, refuses to change an allowance that is not zero, and knows no signatures.
struct FungibleContract: Sendable {
    let name: String
    let symbol: String
    let decimals: Int
    var version = "1"
    var isLikeTether = false

    private static let balances: UInt64 = 0
    private static let allowances: UInt64 = 1
    private static let supply = EVMSlot.at(2)
    static let nonces: UInt64 = 3
    static let authorizations: UInt64 = 4

    /// The contract.
    var contract: EVMContract { EVMContract(symbol, functions) }

    /// All functions.
    var functions: [EVMContract.Function] {
        descriptions + movements + (isLikeTether ? [] : steps + TokenSignatures(token: self).functions)
    }

    /// The slot of an account's balance.
    static func balance(_ account: EthereumAddress) -> Digest32 { EVMSlot.map(balances, EVMWord.bytes(account)) }

    /// The slot of an allowance.
    static func allowance(_ owner: EthereumAddress, _ spender: EthereumAddress) -> Digest32 {
        EVMSlot.map(allowances, EVMWord.bytes(owner), EVMWord.bytes(spender))
    }

    /// Gives an account units from nowhere, before the first block.
    static func mint(_ units: BigUInt, to account: EthereumAddress, of token: EthereumAddress, in state: inout EVMState)
    {
        state[token, balance(account)] += units
        state[token, supply] += units
    }

    private var descriptions: [EVMContract.Function] {
        let (name, symbol, decimals) = (name, symbol, decimals)
        return [
            .init("name()", .view, ["string"]) { _, _, _ in [.string(name)] },
            .init("symbol()", .view, ["string"]) { _, _, _ in [.string(symbol)] },
            .init("decimals()", .view, ["uint8"]) { _, _, _ in [.uint(BigUInt(decimals))] },
            .init("totalSupply()", .view, ["uint256"]) { execution, context, _ throws(SimulatorError) in
                [.uint(try execution.read(context, Self.supply))]
            },
            .init("balanceOf(address)", .view, ["uint256"]) { execution, context, values throws(SimulatorError) in
                [.uint(try execution.read(context, Self.balance(values.address(0))))]
            },
            .init("allowance(address,address)", .view, ["uint256"]) {
                execution, context, values throws(SimulatorError) in
                [.uint(try execution.read(context, Self.allowance(values.address(0), values.address(1))))]
            },
        ]
    }

    private var movements: [EVMContract.Function] {
        let outputs = isLikeTether ? [] : ["bool"]
        let answer: [ABIValue] = isLikeTether ? [] : [.bool(true)]
        let isLikeTether = isLikeTether
        return [
            .init("transfer(address,uint256)", .write, outputs) { execution, context, values throws(SimulatorError) in
                try Self.move(values.uint(1), from: context.sender, to: values.address(0), context, &execution)
                return answer
            },
            .init("approve(address,uint256)", .write, outputs) { execution, context, values throws(SimulatorError) in
                let slot = Self.allowance(context.sender, values.address(0))
                if isLikeTether, values.uint(1) != 0, try execution.read(context, slot) != 0 {
                    throw .reverted([])
                }
                try Self.approve(context.sender, values.address(0), values.uint(1), context, &execution)
                return answer
            },
            .init("transferFrom(address,address,uint256)", .write, outputs) {
                execution, context, values throws(SimulatorError) in
                let (owner, amount) = (values.address(0), values.uint(2))
                let slot = Self.allowance(owner, context.sender)
                let allowed = try execution.read(context, slot)
                guard allowed >= amount else { throw .revert("ERC20: transfer amount exceeds allowance") }
                if allowed != EVMWord.largest { try execution.write(context, slot, allowed - amount) }
                try Self.move(amount, from: owner, to: values.address(1), context, &execution)
                return answer
            },
        ]
    }

    private var steps: [EVMContract.Function] {
        [
            .init("increaseAllowance(address,uint256)", .write, ["bool"]) {
                execution, context, values throws(SimulatorError) in
                let old = try execution.read(context, Self.allowance(context.sender, values.address(0)))
                guard old + values.uint(1) <= EVMWord.largest else { throw .reverted([]) }
                try Self.approve(context.sender, values.address(0), old + values.uint(1), context, &execution)
                return [.bool(true)]
            },
            .init("decreaseAllowance(address,uint256)", .write, ["bool"]) {
                execution, context, values throws(SimulatorError) in
                let old = try execution.read(context, Self.allowance(context.sender, values.address(0)))
                guard old >= values.uint(1) else { throw .revert("ERC20: decreased allowance below zero") }
                try Self.approve(context.sender, values.address(0), old - values.uint(1), context, &execution)
                return [.bool(true)]
            },
        ]
    }

    /// Sets an allowance, and logs it.
    static func approve(
        _ owner: EthereumAddress, _ spender: EthereumAddress, _ amount: BigUInt, _ context: EVMContext,
        _ execution: inout EVMExecution
    ) throws(SimulatorError) {
        guard !spender.isZero else { throw .revert("ERC20: approve to the zero address") }
        try execution.write(context, allowance(owner, spender), amount)
        try execution.log(
            context, [EVMEvents.approval, Digest32(topic: owner), Digest32(topic: spender)], EVMWord.bytes(amount))
    }

    /// Moves units, and logs it.
    static func move(
        _ amount: BigUInt, from sender: EthereumAddress, to receiver: EthereumAddress, _ context: EVMContext,
        _ execution: inout EVMExecution
    ) throws(SimulatorError) {
        guard !receiver.isZero else { throw .revert("ERC20: transfer to the zero address") }
        let held = try execution.read(context, balance(sender))
        guard held >= amount else { throw .revert("ERC20: transfer amount exceeds balance") }
        try execution.write(context, balance(sender), held - amount)
        try execution.write(context, balance(receiver), try execution.read(context, balance(receiver)) + amount)
        try execution.log(
            context, [EVMEvents.transfer, Digest32(topic: sender), Digest32(topic: receiver)], EVMWord.bytes(amount))
    }

    /// Changes the supply by units that an account gets or gives back.
    static func change(
        of account: EthereumAddress, by amount: BigUInt, isMint: Bool, _ context: EVMContext,
        _ execution: inout EVMExecution
    ) throws(SimulatorError) {
        let (held, all) = (try execution.read(context, balance(account)), try execution.read(context, supply))
        guard isMint || held >= amount else { throw .reverted([]) }
        try execution.write(context, balance(account), isMint ? held + amount : held - amount)
        try execution.write(context, supply, isMint ? all + amount : all - min(all, amount))
    }
}
