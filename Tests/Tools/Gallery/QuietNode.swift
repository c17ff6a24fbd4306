import Bridge
import Ethereum
import Primitives
import WalletCore
import BitcoinWallet
import WalletMethods
import EthereumWallet

/// A node of a quiet chain: the account has some coins and tokens, and all goes through.
struct QuietNode: EthereumNode {
    /// The one contract that is a collection, in lower case.
    private static let collection = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d"

    private static let answers: [String: JSON] = [
        "eth_chainId": "0x1", "eth_getTransactionCount": "0x5", "eth_getBalance": "0x3782dace9d900000",
        "eth_estimateGas": "0xb41d", "eth_getTransactionReceipt": .null, "eth_getTransactionByHash": .null,
        "eth_getCode": "0x6001", "eth_gasPrice": "0x3b9aca00",
        "eth_feeHistory": [
            "baseFeePerGas": ["0x3b9aca00", "0x3b9aca00"], "reward": [["0x5f5e100", "0x3b9aca00", "0x77359400"]],
        ],
    ]

    func ask(_ method: String, _ params: JSON) async throws(NodeError) -> JSON {
        if let answer = Self.answers[method] { return answer }
        switch method {
        case "eth_call":
            return Self.call(
                params[0]?["data"]?.string ?? params[0]?["input"]?.string ?? "", to: params[0]?["to"]?.string ?? "")
        case "eth_sendRawTransaction":
            let raw = params[0]?.string.flatMap { Hex.decode($0) } ?? []
            return .string("0x" + Hex.encode(EthereumTransaction.hash(ofRaw: raw).bytes))
        default: throw .refused(.unsupported)
        }
    }

    /// The return values of contracts: balances, decimals, whether they are collections (ERC-165), and true.
    private static func call(_ data: String, to: String) -> JSON {
        let word =
            switch data.dropFirst(2).prefix(8) {
            case "70a08231", "dd62ed3e": "0000000000000000000000000000000000000000000000000000000077359400"
            case "18160ddd": "00000000000000000000000000000000000000000000000000b1a2bc2ec50000"
            case "01ffc9a7" where to.lowercased() != collection:
                "0000000000000000000000000000000000000000000000000000000000000000"
            case "313ce567": "0000000000000000000000000000000000000000000000000000000000000006"
            default: "0000000000000000000000000000000000000000000000000000000000000001"
            }
        return .string("0x\(word)")
    }
}
