import BigInt
import Bridge
import Ethereum
import Primitives
import WalletCore
import BitcoinWallet
import WalletMethods
import EthereumWallet

/// A node of a quiet chain: the account has some coins and tokens, and all goes through.
struct QuietNode: EthereumNode {
    /// What an ether is worth, in dollars.
    var dollarsPerEther = 3_100

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
            if let prices = prices(params[0]?["data"]?.string ?? "") { return prices }
            return Self.call(
                params[0]?["data"]?.string ?? params[0]?["input"]?.string ?? "", to: params[0]?["to"]?.string ?? "")
        case "eth_sendRawTransaction":
            let raw = params[0]?.string.flatMap { Hex.decode($0) } ?? []
            return .string("0x" + Hex.encode(EthereumTransaction.hash(ofRaw: raw).bytes))
        default: throw .refused(.unsupported)
        }
    }

    /// The answers of feeds and of a vault of USDC to questions in one batch; `nil` for another call.
    private func prices(_ data: String) -> JSON? {
        guard
            let function = try? ABIFunction("aggregate3((address target, bool allowFailure, bytes callData)[] calls)"),
            let bytes = Hex.decode(data), let calls = (try? function.arguments(of: bytes))?.first?.elements
        else { return nil }
        let results = calls.map { call -> ABIValue in
            let parts = call.elements ?? []
            let answer = price(parts[0].address?.description.lowercased() ?? "", parts[2].bytes ?? [])
            return .tuple([.bool(answer != nil), .bytes(answer ?? [])])
        }
        guard case .tuple(let types)? = try? ABIType("((bool,bytes)[])"),
            let answer = try? ABIEncoder.encode([.array(results)], as: types.map(\.type))
        else { return nil }
        return .string("0x" + Hex.encode(answer))
    }

    private func price(_ contract: String, _ data: [UInt8]) -> [UInt8]? {
        let dollars: BigInt
        switch contract {
        case "0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419": dollars = BigInt(dollarsPerEther)
        case "0x8fffffd4afb6115b954bd326cbe7b4ba576818f6": dollars = 1
        case Gallery.vault.lowercased(): return Self.vaultAnswer(data)
        default: return nil
        }
        let asksForDecimals = data.starts(with: [0x31, 0x3C, 0xE5, 0x67])
        let time: ABIValue = .number(1_764_000_000)
        let values: [ABIValue] =
            asksForDecimals
            ? [.number(8)] : [.number(1), .number(dollars * BigInt(10).power(8)), time, time, .number(1)]
        return Self.encode(values, asksForDecimals ? "(uint8)" : "(uint80,int256,uint256,uint256,uint80)")
    }

    /// A share is worth 1.05 USDC, and a fee of two percent is taken.
    private static func vaultAnswer(_ data: [UInt8]) -> [UInt8]? {
        guard data.count > 4 else {
            return (try? EthereumAddress(Gallery.usdc)).flatMap { encode([.address($0)], "(address)") }
        }
        let units = BigInt(Hex.encode(data.dropFirst(4)), radix: 16) ?? 0
        let converts = (try? ABIFunction("convertToAssets(uint256)"))?.selector ?? []
        return encode([.number(data.starts(with: converts) ? units * 105 / 100 : units * 98 / 105)], "(uint256)")
    }

    private static func encode(_ values: [ABIValue], _ types: String) -> [UInt8]? {
        guard case .tuple(let parts)? = try? ABIType(types) else { return nil }
        return try? ABIEncoder.encode(values, as: parts.map(\.type))
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
