internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// Blocks with calls that are tried one after another: `eth_simulateV1`.
struct EVMSimulation {
    private static let mostBlocks = 256
    private static let mostCalls = 5_000

    private let blocks: [JSON]
    private let tellsTransfers: Bool
    private let validates: Bool

    init(_ json: JSON) throws(SimulatorError) {
        guard let blocks = json["blockStateCalls"]?.array, !blocks.isEmpty else { throw .invalid("empty input") }
        guard blocks.count <= Self.mostBlocks else { throw .refused("too many blocks", code: -38_026) }
        let calls = blocks.reduce(0) { $0 + ($1["calls"]?.array?.count ?? 0) }
        guard calls <= Self.mostCalls else { throw .refused("too many calls", code: -38_026) }
        self.blocks = blocks
        tellsTransfers = json["traceTransfers"]?.bool ?? false
        validates = json["validation"]?.bool ?? false
    }

    func run(
        on state: inout EVMState, _ start: EVMExecution.Environment, _ ledger: EVMLedger
    ) throws(SimulatorError) -> JSON {
        var environment = start
        var (parent, results) = (EVMWord.digest([]), [JSON]())
        for json in blocks {
            let last = environment
            guard last.number < .max, last.time < .max - 12 else {
                throw .refused("block numbers must be in order", code: -38_020)
            }
            environment.number += 1
            environment.time += 12
            try EVMOverrides.apply(block: json["blockOverrides"], to: &environment)
            guard environment.number > last.number else {
                throw .refused("block numbers must be in order", code: -38_020)
            }
            guard environment.time > last.time else {
                throw .refused("block timestamps must be in order", code: -38_021)
            }
            try EVMOverrides.apply(json["stateOverrides"], to: &state)
            var block = EVMBlock(
                number: environment.number, parent: parent, time: environment.time, baseFee: environment.baseFee,
                gasLimit: environment.gasLimit, producer: environment.producer)
            let receipts = try calls(json["calls"]?.array ?? [], &block, environment, &state, ledger)
            block.seal()
            parent = block.hash
            var object = block.header
            object["size"] = "0x258"
            object["uncles"] = []
            object["transactions"] = .array(block.transactions.map { .hex($0) })
            object["calls"] = .array(receipts.map { $0(block) })
            results.append(.object(object))
        }
        return .array(results)
    }

    /// Tries the calls of a block; each result is described once the block's hash is known.
    private func calls(
        _ calls: [JSON], _ block: inout EVMBlock, _ environment: EVMExecution.Environment, _ state: inout EVMState,
        _ ledger: EVMLedger
    ) throws(SimulatorError) -> [(EVMBlock) -> JSON] {
        var (results, logCount): ([(EVMBlock) -> JSON], Int) = ([], 0)
        for (index, json) in calls.enumerated() {
            let request = try EVMCallRequest(json, "call")
            let sender = request.call.sender
            let left = environment.gasLimit - min(environment.gasLimit, block.gasUsed)
            let gas = request.gas ?? left
            guard gas <= left else { throw .refused("block gas limit reached", code: -38_015) }
            try check(request, gas, environment, state)
            let intrinsic = request.body.intrinsicGas
            guard gas >= request.body.leastGas else {
                throw .refused("intrinsic gas too low: have \(gas), want \(request.body.leastGas)", code: -38_013)
            }
            let nonce = state[sender].nonce
            state[sender].nonce = nonce &+ 1
            let (outcome, execution) = ledger.execute(
                request.call, gas: gas - intrinsic, environment, &state, tellsTransfers: tellsTransfers)
            let used = max(gas - execution.gas, request.body.leastGas)
            block.gasUsed += used
            let body = try? EthereumTransaction(
                chainID: ledger.chainID, nonce: nonce, fees: .dynamic(maxFee: 0, maxPriorityFee: 0), gasLimit: gas,
                to: request.call.to, value: request.call.value, data: request.call.data)
            guard let body else { throw .invalid("invalid call: it is not a possible transaction") }
            let receipt = EVMReceipt(
                transaction: EVMTransaction(body, by: sender), block: block.number, index: index,
                succeeds: outcome.isSuccess, gasUsed: used, cumulativeGas: block.gasUsed, gasPrice: 0,
                firstLog: logCount, logs: execution.logs, frames: [])
            logCount += execution.logs.count
            for log in execution.logs { block.bloom.add(log) }
            block.transactions.append(receipt.transaction.hash)
            results.append { block in Self.describe(outcome, receipt, block) }
        }
        return results
    }

    private func check(
        _ request: EVMCallRequest, _ gas: UInt64, _ environment: EVMExecution.Environment, _ state: EVMState
    ) throws(SimulatorError) {
        let account = state[request.call.sender]
        let price = request.gasPrice ?? 0
        if validates {
            if let nonce = request.nonce, nonce < account.nonce {
                throw .refused("nonce too low: next nonce \(account.nonce), tx nonce \(nonce)", code: -38_010)
            }
            if let nonce = request.nonce, nonce > account.nonce {
                throw .refused("nonce too high: next nonce \(account.nonce), tx nonce \(nonce)", code: -38_011)
            }
            guard price >= environment.baseFee else {
                throw .refused("max fee per gas less than block base fee", code: -38_012)
            }
        }
        let cost = request.call.value + (validates ? price * BigUInt(gas) : 0)
        guard account.balance >= cost else {
            throw .refused(
                "insufficient funds for gas * price + value: address \(request.call.sender) have "
                    + "\(account.balance) want \(cost)", code: -38_014)
        }
    }

    private static func describe(
        _ outcome: Result<[UInt8], SimulatorError>, _ receipt: EVMReceipt, _ block: EVMBlock
    ) -> JSON {
        var object: JSONObject = [
            "status": receipt.succeeds ? "0x1" : "0x0", "gasUsed": .hex(receipt.gasUsed),
            "maxUsedGas": .hex(receipt.gasUsed), "logs": .array(receipt.logs(in: block)), "returnData": "0x",
        ]
        switch outcome {
        case .success(let output): object["returnData"] = .hex(output)
        case .failure(let error):
            let refusal = error.refusal
            object["returnData"] = .hex(refusal.data ?? [])
            object["error"] = [
                "code": .number(JSONNumber(refusal.data == nil ? -32_015 : 3)), "message": .string(refusal.message),
                "data": .hex(refusal.data ?? []),
            ]
        }
        return .object(object)
    }
}
