internal import BigInt
internal import Ethereum
internal import Primitives

extension EVMLedger {
    /// Executes a transaction on `state`.
    ///
    /// - Returns: Its receipt; `nil` if it does not fit the state, which stays unchanged then.
    func apply(
        _ transaction: EVMTransaction, _ environment: EVMExecution.Environment, _ state: inout EVMState, index: Int,
        cumulative: UInt64, firstLog: Int
    ) -> EVMReceipt? {
        let (body, sender) = (transaction.body, transaction.sender)
        guard let tip = transaction.effectiveTip(environment.baseFee), state[sender].nonce == body.nonce else {
            return nil
        }
        let price = environment.baseFee + tip
        let cost = price * BigUInt(body.gasLimit) + body.value
        var account = state[sender]
        // A call by the ledger itself needs no balance.
        if transaction.signature == nil { account.balance = max(account.balance, cost) }
        guard account.balance >= cost else { return nil }
        account.balance -= price * BigUInt(body.gasLimit)
        account.nonce += 1
        state[sender] = account
        for authorization in transaction.authorizations { delegate(authorization, &state) }
        let intrinsic = body.intrinsicGas + UInt64(transaction.authorizations.count) * 25_000
        let call = EVMExecution.Call(sender: sender, to: body.to, value: body.value, data: body.data)
        // A call without any gas fails, and changes nothing.
        let gas = isFailing ? 0 : body.gasLimit - intrinsic
        let (outcome, execution) = execute(call, gas: gas, environment, &state)
        let used = max(body.gasLimit - execution.gas, transaction.leastGas)
        state[sender].balance += price * BigUInt(body.gasLimit - used)
        state[environment.producer].balance += tip * BigUInt(used)
        return EVMReceipt(
            transaction: transaction, block: environment.number, index: index, succeeds: outcome.isSuccess,
            gasUsed: used, cumulativeGas: cumulative + used, gasPrice: price, firstLog: firstLog,
            logs: execution.logs, frames: execution.frames)
    }

    /// Lets an account run the code of a contract, or no more (EIP-7702).
    private func delegate(_ authorization: EVMTransaction.Authorization, _ state: inout EVMState) {
        guard authorization.chainID == 0 || authorization.chainID == BigUInt(chainID),
            let address = authorization.account, authorization.nonce < .max,
            state[address].nonce == authorization.nonce,
            state[address].code.isEmpty || AccountDelegation(code: state[address].code) != nil
        else { return }
        var account = state[address]
        account.nonce += 1
        account.code = authorization.contract.isZero ? [] : [0xEF, 0x01, 0x00] + authorization.contract.bytes
        state[address] = account
    }

    /// Makes a call on `state`, which keeps what it changes unless it fails.
    func execute(
        _ call: EVMExecution.Call, gas: UInt64, _ environment: EVMExecution.Environment, _ state: inout EVMState,
        tellsTransfers: Bool = false
    ) -> (Result<[UInt8], SimulatorError>, EVMExecution) {
        // The state is moved, not copied: a copy would be made at the first change.
        var execution = EVMExecution(state: EVMState(), environment: environment, contracts: contracts, gas: gas)
        execution.tellsTransfers = tellsTransfers
        swap(&execution.state, &state)
        let outcome: Result<[UInt8], SimulatorError>
        do throws(SimulatorError) {
            outcome = .success(try execution.call(call))
        } catch {
            outcome = .failure(error)
        }
        swap(&execution.state, &state)
        return (outcome, execution)
    }

    /// Lets `body` change the state at a point; everything that it does is undone.
    ///
    /// - Throws: ``SimulatorError/refused(_:)`` if there is no such block, or what `body` throws.
    mutating func trial<Value>(
        at point: Point, now: UInt64,
        _ body: (EVMLedger, inout EVMState, EVMExecution.Environment) throws(SimulatorError) -> Value
    ) throws(SimulatorError) -> Value {
        guard let block = block(at: point) else { throw .refused("header not found") }
        var (own, environment) = (EVMState(), environment(of: block))
        if point != .pending, block.number < head.number {
            own = state
            own.undo(to: blocks[Int(block.number) + 1].mark)
            return try body(self, &own, environment)
        }
        let waiting = point == .pending ? candidates(baseFee: head.nextBaseFee) : []
        if point == .pending { environment = self.environment(of: nextBlock(now)) }
        swap(&own, &state)
        let mark = own.mark
        defer {
            own.undo(to: mark)
            swap(&own, &state)
        }
        for transaction in waiting {
            _ = apply(transaction, environment, &own, index: 0, cumulative: 0, firstLog: 0)
        }
        return try body(self, &own, environment)
    }
}

extension Result {
    /// Whether it is not a failure.
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
