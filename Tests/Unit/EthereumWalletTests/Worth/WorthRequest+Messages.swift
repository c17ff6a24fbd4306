import BigInt
import Bridge
import Ethereum

@testable import EthereumWallet

/// Orders that others carry out with a signature.
extension WorthRequest {
    static let zero = "0x0000000000000000000000000000000000000000"

    static func sign(
        _ primary: String, _ types: [String: String], contract: String, _ message: JSON
    ) -> (method: String, params: JSON) {
        var all = JSONObject()
        func fields(_ text: String) -> JSON {
            .array(
                text.split(separator: ",").map { field in
                    let words = field.split(separator: " ").map(String.init)
                    return ["type": .string(words[0]), "name": .string(words[1])]
                })
        }
        all["EIP712Domain"] = fields("string name,uint256 chainId,address verifyingContract")
        for (name, text) in types.sorted(by: { $0.key < $1.key }) { all[name] = fields(text) }
        return (
            "eth_signTypedData_v4",
            [
                .string(account),
                [
                    "types": .object(all), "primaryType": .string(primary),
                    "domain": ["name": "Exchange", "chainId": "1", "verifyingContract": .string(contract)],
                    "message": message,
                ],
            ]
        )
    }

    private static func text(_ number: BigInt) -> JSON { .string("\(number)") }
    private static func text(_ symbol: String) -> JSON { .string(token(symbol).address.description) }

    static func cow(_ given: String, _ received: String) -> (String, Make) {
        (
            "CoW Protocol",
            { units, least in
                sign(
                    "Order",
                    [
                        "Order":
                            "address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,"
                            + "uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,"
                            + "string sellTokenBalance,string buyTokenBalance"
                    ], contract: "0x9008D19f58AAbD9eD0D60971565AA8510560ab41",
                    [
                        "sellToken": text(given), "buyToken": text(received), "receiver": .string(account),
                        "sellAmount": text(units), "buyAmount": text(least), "validTo": "1790000600",
                        "appData": .string("0x" + String(repeating: "0", count: 64)), "feeAmount": "0", "kind": "sell",
                        "partiallyFillable": false, "sellTokenBalance": "erc20", "buyTokenBalance": "erc20",
                    ])
            }
        )
    }

    static func limitOrder(_ given: String, _ received: String) -> (String, Make) {
        (
            "1inch limit order",
            { units, least in
                sign(
                    "Order",
                    [
                        "Order": "uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,"
                            + "uint256 makingAmount,uint256 takingAmount,uint256 makerTraits"
                    ], contract: "0x111111125421cA6dc452d289314280a0f8842A65",
                    [
                        "salt": "1", "maker": .string(account), "receiver": .string(account), "makerAsset": text(given),
                        "takerAsset": text(received), "makingAmount": text(units), "takingAmount": text(least),
                        "makerTraits": "0",
                    ])
            }
        )
    }

    static func zeroExOrder(_ given: String, _ received: String) -> (String, Make) {
        (
            "0x order",
            { units, least in
                sign(
                    "RfqOrder",
                    [
                        "RfqOrder": "address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,"
                            + "address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt"
                    ], contract: "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
                    [
                        "makerToken": text(given), "takerToken": text(received), "makerAmount": text(units),
                        "takerAmount": text(least), "maker": .string(account), "taker": .string(zero),
                        "txOrigin": .string(stranger), "pool": .string("0x" + String(repeating: "0", count: 64)),
                        "expiry": "1790000600", "salt": "1",
                    ])
            }
        )
    }

    /// An order whose minimum falls with time, and of which others get nothing.
    static func uniswapX(_ given: String, _ received: String) -> (String, Make) {
        (
            "UniswapX",
            { units, least in
                uniswapX(given, units, outputs: [(received, least, account)])
            }
        )
    }

    /// An order of UniswapX with these outputs.
    static func uniswapX(
        _ given: String, _ units: BigInt, outputs: [(symbol: String, least: BigInt, to: String)]
    ) -> (method: String, params: JSON) {
        let reactor = "0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4"
        return sign(
            "PermitWitnessTransferFrom",
            [
                "PermitWitnessTransferFrom":
                    "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,"
                    + "ExclusiveDutchOrder witness",
                "TokenPermissions": "address token,uint256 amount",
                "ExclusiveDutchOrder": "OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,"
                    + "address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,"
                    + "uint256 inputEndAmount,DutchOutput[] outputs",
                "OrderInfo": "address reactor,address swapper,uint256 nonce,uint256 deadline,"
                    + "address additionalValidationContract,bytes additionalValidationData",
                "DutchOutput": "address token,uint256 startAmount,uint256 endAmount,address recipient",
            ], contract: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
            [
                "permitted": ["token": text(given), "amount": text(units)], "spender": .string(reactor), "nonce": "1",
                "deadline": "1790000600",
                "witness": [
                    "info": [
                        "reactor": .string(reactor), "swapper": .string(account), "nonce": "1",
                        "deadline": "1790000600", "additionalValidationContract": .string(zero),
                        "additionalValidationData": "0x",
                    ], "decayStartTime": "1790000000", "decayEndTime": "1790000600",
                    "exclusiveFiller": .string(stranger),
                    "exclusivityOverrideBps": "100", "inputToken": text(given), "inputStartAmount": text(units),
                    "inputEndAmount": text(units),
                    "outputs": .array(
                        outputs.map { output in
                            [
                                "token": text(output.symbol), "startAmount": text(output.least * 21 / 20),
                                "endAmount": text(output.least), "recipient": .string(output.to),
                            ]
                        }),
                ],
            ])
    }

    /// An order of the second version, whose executor is chosen later by its cosigner.
    static func uniswapXSecond(
        _ given: String, _ units: BigInt, _ received: String, _ least: BigInt, cosigner: String
    ) -> (method: String, params: JSON) {
        let reactor = "0x00000011F84B9aa48e5f8aA8B9897600006289Be"
        return sign(
            "PermitWitnessTransferFrom",
            [
                "PermitWitnessTransferFrom":
                    "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,V2DutchOrder witness",
                "TokenPermissions": "address token,uint256 amount",
                "V2DutchOrder": "OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,"
                    + "uint256 baseInputEndAmount,DutchOutput[] baseOutputs",
                "OrderInfo": "address reactor,address swapper,uint256 nonce,uint256 deadline,"
                    + "address additionalValidationContract,bytes additionalValidationData",
                "DutchOutput": "address token,uint256 startAmount,uint256 endAmount,address recipient",
            ], contract: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
            [
                "permitted": ["token": text(given), "amount": text(units)], "spender": .string(reactor), "nonce": "1",
                "deadline": "1790000600",
                "witness": [
                    "info": [
                        "reactor": .string(reactor), "swapper": .string(account), "nonce": "1",
                        "deadline": "1790000600", "additionalValidationContract": .string(zero),
                        "additionalValidationData": "0x",
                    ], "cosigner": .string(cosigner), "baseInputToken": text(given),
                    "baseInputStartAmount": text(units), "baseInputEndAmount": text(units),
                    "baseOutputs": [
                        [
                            "token": text(received), "startAmount": text(least * 21 / 20), "endAmount": text(least),
                            "recipient": .string(account),
                        ]
                    ],
                ],
            ])
    }
}
