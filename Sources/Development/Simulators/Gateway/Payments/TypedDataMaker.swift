internal import BigInt
internal import Bridge

/// Creates the typed data of a payment in the gateway's format: numbers as hexadecimal text, addresses in lower case.
struct TypedDataMaker {
    let asset: PaymentAsset
    let chain: UInt64
    let token: String
    let payer: String
    let spender: String
    let value: BigUInt
    let deadline: Int64

    /// `ReceiveWithAuthorization` of EIP-3009.
    func authorization() -> JSON {
        [
            "types": [
                "EIP712Domain": Self.fields(
                    [
                        ("name", "string"), ("version", "string"), ("chainId", "uint256"),
                        ("verifyingContract", "address"),
                    ]),
                "ReceiveWithAuthorization": Self.fields(
                    [
                        ("from", "address"), ("to", "address"), ("value", "uint256"), ("validAfter", "uint256"),
                        ("validBefore", "uint256"), ("nonce", "bytes32"),
                    ]),
            ],
            "primaryType": "ReceiveWithAuthorization",
            "domain": [
                "name": .string(asset.name), "version": "2", "chainId": Self.number(BigUInt(chain)),
                "verifyingContract": .string(token),
            ],
            "message": [
                "from": .string(payer), "to": .string(spender), "value": Self.number(value), "validAfter": "0x0",
                "validBefore": Self.number(BigUInt(max(0, deadline))),
                "nonce": .string("0x" + RandomText.hexadecimal(digits: 64)),
            ],
        ]
    }

    /// `PermitTransferFrom` of Permit2, whose domain has no version; the nonce has an odd number of digits.
    func permit() -> JSON {
        [
            "types": [
                "EIP712Domain": Self.fields(
                    [("name", "string"), ("chainId", "uint256"), ("verifyingContract", "address")]),
                "PermitTransferFrom": Self.fields(
                    [
                        ("permitted", "TokenPermissions"), ("spender", "address"), ("nonce", "uint256"),
                        ("deadline", "uint256"),
                    ]),
                "TokenPermissions": Self.fields([("token", "address"), ("amount", "uint256")]),
            ],
            "primaryType": "PermitTransferFrom",
            "domain": [
                "name": "Permit2", "chainId": Self.number(BigUInt(chain)),
                "verifyingContract": .string(ActionMaker.permit2),
            ],
            "message": [
                "permitted": ["token": .string(token), "amount": Self.number(value)], "spender": .string(spender),
                "nonce": .string("0x3" + RandomText.hexadecimal(digits: 62)),
                "deadline": Self.number(BigUInt(max(0, deadline))),
            ],
        ]
    }

    private static func fields(_ fields: [(name: String, type: String)]) -> JSON {
        .array(fields.map { ["name": .string($0.name), "type": .string($0.type)] })
    }

    private static func number(_ number: BigUInt) -> JSON { .string("0x" + String(number, radix: 16)) }
}
