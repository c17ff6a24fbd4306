import BigInt
import Bridge
import Ethereum
import Primitives

/// Simulates the sale of a token: a pool can have a price for a token that cannot be sold.
struct SaleTrial {
    let token: EthereumAddress

    /// A pool of the token, and how much of it the pool has.
    let pool: EthereumAddress
    let held: BigUInt

    /// The contracts with which people sell on its chain: they take a token from the seller and bring it into a pool.
    let sellers: [EthereumAddress]

    /// Those of a chain, of ``KnownContracts``; Permit2 takes tokens for several of them.
    static func sellers(on chainID: UInt64) -> [EthereumAddress] {
        let rows = KnownContracts.rows.filter { row in
            names.contains(row.name) && (row.chains.isEmpty || row.chains.contains(chainID))
        }
        return rows.prefix(mostSellers).compactMap { try? EthereumAddress($0.address) }
    }

    private static let names: Set<String> = [
        "Permit2", "1inch router v6", "0x AllowanceHolder", "Uniswap V2 router", "Uniswap router 2",
        "PancakeSwap router",
        "Aerodrome router", "Velodrome router", "Trader Joe router", "QuickSwap router", "Camelot router",
    ]

    private static let mostSellers = 8

    /// A token that takes more than this share of what is moved, in percent, cannot be sold for its price.
    private static let least: BigUInt = 85

    /// Whether a buyer can pay the token into the pool through one of ``sellers``; `nil` if the node does not simulate this.
    func canSell(on node: any EthereumNode) async -> Bool? {
        let bought = held / 1_000
        let part = bought / BigUInt(sellers.count + 1)
        guard part > 1,
            let buyer = try? EthereumAddress(bytes: Array(Keccak256.hash(token.bytes).bytes.suffix(20))),
            let arrives = call("transfer(address to, uint256 amount)", from: pool, .address(buyer), number(bought)),
            let holds = call("balanceOf(address owner)", from: buyer, .address(buyer)),
            let pooled = call("balanceOf(address owner)", from: buyer, .address(pool)),
            let sales = sales(of: part, from: buyer)
        else { return nil }
        let calls = [arrives, holds, pooled] + sales.flatMap { $0 + [pooled] }
        let simulation: JSON = [["blockStateCalls": [["calls": .array(calls)]], "validation": false], "latest"]
        guard let answer = try? await node.ask("eth_simulateV1", simulation),
            let results = answer[0]?["calls"]?.array, results.count == calls.count
        else { return nil }
        // The pool itself cannot pay it out: nothing is shown about a sale.
        guard results[0]["status"]?.quantity == 1 else { return nil }
        guard let own = amount(results[1]), own * 100 >= bought * Self.least, var before = amount(results[2]) else {
            return false
        }
        for first in stride(from: 3, to: results.count, by: 3) {
            guard let after = amount(results[first + 2]) else { continue }
            let isDone = results[first..<first + 2].allSatisfy { $0["status"]?.quantity == 1 }
            if isDone, after >= before, (after - before) * 100 >= part * Self.least { return true }
            before = after
        }
        return false
    }

    /// A permission and a sale for each of ``sellers``.
    private func sales(of part: BigUInt, from buyer: EthereumAddress) -> [[JSON]]? {
        var sales: [[JSON]] = []
        for seller in sellers {
            guard
                let allows = call(
                    "approve(address spender, uint256 amount)", from: buyer, .address(seller), number(part)),
                let leaves = call(
                    "transferFrom(address from, address to, uint256 amount)", from: seller, .address(buyer),
                    .address(pool), number(part))
            else { return nil }
            sales.append([allows, leaves])
        }
        return sales
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
