import Bridge

extension Gallery {
    /// Structured data: what the wallet knows, and what it does not.
    func showTypedData() async throws {
        try await take("typed-data-unexplained") { try await sign(Self.mail) }
        try await take("permit") { try await sign(Self.permit("1000000000", until: "1764003600")) }
        try await take("permit-unlimited") {
            try await sign(
                Self.permit(
                    "115792089237316195423570985008687907853269984665640564039457584007913129639935",
                    until: "115792089237316195423570985008687907853269984665640564039457584007913129639935"))
        }
        let payment = PaymentPeer(
            origin: try Origin(serialized: "https://pay.example"), id: "pay_1",
            account: "eip155:1:\(Self.account.string ?? "")", merchant: "Corner Books", invoice: "25.00 USD")
        try await take("payment-service") {
            let data = try JSON(parsing: Self.permit("25000000", until: "1764003600"))
            let answer = await dispatcher.perform("eth_signTypedData_v4", [Self.account, data], for: payment)
            return .string("\(answer.result)")
        }
    }

    private func sign(_ text: String) async throws -> JSON {
        try await ask("eth_signTypedData_v4", [Self.account, try JSON(parsing: text)])
    }

    private static let domainTypes = """
        [{"name":"name","type":"string"},{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},
        {"name":"verifyingContract","type":"address"}]
        """

    private static func permit(_ value: String, until deadline: String) -> String {
        """
        {"types":{"EIP712Domain":\(domainTypes),"Permit":[{"name":"owner","type":"address"},
        {"name":"spender","type":"address"},{"name":"value","type":"uint256"},{"name":"nonce","type":"uint256"},
        {"name":"deadline","type":"uint256"}]},"primaryType":"Permit",
        "domain":{"name":"USD Coin","version":"2","chainId":1,"verifyingContract":"\(usdc)"},
        "message":{"owner":"\(account.string ?? "")","spender":"\(other)","value":"\(value)","nonce":"0",
        "deadline":"\(deadline)"}}
        """
    }

    private static let mail = """
        {"types":{"EIP712Domain":\(domainTypes),"Person":[{"name":"name","type":"string"},
        {"name":"wallet","type":"address"}],"Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},
        {"name":"contents","type":"string"}]},"primaryType":"Mail",
        "domain":{"name":"Ether Mail","version":"1","chainId":1,"verifyingContract":"\(router)"},
        "message":{"from":{"name":"Cow","wallet":"\(account.string ?? "")"},
        "to":{"name":"Bob","wallet":"\(other)"},"contents":"Hello, Bob!"}}
        """
}
