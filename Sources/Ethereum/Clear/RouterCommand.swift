/// A step of the Universal Router's `execute` (Uniswap, "Commands"): one byte, and arguments without a selector.
struct RouterCommand {
    /// What the step is called, and what it is given; `nil` for a byte that is not known.
    let function: ABIFunction?

    /// The steps of `commands`, each with its arguments.
    static func calls(_ commands: [UInt8], _ inputs: [ABIValue], at contract: EthereumAddress) -> [CarriedCall] {
        commands.enumerated().map { index, byte in
            let data = inputs.indices.contains(index) ? inputs[index].bytes ?? [] : []
            // The upper bit lets the step fail; the lower six say which it is.
            let function = functions[byte & 0x3F]
            return CarriedCall(to: contract, data: data, command: RouterCommand(function: function))
        }
    }

    private static let functions: [UInt8: ABIFunction] = texts.compactMapValues { try? ABIFunction($0) }

    static let texts: [UInt8: String] = [
        0x00: "v3SwapExactIn(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser)",
        0x01: "v3SwapExactOut(address recipient, uint256 amountOut, uint256 amountInMax, bytes path, bool payerIsUser)",
        0x02: "permit2TransferFrom(address token, address recipient, uint160 amount)",
        0x03: "permit2PermitBatch(((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, "
            + "address spender, uint256 sigDeadline) permitBatch, bytes signature)",
        0x04: "sweep(address token, address recipient, uint256 amountMin)",
        0x05: "transfer(address token, address recipient, uint256 value)",
        0x06: "payPortion(address token, address recipient, uint256 bips)",
        0x08: "v2SwapExactIn(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, "
            + "bool payerIsUser)",
        0x09: "v2SwapExactOut(address recipient, uint256 amountOut, uint256 amountInMax, address[] path, "
            + "bool payerIsUser)",
        0x0A: "permit2Permit(((address token, uint160 amount, uint48 expiration, uint48 nonce) details, "
            + "address spender, uint256 sigDeadline) permitSingle, bytes signature)",
        0x0B: "wrapETH(address recipient, uint256 amount)",
        0x0C: "unwrapWETH(address recipient, uint256 amountMin)",
        0x0D: "permit2TransferFromBatch((address from, address to, uint160 amount, address token)[] batch)",
    ]
}

extension IntentReader {
    /// Reads one step of a router.
    func intent(of command: RouterCommand, _ data: [UInt8], at contract: EthereumAddress) -> Intent {
        guard let function = command.function else {
            return .blind(BlindCall(contract: contract, data: data, reason: .unknown))
        }
        do throws(EthereumError) {
            let values = try ABIDecoder.decode(function.parameters.map(\.type), from: data)
            if let permit = Permit2.step(function.name, values) { return permit }
            let arguments = zip(function.parameters, values).map(DecodedCall.Argument.init)
            return .call(DecodedCall(contract: contract, name: function.name, arguments: arguments))
        } catch {
            guard case .abi(let fault) = error else {
                return .blind(BlindCall(contract: contract, data: data, reason: .unknown))
            }
            return .blind(
                BlindCall(contract: contract, data: data, reason: .malformed(name: function.name, fault)))
        }
    }
}
