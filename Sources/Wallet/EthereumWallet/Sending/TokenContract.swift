import BigInt
import Bridge
package import Ethereum
import Primitives

/// An ERC-20 contract that is queried for its properties.
package struct TokenContract {
    private let address: EthereumAddress
    private let node: any EthereumNode

    package init(_ address: EthereumAddress, node: any EthereumNode) {
        self.address = address
        self.node = node
    }

    /// The number of decimal places; `nil` if the contract does not report it.
    package func decimals() async -> Int? {
        await number("decimals()", []).flatMap { $0 <= 77 ? Int($0) : nil }
    }

    /// The standard that the contract implements; `nil` if its responses do not show it.
    ///
    /// It is determined by ERC-165, which every ERC-721 and ERC-1155 contract supports, and otherwise by `decimals`,
    /// which items do not have.
    func standard() async -> TokenStandard? {
        if await supports(0x80AC_58CD) { return .erc721 }
        if await supports(0xD9B6_7A26) { return .erc1155 }
        return await decimals() == nil ? nil : .erc20
    }

    private func supports(_ interface: UInt32) async -> Bool {
        let id = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: interface >> UInt32($0)) }
        return await number("supportsInterface(bytes4 interfaceId)", [.bytes(id)]) == 1
    }

    /// The symbol that the contract reports; `nil` if it reports none that can be decoded.
    package func symbol() async -> String? { Self.symbol(await answer("symbol()", [])) }

    /// The number in the answer to `decimals()`.
    static func decimals(_ data: [UInt8]?) -> Int? {
        guard let data, data.count == 32, data.dropLast().allSatisfy({ $0 == 0 }), let last = data.last, last <= 77
        else { return nil }
        return Int(last)
    }

    /// The text in the answer to `symbol()`.
    static func symbol(_ data: [UInt8]?) -> String? {
        guard let data else { return nil }
        // Older contracts return 32 bytes with trailing zeros.
        if data.count == 32 {
            return String(validating: data.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard data.count >= 64, data.prefix(63).dropFirst(32).allSatisfy({ $0 == 0 }) else { return nil }
        let count = Int(data[63])
        guard data.count >= 64 + count else { return nil }
        return String(validating: data[64..<64 + count], as: UTF8.self)
    }

    /// The balance of `account` and the total supply, as far as the contract reports them.
    func holdings(of account: EthereumAddress) async -> Holdings {
        var holdings = Holdings.unknown
        if let balance = await number("balanceOf(address owner)", [.address(account)]) {
            holdings.balances[address] = balance
        }
        if let supply = await number("totalSupply()", []) { holdings.supplies[address] = supply }
        return holdings
    }

    /// The tokens in a report about the changes of a transaction, as their contracts describe them; only the first few
    /// that can be shown.
    static func tokens(
        in report: ChangeReport, on chain: Chain, asking node: any EthereumNode
    ) async -> [EthereumAddress: Token] {
        guard case .known(let changes) = report else { return [:] }
        var tokens: [EthereumAddress: Token] = [:]
        var addresses: [EthereumAddress] = []
        for change in changes.sent + changes.received where change.asset.item == nil {
            if let token = change.asset.token, !addresses.contains(token) { addresses.append(token) }
        }
        for given in changes.given where given.permission.kind == .amount || given.permission.kind == .permit2 {
            if !addresses.contains(given.permission.token) { addresses.append(given.permission.token) }
        }
        for address in addresses.prefix(mostTokens) where KnownTokens.token(address, on: chain.id) == nil {
            let contract = TokenContract(address, node: node)
            guard let decimals = await contract.decimals(),
                let symbol = await contract.symbol().flatMap(Token.shownSymbol),
                let token = Token(chainID: chain.id, address: address, symbol: symbol, decimals: decimals)
            else { continue }
            tokens[address] = token
        }
        return tokens
    }

    /// The maximum number of unknown tokens that are asked about.
    private static let mostTokens = 6

    private func number(_ function: String, _ arguments: [ABIValue]) async -> BigUInt? {
        guard let data = await answer(function, arguments), data.count == 32 else { return nil }
        return BigUInt(Hex.encode(data), radix: 16)
    }

    private func answer(_ function: String, _ arguments: [ABIValue]) async -> [UInt8]? {
        guard let data = try? ABIFunction(function).call(arguments) else { return nil }
        let call: JSON = ["to": .string(address.description), "data": .string(HexText.of(data))]
        return (try? await node.ask("eth_call", [call, "latest"]))?.string.flatMap { Hex.decode($0) }
    }
}
