internal import BigInt

/// A call that lies in the arguments of another one.
struct CarriedCall {
    /// What is called; `nil` where a contract is created.
    let to: EthereumAddress?

    /// How much of the chain's own coin goes along.
    var value: BigUInt = 0

    /// What it is given.
    let data: [UInt8]

    /// Whether it runs with the rights of the caller.
    var isDelegated = false

    /// The command of a router, in place of a function's name in the data.
    var command: RouterCommand?

    func intent(_ reader: IntentReader, chainID: UInt64) -> Intent {
        if let command, let to { return reader.intent(of: command, data, at: to) }
        return reader.intent(of: ContractCall(chainID: chainID, to: to, value: value, data: data))
    }
}
