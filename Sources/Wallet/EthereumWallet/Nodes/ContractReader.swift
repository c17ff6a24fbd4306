import BigInt
import Bridge
import Ethereum
import Primitives

/// Reads a contract with `eth_call`.
struct ContractReader {
    let contract: EthereumAddress
    let node: any EthereumNode

    /// The answer of a contract.
    enum Answer {
        /// What the function returned.
        case values([ABIValue])
        /// It reverted, with this data.
        case reverted([UInt8])
        /// No contract is there, or it answered something else.
        case none
    }

    /// Calls `function`, and reads what it returns as values of `types`, such as `(address,bytes)`.
    ///
    /// - Throws: Why the node gave no answer.
    func call(_ function: String, _ arguments: [ABIValue], _ types: String) async throws(NodeError) -> Answer {
        guard let data = try? ABIFunction(function).call(arguments) else { return .none }
        return try await call(data, types)
    }

    /// Calls the contract with `data`, and reads what it returns as values of `types`.
    ///
    /// - Throws: Why the node gave no answer.
    func call(_ data: [UInt8], _ types: String) async throws(NodeError) -> Answer {
        let call: JSON = ["to": .string(contract.description), "data": .string(HexText.of(data))]
        do throws(NodeError) {
            let answer = try await node.ask("eth_call", [call, "latest"])
            guard let bytes = answer.string.flatMap({ Hex.decode($0) }) else { throw .malformed }
            return Self.values(bytes, types).map(Answer.values) ?? .none
        } catch .refused(.reverted(let data)) {
            return .reverted(data)
        }
    }

    /// The values of `types` in `bytes`; `nil` if there are others.
    static func values(_ bytes: [UInt8], _ types: String) -> [ABIValue]? {
        guard case .tuple(let parts)? = try? ABIType(types) else { return nil }
        return try? ABIDecoder.decode(parts.map(\.type), from: bytes, layout: .loose)
    }
}
