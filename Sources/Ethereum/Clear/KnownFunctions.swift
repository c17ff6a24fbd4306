/// The functions that are read by their signatures.
enum KnownFunctions {
    /// The function that `data` calls, where it is known.
    static func function(of data: [UInt8]) -> ABIFunction? {
        data.count >= 4 ? bySelector[Array(data.prefix(4))] : nil
    }

    private static let bySelector: [[UInt8]: ABIFunction] = {
        var functions: [[UInt8]: ABIFunction] = [:]
        for text in signatures {
            // A text that is none is our own mistake; a test finds it.
            guard let function = try? ABIFunction(text) else { continue }
            functions[function.selector] = function
        }
        return functions
    }()

    /// Tokens, wrapped coins, routers, and what carries other calls.
    static let signatures = tokens + permits + routers + carriers + ownership

    private static let tokens = [
        "transfer(address to, uint256 amount)",
        "transferFrom(address from, address to, uint256 amount)",
        "approve(address spender, uint256 amount)",
        "increaseAllowance(address spender, uint256 addedValue)",
        "decreaseAllowance(address spender, uint256 subtractedValue)",
        "increaseApproval(address spender, uint256 addedValue)",
        "decreaseApproval(address spender, uint256 subtractedValue)",
        "transferAndCall(address to, uint256 amount, bytes data)",
        "approveAndCall(address spender, uint256 amount, bytes data)",
        "safeTransferFrom(address from, address to, uint256 tokenId)",
        "safeTransferFrom(address from, address to, uint256 tokenId, bytes data)",
        "safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
        "safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
        "setApprovalForAll(address operator, bool approved)",
        "transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, "
            + "bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
        "burn(uint256 amount)",
        "mint(address to, uint256 amount)",
        "delegate(address delegatee)",
        "deposit()",
        "withdraw(uint256 amount)",
        "deposit(uint256 assets, address receiver)",
        "mint(uint256 shares, address receiver)",
        "withdraw(uint256 assets, address receiver, address owner)",
        "redeem(uint256 shares, address receiver, address owner)",
        "claim()",
    ]

    private static let permits = [
        "permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
        "permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)",
        "permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, "
            + "bytes32 s)",
        "approve(address token, address spender, uint160 amount, uint48 expiration)",
        "permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, "
            + "address spender, uint256 sigDeadline) permitSingle, bytes signature)",
        "permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, "
            + "address spender, uint256 sigDeadline) permitBatch, bytes signature)",
        "transferFrom(address from, address to, uint160 amount, address token)",
        "lockdown((address token, address spender)[] approvals)",
        "selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
        "selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
        "selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)",
    ]

    private static let routers = [
        "swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, "
            + "uint256 deadline)",
        "swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, "
            + "uint256 deadline)",
        "swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)",
        "swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)",
        "swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
        "swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)",
        "swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, "
            + "address[] path, address to, uint256 deadline)",
        "swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, "
            + "uint256 deadline)",
        "swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, "
            + "address to, uint256 deadline)",
        "addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, "
            + "uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)",
        "addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, "
            + "address to, uint256 deadline)",
        "removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, "
            + "address to, uint256 deadline)",
        "removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, "
            + "address to, uint256 deadline)",
        "exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, "
            + "uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)",
        "exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) "
            + "params)",
        "exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, "
            + "uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)",
        "exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) "
            + "params)",
        "exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, "
            + "uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)",
        "exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)",
        "exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, "
            + "uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)",
        "exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)",
        "swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)",
        "swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)",
        "unwrapWETH9(uint256 amountMinimum, address recipient)",
        "unwrapWETH9(uint256 amountMinimum)",
        "wrapETH(uint256 value)",
        "refundETH()",
        "sweepToken(address token, uint256 amountMinimum, address recipient)",
        "sweepToken(address token, uint256 amountMinimum)",
        "pull(address token, uint256 value)",
    ]

    private static let carriers = [
        "multicall(bytes[] data)",
        "multicall(uint256 deadline, bytes[] data)",
        "multicall(bytes32 previousBlockhash, bytes[] data)",
        "aggregate((address target, bytes callData)[] calls)",
        "tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)",
        "aggregate3((address target, bool allowFailure, bytes callData)[] calls)",
        "aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)",
        "execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, "
            + "uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
        "execute(address to, uint256 value, bytes data)",
        "execute(address to, bytes data)",
        "executeBatch(address[] to, bytes[] data)",
        "executeBatch(address[] to, uint256[] value, bytes[] data)",
        "execute(bytes commands, bytes[] inputs, uint256 deadline)",
        "execute(bytes commands, bytes[] inputs)",
    ]

    private static let ownership = [
        "transferOwnership(address newOwner)",
        "renounceOwnership()",
        "grantRole(bytes32 role, address account)",
        "upgradeTo(address newImplementation)",
        "upgradeToAndCall(address newImplementation, bytes data)",
        "changeAdmin(address newAdmin)",
    ]
}
