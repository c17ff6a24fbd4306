internal import Ethereum
public import Bridge

extension Router {
    /// The wallet's methods, for both page dialects, and for payments.
    ///
    /// - Parameters:
    ///   - desk: What they work with.
    ///   - version: The wallet's version, as reported to sites.
    /// - Returns: A router for the dialects `link` and `ethereum`, and ``/Bridge/RequestDispatcher/paymentDialect``.
    @MainActor public static func wallet(_ desk: Desk, version: String) -> Router {
        Router([
            "link": WhenUnlocked.guarding(link(desk, version: version), desk),
            "ethereum": WhenUnlocked.guarding(ethereum(desk, version: version), desk),
            RequestDispatcher.paymentDialect: WhenUnlocked.guarding(payment(desk), desk),
        ])
    }

    @MainActor private static func link(_ desk: Desk, version: String) -> [String: any Handler] {
        [
            "getInfo": GetInfo(version: version),
            "getAddress": GetAddress(desk: desk),
            "requestWeb3Sign": RequestWeb3Sign(desk: desk),
            "requestValue": RequestValue(desk),
            "sendAssets": SendAssets(desk: desk),
            "payInvoice": PayInvoice(desk: desk),
            "createToken": CreateToken(desk: desk),
        ]
    }

    /// What can be asked for a payment.
    @MainActor private static func payment(_ desk: Desk) -> [String: any Handler] {
        [
            "personal_sign": PersonalSign(desk: desk),
            "eth_signTypedData": SignTypedData(desk: desk, version: .v4),
            "eth_signTypedData_v3": SignTypedData(desk: desk, version: .v3),
            "eth_signTypedData_v4": SignTypedData(desk: desk, version: .v4),
            "eth_sendTransaction": SendTransaction(desk: desk, isSent: true),
        ]
    }

    @MainActor private static func ethereum(_ desk: Desk, version: String) -> [String: any Handler] {
        let connecting = Connecting()
        var methods: [String: any Handler] = [
            "eth_requestAccounts": ConnectEthereum(desk, answer: .accounts, connecting: connecting),
            "eth_accounts": EthereumFacts.accounts(desk),
            "eth_coinbase": EthereumFacts.coinbase(desk),
            "web3_sha3": EthereumFacts.keccak(desk),
            "eth_chainId": EthereumFacts.chainID(desk),
            "net_version": EthereumFacts.networkVersion(desk),
            "web3_clientVersion": EthereumFacts.clientVersion("Drawbridge/\(version)"),
            "eth_sendTransaction": SendTransaction(desk: desk, isSent: true),
            "eth_signTransaction": SendTransaction(desk: desk, isSent: false),
            "eth_sendRawTransaction": SendRawTransaction(desk: desk),
            "eth_newFilter": Filters.newLogs(desk),
            "eth_newBlockFilter": Filters.newBlocks(desk),
            "eth_getFilterChanges": Filters.changes(desk),
            "eth_getFilterLogs": Filters.logs(desk),
            "eth_uninstallFilter": Filters.uninstall(desk),
            "eth_subscribe": Subscriptions.begin(desk),
            "eth_unsubscribe": Subscriptions.end(desk),
            "personal_sign": PersonalSign(desk: desk),
            "personal_ecRecover": RecoverSigner(desk: desk),
            "eth_signTypedData": SignLegacyTypedData(desk: desk, takesBoth: true),
            "eth_signTypedData_v1": SignLegacyTypedData(desk: desk, takesBoth: false),
            "wallet_watchAsset": WatchAsset(desk: desk),
            "eth_signTypedData_v3": SignTypedData(desk: desk, version: .v3),
            "eth_signTypedData_v4": SignTypedData(desk: desk, version: .v4),
            "wallet_addEthereumChain": AddChain(desk: desk),
            "wallet_switchEthereumChain": SwitchChain(desk: desk),
            "wallet_getPermissions": Permissions.Get(desk: desk),
            "wallet_requestPermissions": ConnectEthereum(desk, answer: .permissions, connecting: connecting),
            "wallet_revokePermissions": Permissions.Revoke(desk: desk),
        ]
        methods.merge(AskNode.handlers(desk)) { known, _ in known }
        for (name, sentence) in refused { methods[name] = Unsupported(sentence) }
        for (name, sentence) in missing { methods[name] = Unsupported(sentence, kind: .unknownMethod) }
        return methods
    }

    /// What is refused for good, and why.
    private static let refused = [
        "eth_sign": "eth_sign is not supported: it could sign anything, even a payment.",
        "eth_getEncryptionPublicKey": "The wallet has no keys for encryption.",
        "eth_decrypt": "The wallet has no keys for encryption.",
    ]

    /// Methods for which libraries have a fallback if they get the error -32601 (method not found).
    private static let missing = [
        "wallet_sendCalls": calls, "wallet_getCallsStatus": calls, "wallet_showCallsStatus": calls,
        "wallet_getCapabilities": calls,
        "eth_newPendingTransactionFilter": "Filters for pending transactions are not supported.",
    ]

    private static let calls = "The wallet sends one transaction at a time. Use eth_sendTransaction."
}
