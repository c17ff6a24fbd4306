internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

extension EVMMethods {
    /// The methods that execute something without keeping what it changes.
    static let trials: Table = [
        "eth_call": { ledger, parameters, now throws(SimulatorError) in
            let request = try EVMCallRequest(parameters.required(0), "argument 0")
            return try ledger.trial(at: parameters.point(1), now: now) {
                ledger, state, environment throws(SimulatorError) in
                var environment = environment
                try EVMOverrides.apply(parameters.optional(2), to: &state)
                try EVMOverrides.apply(block: parameters.optional(3), to: &environment)
                try check(request, environment, state)
                let gas = min(request.gas ?? EVMCallRequest.mostGas, EVMCallRequest.mostGas)
                let (outcome, _) = ledger.execute(request.call, gas: gas, environment, &state)
                return .hex(try outcome.get())
            }
        },
        "eth_estimateGas": { ledger, parameters, now throws(SimulatorError) in
            let request = try EVMCallRequest(parameters.required(0), "argument 0")
            return try ledger.trial(at: parameters.point(1), now: now) {
                ledger, state, environment throws(SimulatorError) in
                try EVMOverrides.apply(parameters.optional(2), to: &state)
                try check(request, environment, state)
                return .hex(try estimate(request, environment, &state, ledger))
            }
        },
        "eth_createAccessList": { ledger, parameters, now throws(SimulatorError) in
            let request = try EVMCallRequest(parameters.required(0), "argument 0")
            return try ledger.trial(at: parameters.point(1), now: now) {
                ledger, state, environment throws(SimulatorError) in
                try check(request, environment, state)
                return ["accessList": [], "gasUsed": .hex(try estimate(request, environment, &state, ledger))]
            }
        },
        "eth_simulateV1": { ledger, parameters, now throws(SimulatorError) in
            let simulation = try EVMSimulation(parameters.required(0))
            return try ledger.trial(at: parameters.point(1), now: now) {
                ledger, state, environment throws(SimulatorError) in
                try simulation.run(on: &state, environment, ledger)
            }
        },
        "debug_traceCall": { ledger, parameters, now throws(SimulatorError) in
            let request = try EVMCallRequest(parameters.required(0), "argument 0")
            let options = try EVMTrace.Options(parameters.optional(2))
            return try ledger.trial(at: parameters.point(1), now: now) {
                ledger, state, environment throws(SimulatorError) in
                var environment = environment
                try EVMOverrides.apply(options.stateOverrides, to: &state)
                try EVMOverrides.apply(block: options.blockOverrides, to: &environment)
                try check(request, environment, state)
                let gas = min(request.gas ?? EVMCallRequest.mostGas, EVMCallRequest.mostGas)
                let (_, execution) = ledger.execute(request.call, gas: gas, environment, &state)
                return EVMTrace(execution.frames).tree(options)
            }
        },
    ]

    /// Checks what a node checks before it executes a call.
    private static func check(
        _ request: EVMCallRequest, _ environment: EVMExecution.Environment, _ state: EVMState
    ) throws(SimulatorError) {
        let (sender, balance) = (request.call.sender, state[request.call.sender].balance)
        if let price = request.gasPrice, price > 0, price < environment.baseFee {
            throw .refused(
                "max fee per gas less than block base fee: address \(sender), maxFeePerGas: \(price), "
                    + "baseFee: \(environment.baseFee)")
        }
        let fee = (request.gasPrice ?? 0) * BigUInt(request.gas ?? 0)
        guard balance >= request.call.value + fee else {
            throw .refused(
                "insufficient funds for gas * price + value: address \(sender) have \(balance) want "
                    + "\(request.call.value + fee)")
        }
    }

    /// The gas limit with which a call succeeds.
    private static func estimate(
        _ request: EVMCallRequest, _ environment: EVMExecution.Environment, _ state: inout EVMState,
        _ ledger: EVMLedger
    ) throws(SimulatorError) -> UInt64 {
        var most = min(request.gas ?? environment.gasLimit, environment.gasLimit)
        if let price = request.gasPrice, price > 0 {
            let payable = (state[request.call.sender].balance - request.call.value) / price
            most = min(most, UInt64(clamping: payable))
        }
        let (intrinsic, least) = (request.body.intrinsicGas, request.body.leastGas)
        guard most >= least else { throw .refused("gas required exceeds allowance (\(most))") }
        let (outcome, execution) = ledger.execute(request.call, gas: most - intrinsic, environment, &state)
        if case .failure(.outOfGas) = outcome { throw .refused("gas required exceeds allowance (\(most))") }
        _ = try outcome.get()
        return max(least, most - execution.gas)
    }
}

/// What a request lets a trial see differently.
enum EVMOverrides {
    private static let most = 1_000

    /// Changes accounts: balance, nonce, code and storage.
    static func apply(_ json: JSON?, to state: inout EVMState) throws(SimulatorError) {
        guard let json else { return }
        guard let object = json.object, object.members.count <= most else {
            throw .invalid("state overrides are an object with at most \(most) accounts")
        }
        for member in object.members {
            let address = try EVMParameters.address(.string(member.key), "state override")
            var account = state[address]
            if let balance = member.value["balance"] { account.balance = try EVMParameters.number(balance, "balance") }
            if let nonce = member.value["nonce"] { account.nonce = try EVMParameters.word(nonce, "nonce") }
            if let code = member.value["code"] {
                let bytes = try EVMParameters.bytes(code, "code")
                guard bytes.isEmpty || bytes == account.code || AccountDelegation(code: bytes) != nil else {
                    throw .invalid("the simulated chain runs only its own contracts: their code cannot be overridden")
                }
                account.code = bytes
            }
            if account != state[address] { state[address] = account }
            guard member.value["state"] == nil || member.value["stateDiff"] == nil else {
                throw .invalid("account \(address) has both 'state' and 'stateDiff'")
            }
            if member.value["state"] != nil { state.clear(address) }
            let words = (member.value["state"] ?? member.value["stateDiff"])?.object?.members ?? []
            guard words.count <= most else { throw .invalid("too many words of storage") }
            for word in words {
                let slot = try EVMParameters.digest(.string(word.key), "storage key")
                state[address, slot] = EVMWord.number(try EVMParameters.digest(word.value, "storage value").bytes)
            }
        }
    }

    /// Changes properties of the block.
    static func apply(
        block json: JSON?, to environment: inout EVMExecution.Environment
    ) throws(SimulatorError) {
        guard let json else { return }
        if let number = json["number"] { environment.number = try EVMParameters.word(number, "number") }
        if let time = json["time"] ?? json["timestamp"] { environment.time = try EVMParameters.word(time, "time") }
        if let limit = json["gasLimit"] { environment.gasLimit = try EVMParameters.word(limit, "gasLimit") }
        if let fee = json["baseFeePerGas"] ?? json["baseFee"] {
            environment.baseFee = try EVMParameters.number(fee, "baseFeePerGas")
        }
        if let producer = json["feeRecipient"] ?? json["coinbase"] {
            environment.producer = try EVMParameters.address(producer, "feeRecipient")
        }
    }
}
