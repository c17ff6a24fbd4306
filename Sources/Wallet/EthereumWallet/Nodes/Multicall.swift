import BigInt
import Bridge
import Ethereum
import Primitives

/// Asks many contracts at once: through the contract Multicall3 where it is deployed, otherwise with a few requests at a
/// time.
struct Multicall {
    /// One call.
    struct Call: Hashable, Sendable {
        let contract: EthereumAddress
        let data: [UInt8]
    }

    let node: any EthereumNode

    /// The same on every chain that has it.
    static let contract = try? EthereumAddress("0xcA11bde05977b3631167028862bE2a173976CA11")

    /// The number of calls in one request, and of requests at a time.
    static let mostAtOnce = 100
    private static let mostRequests = 8

    /// What each call returned; `nil` for one that failed.
    ///
    /// - Throws: Why the node gave no answer.
    func answers(to calls: [Call]) async throws(NodeError) -> [[UInt8]?] {
        guard !calls.isEmpty else { return [] }
        var answers: [[UInt8]?] = []
        for first in stride(from: 0, to: calls.count, by: Self.mostAtOnce) {
            let part = Array(calls[first..<min(first + Self.mostAtOnce, calls.count)])
            if let found = try await together(part) {
                answers += found
            } else {
                answers += try await single(part)
            }
        }
        return answers
    }

    /// The answers through Multicall3; `nil` if the chain does not have it.
    func together(_ calls: [Call]) async throws(NodeError) -> [[UInt8]?]? {
        guard let contract = Self.contract else { return nil }
        let list = calls.map { ABIValue.tuple([.address($0.contract), .bool(true), .bytes($0.data)]) }
        let answer = try await ContractReader(contract: contract, node: node).call(
            "aggregate3((address target, bool allowFailure, bytes callData)[] calls)", [.array(list)],
            "((bool,bytes)[])")
        guard case .values(let values) = answer, let results = values.first?.elements, results.count == calls.count
        else { return nil }
        return results.map { result in
            guard let parts = result.elements, parts.count == 2, parts[0].bool == true else { return nil }
            return parts[1].bytes
        }
    }

    private func single(_ calls: [Call]) async throws(NodeError) -> [[UInt8]?] {
        var answers = [[UInt8]?](repeating: nil, count: calls.count)
        for first in stride(from: 0, to: calls.count, by: Self.mostRequests) {
            let places = first..<min(first + Self.mostRequests, calls.count)
            let part = await withTaskGroup(of: (Int, Result<[UInt8]?, NodeError>).self) { group in
                for place in places {
                    let call = calls[place]
                    group.addTask { (place, await one(call)) }
                }
                return await group.reduce(into: [Int: Result<[UInt8]?, NodeError>]()) { $0[$1.0] = $1.1 }
            }
            for (place, result) in part { answers[place] = try result.get() }
        }
        return answers
    }

    private func one(_ call: Call) async -> Result<[UInt8]?, NodeError> {
        let object: JSON = ["to": .string(call.contract.description), "data": .string(HexText.of(call.data))]
        do throws(NodeError) {
            guard let bytes = try await node.ask("eth_call", [object, "latest"]).string?.hexBytes else {
                throw .malformed
            }
            return .success(bytes)
        } catch .refused(let refusal) where refusal.isAnswer {
            return .success(nil)
        } catch {
            return .failure(error)
        }
    }
}
