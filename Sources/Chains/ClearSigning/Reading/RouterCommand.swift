internal import Ethereum

/// The commands of Uniswap's Universal Router ("Commands"): one byte, and arguments without a selector.
enum RouterCommand {
    /// The commands in `commands`, each with its arguments.
    static func calls(_ commands: [UInt8], _ inputs: [[UInt8]], at contract: EthereumAddress) -> [NestedCall] {
        commands.enumerated().map { index, byte in
            let data = inputs.indices.contains(index) ? inputs[index] : []
            // The highest bit allows the command to fail; the others select it.
            let command = byte & 0x7F
            if let home = managers[command].flatMap({ try? EthereumAddress($0) }) {
                return NestedCall(to: home, data: data)
            }
            return NestedCall(to: contract, data: data, step: NestedCall.Step(function: functions[command]))
        }
    }

    private static let functions = table.compactMapValues { ReadFunction($0) }

    /// The commands whose argument is a complete call of the position manager, of version 3 and of version 4.
    static let managers: [UInt8: String] = [
        0x11: "0xC36442b4a4522E871399CD717aBDD847Ab11FE88", 0x12: "0xC36442b4a4522E871399CD717aBDD847Ab11FE88",
        0x14: "0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e",
    ]

    static let table: [UInt8: KnownFunction] = [
        0x00: KnownFunction(
            "v3SwapExactIn(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser)",
            .swap(
                gives: [.exactly("amountIn", "path.[0:20]")],
                gets: [.atLeast("amountOutMin", "path.[-20:]")], to: ["recipient"])),
        0x01: KnownFunction(
            "v3SwapExactOut(address recipient, uint256 amountOut, uint256 amountInMax, bytes path, bool payerIsUser)",
            .swap(
                gives: [.atMost("amountInMax", "path.[-20:]")], gets: [.exactly("amountOut", "path.[0:20]")],
                to: ["recipient"])),
        0x02: KnownFunction(
            "permit2TransferFrom(address token, address recipient, uint160 amount)",
            .action(.pay, gives: [.exactly("amount", "token")], to: ["recipient"], router: .keepsGiven)),
        0x03: KnownFunction(
            "permit2PermitBatch(((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, "
                + "address spender, uint256 sigDeadline) permitBatch, bytes signature)",
            .allowance(
                .permit, token: "permitBatch.details.[].token", spender: "permitBatch.spender",
                amount: "permitBatch.details.[].amount", bits: 160, expiration: "permitBatch.details.[].expiration",
                deadline: "permitBatch.sigDeadline", isPermit2: true)),
        0x04: KnownFunction(
            "sweep(address token, address recipient, uint256 amountMin)",
            .action(.withdraw, gets: [.atLeast("amountMin", "token")], to: ["recipient"], router: .refunds)),
        0x05: KnownFunction(
            "transfer(address token, address recipient, uint256 value)",
            .action(.payOut, gets: [.exactly("value", "token")], to: ["recipient"], router: .paysOut)),
        0x06: KnownFunction(
            "payPortion(address token, address recipient, uint256 bips)",
            .share(of: "bips", to: "recipient", token: "token")),
        0x08: KnownFunction(
            "v2SwapExactIn(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, "
                + "bool payerIsUser)",
            .swap(
                gives: [.exactly("amountIn", "path.[0]")], gets: [.atLeast("amountOutMin", "path.[-1]")],
                to: ["recipient"])),
        0x09: KnownFunction(
            "v2SwapExactOut(address recipient, uint256 amountOut, uint256 amountInMax, address[] path, "
                + "bool payerIsUser)",
            .swap(
                gives: [.atMost("amountInMax", "path.[0]")], gets: [.exactly("amountOut", "path.[-1]")],
                to: ["recipient"])),
        0x0A: KnownFunction(
            "permit2Permit(((address token, uint160 amount, uint48 expiration, uint48 nonce) details, "
                + "address spender, uint256 sigDeadline) permitSingle, bytes signature)",
            .allowance(
                .permit, token: "permitSingle.details.token", spender: "permitSingle.spender",
                amount: "permitSingle.details.amount", bits: 160, expiration: "permitSingle.details.expiration",
                deadline: "permitSingle.sigDeadline", isPermit2: true)),
        0x0B: KnownFunction(
            "wrapETH(address recipient, uint256 amount)",
            .action(.wrap, gives: [.exactly("amount")], to: ["recipient"], takesCoins: true, router: .keepsGiven)),
        0x0C: KnownFunction(
            "unwrapWETH(address recipient, uint256 amountMin)",
            .action(.unwrap, gets: [.atLeast("amountMin")], to: ["recipient"])),
        0x0D: KnownFunction(
            "permit2TransferFromBatch((address from, address to, uint160 amount, address token)[] batch)",
            .transfer(
                .amount, token: "batch.[].token", from: "batch.[].from", to: "batch.[].to",
                amount: "batch.[].amount")),
        0x0E: KnownFunction(
            "balanceCheckERC20(address owner, address token, uint256 minBalance)",
            .harmless(.checkBalance, because: "it only lets the call fail")),
        0x10: KnownFunction("v4Swap(bytes actions, bytes[] params)", .actionList("actions", "params")),
        0x13: KnownFunction(
            "v4InitializePool((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) "
                + "poolKey, uint160 sqrtPriceX96)",
            .action(.createPool, terms: [.createsPool])),
        0x21: KnownFunction(
            "executeSubPlan(bytes commands, bytes[] inputs)",
            .steps(.router(commands: "commands", inputs: "inputs.[]"))),
    ]
}
