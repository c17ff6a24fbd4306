import BigInt
import Bridge
import Ethereum

/// Reads from contracts what others may take now.
struct PermissionReader {
    let node: any EthereumNode

    /// What a permission allows now.
    struct Current: Hashable {
        /// The amount; 1 for an item or a collection, 0 if it is not given.
        let units: BigUInt

        /// Until when, in seconds since 1970, in a permission through Permit2.
        var expiry: UInt64?
    }

    /// What `permission` allows now; `nil` if the node or the contract does not tell.
    func current(_ permission: TokenEvent.Permission) async -> Current? {
        let (owner, spender) = (ABIValue.address(permission.owner), ABIValue.address(permission.spender))
        switch permission.kind {
        case .amount:
            return await number(permission.token, "allowance(address owner, address spender)", [owner, spender])
        case .collection:
            return await number(
                permission.token, "isApprovedForAll(address owner, address operator)", [owner, spender])
        case .item(let item):
            let approved = await values(
                permission.token, "getApproved(uint256 tokenId)", [.number(BigInt(item))], "(address)")
            guard let approved = approved?.first?.address else { return nil }
            return Current(units: approved == permission.spender && !approved.isZero ? 1 : 0)
        case .permit2:
            guard let contract = Permit2.address,
                let values = await values(
                    contract, "allowance(address owner, address token, address spender)",
                    [owner, .address(permission.token), spender], "(uint160,uint48,uint48)"),
                let units = values.first?.uint, let expiry = values.dropFirst().first?.uint
            else { return nil }
            return Current(units: units, expiry: UInt64(exactly: expiry) ?? .max)
        }
    }

    private func number(_ contract: EthereumAddress, _ function: String, _ arguments: [ABIValue]) async -> Current? {
        await values(contract, function, arguments, "(uint256)")?.first?.uint.map { Current(units: $0) }
    }

    private func values(
        _ contract: EthereumAddress, _ function: String, _ arguments: [ABIValue], _ types: String
    ) async -> [ABIValue]? {
        guard
            case .values(let values)? = try? await ContractReader(contract: contract, node: node).call(
                function, arguments, types)
        else { return nil }
        return values
    }
}

extension PermissionReader {
    /// What each permission allows now, asked together; `nil` for one whose contract does not tell.
    ///
    /// The permission for an item ends when its owner gives the item away, and the next owner may give it again.
    ///
    /// - Throws: Why the node gave no answer.
    func current(_ permissions: [TokenEvent.Permission]) async throws(NodeError) -> [Current?] {
        let calls = permissions.map(Self.calls)
        var answers = try await Multicall(node: node).answers(to: calls.flatMap(\.self))[...]
        return zip(permissions, calls).map { permission, calls in
            defer { answers = answers.dropFirst(calls.count) }
            return Self.read(permission, Array(answers.prefix(calls.count)))
        }
    }

    private static func calls(_ permission: TokenEvent.Permission) -> [Multicall.Call] {
        let (owner, spender) = (ABIValue.address(permission.owner), ABIValue.address(permission.spender))
        func call(_ contract: EthereumAddress?, _ function: String, _ arguments: [ABIValue]) -> [Multicall.Call] {
            guard let contract, let data = try? ABIFunction(function).call(arguments) else { return [] }
            return [Multicall.Call(contract: contract, data: data)]
        }
        let token = permission.token
        return switch permission.kind {
        case .amount: call(token, "allowance(address owner, address spender)", [owner, spender])
        case .collection: call(token, "isApprovedForAll(address owner, address operator)", [owner, spender])
        case .item(let item):
            call(token, "getApproved(uint256 tokenId)", [.number(BigInt(item))])
                + call(token, "ownerOf(uint256 tokenId)", [.number(BigInt(item))])
        case .permit2:
            call(
                Permit2.address, "allowance(address owner, address token, address spender)",
                [owner, .address(token), spender])
        }
    }

    private static func read(_ permission: TokenEvent.Permission, _ answers: [[UInt8]?]) -> Current? {
        func values(_ place: Int, _ types: String) -> [ABIValue]? {
            guard answers.indices.contains(place), let answer = answers[place] else { return nil }
            return ContractReader.values(answer, types)
        }
        switch permission.kind {
        case .amount, .collection: return values(0, "(uint256)")?.first?.uint.map { Current(units: $0) }
        case .item:
            guard let approved = values(0, "(address)")?.first?.address,
                let owner = values(1, "(address)")?.first?.address
            else { return nil }
            let isGiven = approved == permission.spender && !approved.isZero && owner == permission.owner
            return Current(units: isGiven ? 1 : 0)
        case .permit2:
            guard let values = values(0, "(uint160,uint48,uint48)"), let units = values.first?.uint,
                let expiry = values.dropFirst().first?.uint
            else { return nil }
            return Current(units: units, expiry: UInt64(exactly: expiry) ?? .max)
        }
    }
}
