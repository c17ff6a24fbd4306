import BigInt
import Bridge
import Ethereum
import Primitives

/// Simulates the sale of a token: a pool can have a price for a token that nobody is able to sell.
struct SaleTrial {
    let token: EthereumAddress

    /// A pool of the token, and how much of it the pool has.
    let pool: EthereumAddress
    let held: BigUInt

    /// Uniswap’s router, with which most people sell.
    private static let router = try? EthereumAddress("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")

    /// A token that takes more than this share of what is moved, in percent, cannot be sold for its price.
    private static let least: BigUInt = 85

    /// Whether a buyer can pay the token into the pool; `nil` if the node does not simulate this.
    func canSell(on node: any EthereumNode) async -> Bool? {
        let bought = held / 1_000
        guard bought > 1, let router = Self.router,
            let buyer = try? EthereumAddress(bytes: Array(Keccak256.hash(token.bytes).bytes.suffix(20))),
            let arrives = call("transfer(address to, uint256 amount)", from: pool, .address(buyer), number(bought)),
            let holds = call("balanceOf(address owner)", from: buyer, .address(buyer)),
            let pooled = call("balanceOf(address owner)", from: buyer, .address(pool)),
            let allows = call(
                "approve(address spender, uint256 amount)", from: buyer, .address(router), number(bought)),
            let leaves = call(
                "transferFrom(address from, address to, uint256 amount)", from: router, .address(buyer),
                .address(pool), number(bought / 2))
        else { return nil }
        let calls = [arrives, holds, pooled, allows, leaves, pooled]
        let simulation: JSON = [["blockStateCalls": [["calls": .array(calls)]], "validation": false], "latest"]
        guard let answer = try? await node.ask("eth_simulateV1", simulation),
            let results = answer[0]?["calls"]?.array, results.count == calls.count
        else { return nil }
        // The pool itself cannot pay it out: nothing is shown about a sale.
        guard results[0]["status"]?.quantity == 1 else { return nil }
        guard results.allSatisfy({ $0["status"]?.quantity == 1 }), let own = amount(results[1]),
            let before = amount(results[2]), let after = amount(results[5])
        else { return false }
        return own * 100 >= bought * Self.least && after >= before
            && (after - before) * 100 >= bought / 2 * Self.least
    }

    private func number(_ units: BigUInt) -> ABIValue { .number(BigInt(units)) }

    private func call(_ function: String, from sender: EthereumAddress, _ arguments: ABIValue...) -> JSON? {
        (try? ABIFunction(function).call(arguments)).map { data in
            [
                "from": .string(sender.description), "to": .string(token.description),
                "data": .string(HexText.of(data)),
            ]
        }
    }

    private func amount(_ result: JSON) -> BigUInt? {
        result["returnData"]?.string?.hexBytes.flatMap { ContractReader.values($0, "(uint256)")?.first?.uint }
    }
}
