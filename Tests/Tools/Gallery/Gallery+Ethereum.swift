import BigInt
import Bridge
import Ethereum
import Primitives

extension Gallery {
    static let account: JSON = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    static let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    nonisolated static let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
    static let apes = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
    static let router = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"
    static let most = (BigInt(1) << 256) - 1

    /// Everything that pages ask in Ethereum's dialect, apart from typed data.
    func showEthereum() async throws {
        try await take("connect") { try await ask("eth_requestAccounts") }
        _ = try await ask("eth_requestAccounts")
        try await showMessages()
        try await showTransactions()
        try await take("switch-chain") { try await ask("wallet_switchEthereumChain", [["chainId": "0x89"]]) }
        try await take("add-chain") {
            try await ask(
                "wallet_addEthereumChain",
                [
                    [
                        "chainId": "0x12345", "chainName": "Example Network", "rpcUrls": ["https://rpc.example"],
                        "nativeCurrency": ["name": "Example", "symbol": "EXA", "decimals": 18],
                        "blockExplorerUrls": ["https://explorer.example"],
                    ]
                ])
        }
        try await take("watch-asset") {
            try await ask(
                "wallet_watchAsset",
                ["type": "ERC20", "options": ["address": .string(Self.other), "symbol": "FUN", "decimals": 6]])
        }
    }

    private func sign(_ message: String) async throws -> JSON {
        try await ask("personal_sign", [.string("0x" + Hex.encode(Array(message.utf8))), Self.account])
    }

    private func showMessages() async throws {
        try await take("message") { try await sign("Welcome to the shop. Order 1234.") }
        let terms = (1...60).map { "\($0). The customer agrees to paragraph \($0) of the terms." }
        try await take("message-long") { try await sign(terms.joined(separator: "\n")) }
        try await take("message-bytes") { try await ask("personal_sign", ["0xff00ff00aa", Self.account]) }
        for (name, domain) in [("sign-in", "shop.example"), ("sign-in-elsewhere", "bank.example")] {
            let text = """
                \(domain) wants you to sign in with your Ethereum account:
                \(Self.account.string ?? "")

                Sign in to see your orders.

                URI: https://\(domain)/login
                Version: 1
                Chain ID: 1
                Nonce: 32891756
                Issued At: 2025-11-24T15:59:00Z
                """
            try await take(name) { try await sign(text) }
        }
    }

    private func send(
        to: String?, value: String = "0x0", _ data: [UInt8] = [], by method: String = "eth_sendTransaction"
    ) async throws -> JSON {
        var transaction: JSONObject = ["from": Self.account, "value": .string(value)]
        if let to { transaction["to"] = .string(to) }
        if !data.isEmpty { transaction["data"] = .string("0x" + Hex.encode(data)) }
        return try await ask(method, [.object(transaction)])
    }

    private static func call(_ signature: String, _ arguments: ABIValue...) throws -> [UInt8] {
        try ABIFunction(signature).call(arguments)
    }

    private static func address(_ text: String) throws -> ABIValue { .address(try EthereumAddress(text)) }

    private func showTransactions() async throws {
        let other = try Self.address(Self.other)
        let transfer = try Self.call("transfer(address,uint256)", other, .number(12_500_000))
        let limited = try Self.call("approve(address,uint256)", other, .number(500_000_000))
        let unlimited = try Self.call("approve(address,uint256)", other, .number(Self.most))
        let all = try Self.call("setApprovalForAll(address,bool)", other, .bool(true))
        let item = try Self.call(
            "safeTransferFrom(address,address,uint256)", try Self.address(Self.account.string ?? ""), other, .number(7))
        try await take("send-coin") { try await send(to: Self.other, value: "0x2386f26fc10000") }
        try await take("transfer-token") { try await send(to: Self.usdc, transfer) }
        try await take("approve-limited") { try await send(to: Self.usdc, limited) }
        try await take("approve-unlimited") { try await send(to: Self.usdc, unlimited) }
        try await take("approve-all-items") { try await send(to: Self.apes, all) }
        try await take("transfer-item") { try await send(to: Self.apes, item) }
        let unknown = [1, 2, 3, 4] + [UInt8](repeating: 7, count: 64)
        try await take("unknown-call") { try await send(to: Self.router, value: "0x2386f26fc10000", unknown) }
        let inner = try Self.call("multicall(bytes[])", .array([.bytes(transfer), .bytes(unlimited)]))
        try await take("multicall") { try await send(to: Self.router, inner) }
        try await take("deploy") { try await send(to: nil, [0x60, 0x80, 0x60, 0x40, 0x52]) }
        try await take("sign-transaction") {
            try await send(to: Self.other, value: "0x2386f26fc10000", by: "eth_signTransaction")
        }
    }
}
