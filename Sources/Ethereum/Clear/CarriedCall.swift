internal import BigInt

/// A call that lies in the arguments of another one.
struct CarriedCall {
    /// What is called.
    let to: EthereumAddress

    /// How much of the chain's own coin goes along.
    var value: BigUInt = 0

    /// What it is given.
    let data: [UInt8]

    /// Whether it runs with the rights of the caller.
    var isDelegated = false

    /// The step of a router, in place of a function's selector in the data.
    var step: Step?

    /// A step of a router: a function without a selector; `nil` for one that is not known.
    struct Step {
        let function: ReadFunction?
    }

    func intent(_ reader: IntentReader, from caller: EthereumAddress?, chainID: UInt64) -> Intent {
        if let step { return reader.intent(of: step, data, at: to, chainID: chainID) }
        return reader.intent(of: ContractCall(chainID: chainID, from: caller, to: to, value: value, data: data))
    }
}
