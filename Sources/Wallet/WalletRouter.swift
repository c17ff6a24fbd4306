internal import Ethereum
public import Bridge

extension Router {
    /// The wallet's methods, for both page dialects.
    ///
    /// - Parameters:
    ///   - desk: What they work with.
    ///   - version: The wallet's version, as sites are told it.
    /// - Returns: A router for the dialects `link` and `ethereum`.
    @MainActor public static func wallet(_ desk: Desk, version: String) -> Router {
        Router(["link": link(desk, version: version), "ethereum": ethereum(desk, version: version)])
    }

    @MainActor private static func link(_ desk: Desk, version: String) -> [String: any Handler] {
        let transactions = Unsupported("The wallet cannot send anything yet.")
        return [
            "getInfo": GetInfo(version: version),
            "getAddress": GetAddress(desk: desk),
            "requestWeb3Sign": RequestWeb3Sign(desk: desk),
            "requestValue": RequestValue(desk),
            "sendAssets": transactions,
            "payInvoice": Unsupported("The wallet cannot pay invoices yet."),
            "createToken": Unsupported("The wallet cannot create tokens yet."),
        ]
    }

    @MainActor private static func ethereum(_ desk: Desk, version: String) -> [String: any Handler] {
        let connecting = Connecting()
        var methods: [String: any Handler] = [
            "eth_requestAccounts": ConnectEthereum(desk, answer: .accounts, connecting: connecting),
            "eth_accounts": EthereumFacts.accounts(desk),
            "eth_chainId": EthereumFacts.chainID(desk),
            "net_version": EthereumFacts.networkVersion(desk),
            "web3_clientVersion": EthereumFacts.clientVersion("Drawbridge/\(version)"),
            "personal_sign": PersonalSign(desk: desk),
            "eth_signTypedData_v3": SignTypedData(desk: desk, version: .v3),
            "eth_signTypedData_v4": SignTypedData(desk: desk, version: .v4),
            "wallet_switchEthereumChain": SwitchChain(desk: desk),
            "wallet_getPermissions": Permissions.Get(desk: desk),
            "wallet_requestPermissions": ConnectEthereum(desk, answer: .permissions, connecting: connecting),
            "wallet_revokePermissions": Permissions.Revoke(desk: desk),
            "eth_sign": Unsupported("eth_sign is refused: what it signs can be anything, a payment too."),
        ]
        for name in needsNode {
            methods[name] = Unsupported("The wallet is not connected to a node of this chain yet.")
        }
        for name in needsTransactions { methods[name] = Unsupported("The wallet cannot make transactions yet.") }
        return methods
    }

    private static let needsTransactions = [
        "eth_sendTransaction", "eth_signTransaction", "eth_sendRawTransaction", "wallet_sendCalls",
        "wallet_addEthereumChain", "wallet_watchAsset", "eth_signTypedData", "eth_signTypedData_v1",
        "personal_ecRecover", "eth_getEncryptionPublicKey", "eth_decrypt",
    ]

    private static let needsNode = [
        "eth_blockNumber", "eth_call", "eth_estimateGas", "eth_feeHistory", "eth_gasPrice", "eth_getBalance",
        "eth_getBlockByHash", "eth_getBlockByNumber", "eth_getCode", "eth_getLogs", "eth_getStorageAt",
        "eth_getTransactionByHash", "eth_getTransactionCount", "eth_getTransactionReceipt",
        "eth_maxPriorityFeePerGas", "eth_subscribe", "eth_unsubscribe", "eth_syncing", "net_listening",
    ]
}
