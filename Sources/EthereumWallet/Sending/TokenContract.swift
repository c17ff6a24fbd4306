import BigInt
import Bridge
package import Ethereum
import Primitives

/// A contract of ERC-20 that is asked about itself.
package struct TokenContract {
    private let address: EthereumAddress
    private let node: any EthereumNode

    package init(_ address: EthereumAddress, node: any EthereumNode) {
        self.address = address
        self.node = node
    }

    /// How many digits stand behind the point; `nil` where the contract does not say.
    package func decimals() async -> Int? {
        await number("decimals()", []).flatMap { $0 <= 77 ? Int($0) : nil }
    }

    /// Which standard the contract implements; `nil` where its answers do not tell.
    ///
    /// By ERC-165, which every ERC-721 and ERC-1155 contract supports, and else by `decimals`, which items do not have.
    func standard() async -> TokenStandard? {
        if await supports(0x80AC_58CD) { return .erc721 }
        if await supports(0xD9B6_7A26) { return .erc1155 }
        return await decimals() == nil ? nil : .erc20
    }

    private func supports(_ interface: UInt32) async -> Bool {
        let id = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: interface >> UInt32($0)) }
        return await number("supportsInterface(bytes4 interfaceId)", [.bytes(id)]) == 1
    }

    /// The symbol, which is what the contract says of itself; `nil` where it says nothing that can be read.
    package func symbol() async -> String? {
        guard let data = await answer("symbol()", []) else { return nil }
        // Older contracts answer 32 bytes with zeros at the end.
        if data.count == 32 {
            return String(validating: data.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard data.count >= 64, data.prefix(63).dropFirst(32).allSatisfy({ $0 == 0 }) else { return nil }
        let count = Int(data[63])
        guard data.count >= 64 + count else { return nil }
        return String(validating: data[64..<64 + count], as: UTF8.self)
    }

    /// What `account` has of it, and how much there is, as far as the contract says.
    func holdings(of account: EthereumAddress) async -> Holdings {
        var holdings = Holdings.unknown
        if let balance = await number("balanceOf(address owner)", [.address(account)]) {
            holdings.balances[address] = balance
        }
        if let supply = await number("totalSupply()", []) { holdings.supplies[address] = supply }
        return holdings
    }

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
