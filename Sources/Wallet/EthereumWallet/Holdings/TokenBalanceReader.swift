package import BigInt
import Bridge
package import Ethereum
import Primitives

/// Reads the balances of tokens, and checks their symbols and decimals with the contracts.
package struct TokenBalanceReader {
    /// What an account has of a token.
    package struct Balance: Hashable, Sendable {
        /// The token; the wallet vouches for it only if the contract says the same.
        package let token: Token

        /// The amount in the smallest unit.
        package let units: BigUInt

        /// What the contract names instead of the symbol and the decimals of the wallet's list, such as `USDC, 8`;
        /// `nil` if it names the same.
        package let contradiction: String?

        /// Whether the contract names other decimals or another symbol than the wallet's list.
        package var isContradicted: Bool { contradiction != nil }
    }

    private let node: any EthereumNode

    /// Creates a reader that asks `node`.
    package init(node: any EthereumNode) { self.node = node }

    /// The balances of `account`: of those of `tokens` that it has, and of those that the user added.
    ///
    /// A token whose contract contradicts the wallet's list is shown as the contract describes it, and not as the trusted
    /// one: an amount with other decimals would be wrong.
    ///
    /// - Throws: Why the node gave no answer.
    package func balances(
        of tokens: [Token], _ account: EthereumAddress
    ) async throws(NodeError) -> [Balance] {
        try await balances(of: tokens, [account]).first ?? []
    }

    /// The balances of each of `accounts`, as ``balances(of:_:)``, with the requests of one account as far as possible.
    func balances(
        of tokens: [Token], _ accounts: [EthereumAddress]
    ) async throws(NodeError) -> [[Balance]] {
        var calls: [Multicall.Call] = []
        for account in accounts {
            guard let balanceOf = try? ABIFunction("balanceOf(address owner)").call([.address(account)]) else {
                return accounts.map { _ in [] }
            }
            calls += tokens.map { Multicall.Call(contract: $0.address, data: balanceOf) }
        }
        let answers = try await Multicall(node: node).answers(to: calls)
        let held = accounts.indices.map { place in
            zip(tokens, answers[(place * tokens.count)...]).compactMap(Self.held)
        }
        let shown = Set(held.joined().map(\.token.address))
        let described = tokens.filter { shown.contains($0.address) }
        let named = try await descriptions(of: described)
        let found = Dictionary(zip(described.map(\.address), named)) { first, _ in first }
        return held.map { held in
            held.map { held in
                let named = found[held.token.address]
                return Self.balance(of: held.token, held.units, decimals: named?.decimals, symbol: named?.symbol)
            }
        }
    }

    /// What an account has of a token, if that is shown.
    private static func held(_ token: Token, _ answer: [UInt8]?) -> (token: Token, units: BigUInt)? {
        guard let answer, answer.count == 32, let units = BigUInt(Hex.encode(answer), radix: 16) else { return nil }
        return units > 0 || !token.isVouchedFor ? (token, units) : nil
    }

    /// The balance of a token whose contract names `decimals` and `symbol`, as far as it does.
    private static func balance(of token: Token, _ units: BigUInt, decimals: Int?, symbol: String?) -> Balance {
        let isSame = (decimals ?? token.decimals) == token.decimals && (symbol ?? token.symbol) == token.symbol
        guard !isSame, let decimals else { return Balance(token: token, units: units, contradiction: nil) }
        let named = "\(symbol ?? "?"), \(decimals)"
        // Some contracts have changed their symbol since; the decimals decide about amounts.
        guard decimals != token.decimals else { return Balance(token: token, units: units, contradiction: named) }
        let other =
            Token(chainID: token.chainID, address: token.address, symbol: symbol ?? "?", decimals: decimals)
            ?? Token(chainID: token.chainID, address: token.address, symbol: "?", decimals: decimals)
        return Balance(token: other ?? token, units: units, contradiction: named)
    }

    private func descriptions(
        of tokens: [Token]
    ) async throws(NodeError) -> [(decimals: Int?, symbol: String?)] {
        guard let decimals = try? ABIFunction("decimals()").call([]), let symbol = try? ABIFunction("symbol()").call([])
        else { return [] }
        let calls = tokens.flatMap { token in
            [
                Multicall.Call(contract: token.address, data: decimals),
                Multicall.Call(contract: token.address, data: symbol),
            ]
        }
        let answers = try await Multicall(node: node).answers(to: calls)
        return tokens.indices.map { place in
            (TokenContract.decimals(answers[place * 2]), TokenContract.symbol(answers[place * 2 + 1]))
        }
    }
}
