import BigInt
import Bridge
import WalletConnectPay

extension PaymentFixture {
    /// A call of the wallet's on Base.
    static func rpc(_ method: String, _ params: JSON, chain: String = "eip155:8453") -> PaymentAction {
        guard let chain = ChainID(chain) else { preconditionFailure("\(chain) is no chain") }
        return .rpc(chain: chain, method: method, params: params)
    }

    /// A signature of typed data, which is given as text.
    static func sign(_ data: JSON, by signer: String = payer, chain: String = "eip155:8453") -> PaymentAction {
        rpc("eth_signTypedData_v4", [.string(signer), .string(data.text)], chain: chain)
    }

    /// What one authorisation to pay 25 USDC asks for.
    static var authorize: PaymentAction { sign(authorization()) }

    /// Leave for Permit2 to take all USDT there is.
    static var approve: PaymentAction { send(to: usdt, data: approval()) }

    /// Permit2's transfer of 25 USDT.
    static var permit: PaymentAction { sign(permitTransfer()) }

    /// A transaction with the chain's own coin.
    static var pay: PaymentAction { send(to: merchant, value: "0x18de76816d8000") }

    static func send(
        from: String = payer, to: String, value: String? = nil, data: String? = nil, more: [(String, JSON)] = [],
        chain: String = "eip155:8453"
    ) -> PaymentAction {
        var object = JSONObject()
        object["from"] = .string(from)
        object["to"] = .string(to)
        object["value"] = value.map { .string($0) }
        object["data"] = data.map { .string($0) }
        for (key, value) in more { object[key] = value }
        return rpc("eth_sendTransaction", [.object(object)], chain: chain)
    }

    /// The data of `approve(address,uint256)`; all there is where no amount is given.
    static func approval(of amount: String? = nil, to spender: String = permit2) -> String {
        "0x095ea7b3" + word(spender) + (amount.map(word) ?? String(repeating: "f", count: 64))
    }

    /// The data of `transfer(address,uint256)`.
    static func transfer(of amount: String = "0x17d7840", to recipient: String = merchant) -> String {
        "0xa9059cbb" + word(recipient) + word(amount)
    }

    static func word(_ hex: String) -> String {
        let digits = hex.dropFirst(2).lowercased()
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    /// An authorisation of EIP-3009.
    static func authorization(
        _ type: String = "ReceiveWithAuthorization", token: String = usdc, chain: JSON = "0x2105", from: String = payer,
        to: String = merchant, value: JSON = "0x17d7840", before: JSON? = nil
    ) -> JSON {
        [
            "domain": [
                "name": "USD Coin", "version": "2", "chainId": chain, "verifyingContract": .string(token.lowercased()),
            ],
            "types": [
                "EIP712Domain": fields(
                    "string name", "string version", "uint256 chainId", "address verifyingContract"),
                type: fields(
                    "address from", "address to", "uint256 value", "uint256 validAfter", "uint256 validBefore",
                    "bytes32 nonce"),
            ],
            "primaryType": .string(type),
            "message": [
                "from": .string(from.lowercased()), "to": .string(to.lowercased()), "value": value, "validAfter": "0x0",
                "validBefore": before ?? hex(end + 300), "nonce": .string("0x" + String(repeating: "ab", count: 32)),
            ],
        ]
    }

    /// A transfer that Permit2 makes once; its nonce has an odd number of digits.
    static func permitTransfer(
        contract: String = permit2, token: String = usdt, chain: JSON? = "0x2105", spender: String = merchant,
        value: JSON = "0x17d7840", deadline: JSON? = nil, type: String = "PermitTransferFrom"
    ) -> JSON {
        var domain: JSONObject = ["name": "Permit2"]
        domain["chainId"] = chain
        domain["verifyingContract"] = .string(contract.lowercased())
        return [
            "domain": .object(domain),
            "types": [
                "EIP712Domain": chain == nil
                    ? fields("string name", "address verifyingContract")
                    : fields("string name", "uint256 chainId", "address verifyingContract"),
                type: fields("TokenPermissions permitted", "address spender", "uint256 nonce", "uint256 deadline"),
                "TokenPermissions": fields("address token", "uint256 amount"),
            ],
            "primaryType": .string(type),
            "message": [
                "permitted": ["token": .string(token.lowercased()), "amount": value],
                "spender": .string(spender.lowercased()), "nonce": .string("0x30f" + String(repeating: "e", count: 60)),
                "deadline": deadline ?? hex(end + 300),
            ],
        ]
    }

    static func hex(_ number: Int64) -> JSON { .string("0x" + String(number, radix: 16)) }

    /// Fields of a type, each `type name`.
    static func fields(_ texts: String...) -> JSON {
        .array(
            texts.map { text in
                let parts = text.split(separator: " ").map(String.init)
                return ["name": .string(parts[1]), "type": .string(parts[0])]
            })
    }
}
