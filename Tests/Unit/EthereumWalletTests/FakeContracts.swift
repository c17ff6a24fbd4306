import BigInt
import Bridge
import Ethereum
import Primitives
import Synchronization
import EthereumWallet
@testable import WalletTesting

/// Contracts that answer calls of a fake node.
final class FakeContracts: Sendable {
    typealias Body = @Sendable ([ABIValue]) throws(NodeError) -> [ABIValue]

    private struct Function {
        let function: ABIFunction
        let types: String
        let body: Body
    }

    private let functions = Mutex<[String: [Function]]>([:])

    /// Answers the `eth_call` of `node`.
    init(_ node: FakeNode) {
        node.set("eth_call") { [self] params throws(NodeError) in try answer(params[0] ?? .null) }
    }

    /// The contract at `address` has `function`, which returns values of `types`, such as `(address)`.
    func add(_ address: String, _ function: String, _ types: String, _ body: @escaping Body) throws {
        let entry = Function(function: try ABIFunction(function), types: types, body: body)
        functions.withLock { $0[address.lowercased(), default: []].append(entry) }
    }

    /// Adds Multicall3, whose calls return a number below 256 by their place and target; `nil` for a call that fails.
    func addMulticall(_ number: @escaping @Sendable (_ place: Int, _ target: String?) -> UInt8?) throws {
        try add(
            Self.multicall, "aggregate3((address target, bool allowFailure, bytes callData)[] calls)",
            "((bool success, bytes returnData)[])"
        ) { arguments in
            let results = (arguments[0].elements ?? []).enumerated().map { place, call in
                let value = number(place, call.elements?[0].address?.description)
                return ABIValue.tuple([
                    .bool(value != nil), .bytes(value.map { [UInt8](repeating: 0, count: 31) + [$0] } ?? []),
                ])
            }
            return [.array(results)]
        }
    }

    private static let multicall = "0xcA11bde05977b3631167028862bE2a173976CA11"

    private func answer(_ call: JSON) throws(NodeError) -> JSON {
        let data = call["data"]?.string.flatMap { Hex.decode($0) } ?? []
        let found = functions.withLock { $0[call["to"]?.string?.lowercased() ?? ""] ?? [] }
        guard let entry = found.last(where: { data.starts(with: $0.function.selector) }) else { return "0x" }
        let arguments = (try? entry.function.arguments(of: data)) ?? []
        let values = try entry.body(arguments)
        guard case .tuple(let parts)? = try? ABIType(entry.types),
            let bytes = try? ABIEncoder.encode(values, as: parts.map(\.type))
        else { return "0x" }
        return .string("0x" + Hex.encode(bytes))
    }
}
