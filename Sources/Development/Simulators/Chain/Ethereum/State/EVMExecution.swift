internal import BigInt
internal import Ethereum
internal import Primitives

/// The execution of one transaction, or the trial of one: calls of contracts, their gas, logs and trace.
struct EVMExecution {
    /// The block in which it is executed.
    struct Environment: Sendable {
        let chainID: UInt64
        var number: UInt64
        var time: UInt64
        var baseFee: BigUInt
        var producer: EthereumAddress
        var gasLimit: UInt64
    }

    /// A call of a contract, or a transfer.
    struct Call {
        let sender: EthereumAddress
        let to: EthereumAddress?
        var value: BigUInt = 0
        var data: [UInt8] = []

        /// Whether it must change nothing.
        var isStatic = false
    }

    var state: EVMState
    let environment: Environment
    let contracts: EVMContracts

    /// The gas that is left.
    var gas: UInt64

    /// Whether transfers of coins are logs, too (`traceTransfers` of `eth_simulateV1`).
    var tellsTransfers = false

    /// The logs of what was not reverted.
    private(set) var logs: [EVMLog] = []

    /// All calls in the order in which they began.
    private(set) var frames: [EVMFrame] = []

    /// The positions of the frames that have not ended.
    private var open: [Int] = []

    /// The most calls inside one another, and altogether.
    private static let deepest = 64
    private static let mostFrames = 2_000

    /// The address in whose name transfers of coins are logs.
    static let coin = EVMWord.constant("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")

    init(state: EVMState, environment: Environment, contracts: EVMContracts, gas: UInt64) {
        (self.state, self.environment, self.contracts, self.gas) = (state, environment, contracts, gas)
    }

    /// Makes a call, and undoes everything that it did if it fails.
    ///
    /// - Returns: What the contract returns.
    /// - Throws: ``SimulatorError/reverted(_:)`` or ``SimulatorError/outOfGas``.
    mutating func call(_ call: Call) throws(SimulatorError) -> [UInt8] {
        let (mark, logCount, place) = (state.mark, logs.count, frames.count)
        guard open.count < Self.deepest, place < Self.mostFrames else { throw .outOfGas }
        var frame = EVMFrame(call, gas: gas)
        if let parent = open.last {
            frame.path = frames[parent].path + [frames[parent].children]
            frames[parent].children += 1
        }
        frames.append(frame)
        open.append(place)
        defer { _ = open.popLast() }
        do throws(SimulatorError) {
            let output = try perform(call)
            frames[place].end(output: output, gas: gas)
            return output
        } catch {
            state.undo(to: mark)
            logs.removeSubrange(logCount...)
            for each in place..<frames.count { frames[each].logs = [] }
            if case .reverted(let data) = error {
                frames[place].end(output: data, gas: gas)
                frames[place].failure = "execution reverted"
            } else {
                gas = 0
                frames[place].end(output: [], gas: gas)
                frames[place].failure = "out of gas"
            }
            throw error
        }
    }

    private mutating func perform(_ call: Call) throws(SimulatorError) -> [UInt8] {
        guard let to = call.to else { throw .revert("The simulated chain does not run the code of new contracts.") }
        if open.count > 1 { try use(2_600) }
        if call.value > 0 {
            guard !call.isStatic else { throw .reverted([]) }
            if open.count > 1 { try use(state.exists(to) ? 9_000 : 34_000) }
            try move(call.value, from: call.sender, to: to)
        }
        let code = state[to].code
        let runs = AccountDelegation(code: code)?.contract ?? to
        if let contract = contracts[runs], !code.isEmpty {
            let context = EVMContext(
                address: to, sender: call.sender, value: call.value, isStatic: call.isStatic)
            return try contract.answer(call.data, context, &self)
        }
        guard call.data.isEmpty else {
            throw .revert("The simulated chain has no contract at \(to), so it cannot run this call.")
        }
        return []
    }

    /// Moves coins.
    mutating func move(
        _ value: BigUInt, from sender: EthereumAddress, to receiver: EthereumAddress
    ) throws(SimulatorError) {
        guard state[sender].balance >= value else { throw .reverted([]) }
        state[sender].balance -= value
        state[receiver].balance += value
        guard tellsTransfers else { return }
        let topics = [
            EVMEvents.transfer, EVMWord.digest(EVMWord.bytes(sender)), EVMWord.digest(EVMWord.bytes(receiver)),
        ]
        add(EVMLog(address: Self.coin, topics: topics, data: EVMWord.bytes(value)))
    }

    /// Uses gas.
    mutating func use(_ amount: UInt64) throws(SimulatorError) {
        guard gas >= amount else { throw .outOfGas }
        gas -= amount
    }

    /// Reads a word of the contract's storage.
    mutating func read(_ context: EVMContext, _ slot: Digest32) throws(SimulatorError) -> BigUInt {
        try use(2_100)
        return state[context.address, slot]
    }

    /// Sets a word of the contract's storage.
    mutating func write(_ context: EVMContext, _ slot: Digest32, _ word: BigUInt) throws(SimulatorError) {
        guard !context.isStatic else { throw .reverted([]) }
        let old = state[context.address, slot]
        try use(old == word ? 100 : old == 0 ? 20_000 : 2_900)
        if old != word { state[context.address, slot] = word }
    }

    /// Logs an event of the contract.
    mutating func log(
        _ context: EVMContext, _ topics: [Digest32], _ data: [UInt8] = []
    ) throws(SimulatorError) {
        guard !context.isStatic else { throw .reverted([]) }
        try use(375 + 375 * UInt64(topics.count) + 8 * UInt64(data.count))
        add(EVMLog(address: context.address, topics: topics, data: data))
    }

    private mutating func add(_ log: EVMLog) {
        logs.append(log)
        if let frame = open.last { frames[frame].logs.append(log) }
    }
}

/// What a contract knows of the call that it answers.
struct EVMContext {
    /// The address whose storage and coins it uses.
    let address: EthereumAddress
    let sender: EthereumAddress
    let value: BigUInt
    let isStatic: Bool
}

/// An event of a contract.
struct EVMLog: Hashable, Sendable {
    let address: EthereumAddress
    let topics: [Digest32]
    let data: [UInt8]
}

/// One call of a trace.
struct EVMFrame: Sendable {
    let sender: EthereumAddress
    let to: EthereumAddress?
    let value: BigUInt
    let input: [UInt8]
    let isStatic: Bool
    let gas: UInt64

    /// The positions of the call and of those around it among their siblings.
    var path: [Int] = []
    var children = 0
    var output: [UInt8] = []
    var used: UInt64 = 0
    var failure: String?
    var logs: [EVMLog] = []

    init(_ call: EVMExecution.Call, gas: UInt64) {
        (sender, to, value, input) = (call.sender, call.to, call.value, call.data)
        (isStatic, self.gas) = (call.isStatic, gas)
    }

    mutating func end(output: [UInt8], gas left: UInt64) {
        (self.output, used) = (output, gas - left)
    }
}
