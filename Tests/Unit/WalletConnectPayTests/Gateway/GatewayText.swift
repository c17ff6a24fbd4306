import Bridge
import WalletConnectPay

/// What a gateway writes, made up after what the live one was seen to write.
enum GatewayText {
    static let account = "eip155:8453:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
    static let usdc = "caip19/eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"

    static func amount(_ value: String = "1000000", unit: String = usdc, decimals: JSON = 6) -> JSON {
        [
            "unit": .string(unit), "value": .string(value),
            "display": [
                "assetSymbol": "USDC", "assetName": "USD Coin", "decimals": decimals, "networkName": "Base",
                "iconUrl": "https://assets.example/usdc.png", "networkIconUrl": nil,
            ],
        ]
    }

    static let signing: JSON = [
        "type": "walletRpc",
        "data": [
            "chain_id": "eip155:8453", "method": "eth_signTypedData_v4",
            "params": ["0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", #"{"message":{"nonce":"0x30f"}}"#],
        ],
    ]

    static func option(_ id: String = "opt_1", actions: [JSON] = [signing], more: [String: JSON] = [:]) -> JSON {
        var object: JSON = [
            "id": .string(id), "account": .string(account), "amount": amount(), "etaS": 5, "expiresAt": nil,
            "actions": .array(actions), "collectData": nil,
        ]
        for (key, value) in more { object = object.with(key, value) }
        return object
    }

    static func info(_ status: String = "requires_action") -> JSON {
        [
            "status": .string(status), "amount": amount("100", unit: "iso4217/USD", decimals: 2),
            "expiresAt": 1_800_000_000,
            "merchant": ["name": "Example Shop", "iconUrl": "https://shop.example/i.png"], "buyer": nil,
        ]
    }

    static func options(_ options: JSON = [option()], info: JSON = info()) -> JSON {
        ["options": options, "info": info, "collectData": nil]
    }
}

extension JSON {
    /// The object with `key` set to `value`.
    func with(_ key: String, _ value: JSON?) -> JSON {
        var object = object ?? JSONObject()
        object[key] = value
        return .object(object)
    }
}
