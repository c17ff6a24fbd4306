internal import Ethereum
internal import BigInt

/// A call inside the arguments of another call.
struct NestedCall {
    /// The contract that is called.
    let to: EthereumAddress

    /// The amount of native coin that is sent with it.
    var value: BigUInt = 0

    /// The call data.
    let data: [UInt8]

    /// Whether it runs with the caller's rights (`DELEGATECALL`).
    var isDelegated = false

    /// The router command, if the data has no function selector.
    var step: Step?

    /// A router command: a function without a selector; `nil` if it is unknown.
    struct Step {
        let function: ReadFunction?
    }

    func intent(_ reader: IntentReader, from caller: EthereumAddress?, chainID: UInt64) -> Intent {
        if let step { return reader.intent(of: step, data, at: to, chainID: chainID) }
        return reader.intent(of: ContractCall(chainID: chainID, from: caller, to: to, value: value, data: data))
    }
}
