import BigInt
import Bridge
import Ethereum

@testable import EthereumWallet

/// Items that are offered for a price.
extension WorthRequest {
    private static let collection = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"

    /// An order of 0x that sells an item for an amount of a token.
    static func listing(_ token: String, _ price: BigInt) -> (method: String, params: JSON) {
        sign(
            "ERC721Order",
            [
                "ERC721Order":
                    "uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,"
                    + "uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,"
                    + "Property[] erc721TokenProperties",
                "Fee": "address recipient,uint256 amount,bytes feeData",
                "Property": "address propertyValidator,bytes propertyData",
            ], contract: "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
            [
                "direction": "0", "maker": .string(account), "taker": .string(zero), "expiry": "1790000600",
                "nonce": "1", "erc20Token": .string(token), "erc20TokenAmount": .string("\(price)"), "fees": [],
                "erc721Token": .string(collection), "erc721TokenId": "12345", "erc721TokenProperties": [],
            ])
    }

    /// An order of Seaport that sells an item for coins.
    static func seaport(_ price: BigInt) -> (method: String, params: JSON) {
        let none = "0x" + String(repeating: "0", count: 64)
        return sign(
            "OrderComponents",
            [
                "OrderComponents":
                    "address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,"
                    + "uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,"
                    + "uint256 counter",
                "OfferItem":
                    "uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount",
                "ConsiderationItem":
                    "uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,"
                    + "address recipient",
            ], contract: "0x0000000000000068F116a894984e2DB1123eB395",
            [
                "offerer": .string(account), "zone": .string(zero),
                "offer": [
                    [
                        "itemType": "2", "token": .string(collection), "identifierOrCriteria": "12345",
                        "startAmount": "1", "endAmount": "1",
                    ]
                ],
                "consideration": [
                    [
                        "itemType": "0", "token": .string(zero), "identifierOrCriteria": "0",
                        "startAmount": .string("\(price)"), "endAmount": .string("\(price)"),
                        "recipient": .string(account),
                    ]
                ], "orderType": "0", "startTime": "1700000000", "endTime": "1790000600", "zoneHash": .string(none),
                "salt": "1", "conduitKey": .string(none), "counter": "0",
            ])
    }
}
