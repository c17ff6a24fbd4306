import BigInt
import Bridge
import Ethereum
import Primitives

/// Reads the balances of the coin of several accounts, with few requests.
struct NativeBalanceReader {
    let node: any EthereumNode

    /// The number of requests at a time on a chain without Multicall3.
    private static let mostRequests = 8

    /// The balance of each account in the latest block, in the smallest unit.
    ///
    /// - Throws: Why the node gave no answer.
    func balances(of accounts: [EthereumAddress]) async throws(NodeError) -> [BigUInt] {
        guard accounts.count > 1, let found = try await together(accounts) else { return try await single(accounts) }
        return found
    }

    /// The balance of an account in a block, or in the latest one.
    func balance(of account: EthereumAddress, at block: String = "latest") async throws(NodeError) -> BigUInt {
        let answer = try await node.ask("eth_getBalance", [.string(account.description), .string(block)])
        guard let units = answer.bigQuantity else { throw .malformed }
        return units
    }

    /// The balances through Multicall3; `nil` if the chain does not have it.
    private func together(_ accounts: [EthereumAddress]) async throws(NodeError) -> [BigUInt]? {
        guard let contract = Multicall.contract else { return nil }
        var balances: [BigUInt] = []
        for first in stride(from: 0, to: accounts.count, by: Multicall.mostAtOnce) {
            var calls: [Multicall.Call] = []
            for account in accounts[first..<min(first + Multicall.mostAtOnce, accounts.count)] {
                guard let data = try? ABIFunction("getEthBalance(address addr)").call([.address(account)]) else {
                    return nil
                }
                calls.append(Multicall.Call(contract: contract, data: data))
            }
            guard let answers = try await Multicall(node: node).together(calls) else { return nil }
            for answer in answers {
                guard let answer, answer.count == 32, let units = BigUInt(Hex.encode(answer), radix: 16) else {
                    return nil
                }
                balances.append(units)
            }
        }
        return balances
    }

    private func single(_ accounts: [EthereumAddress]) async throws(NodeError) -> [BigUInt] {
        var balances = [BigUInt](repeating: 0, count: accounts.count)
        for first in stride(from: 0, to: accounts.count, by: Self.mostRequests) {
            let places = first..<min(first + Self.mostRequests, accounts.count)
            let part = await withTaskGroup(of: (Int, Result<BigUInt, NodeError>).self) { group in
                for place in places {
                    group.addTask { (place, await self.result(of: accounts[place])) }
                }
                return await group.reduce(into: [Int: Result<BigUInt, NodeError>]()) { $0[$1.0] = $1.1 }
            }
            for (place, result) in part { balances[place] = try result.get() }
        }
        return balances
    }

    private func result(of account: EthereumAddress) async -> Result<BigUInt, NodeError> {
        do throws(NodeError) {
            return .success(try await balance(of: account))
        } catch {
            return .failure(error)
        }
    }
}
