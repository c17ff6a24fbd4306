import BigInt
package import Bridge
package import Ethereum
import Messages
import Primitives

/// Finds the address of a name of ENS, and the name of an address (EIP-137, EIP-181, ENSIP-9, 10 and 11).
///
/// It asks one node of the chain that has the registry. Names that a resolver keeps on other servers (EIP-3668) are
/// refused unless the user allowed to ask these servers, because they learn which name is looked up.
package struct NameResolver {
    private let node: any EthereumNode
    private let gateways: NameGateways?

    /// Creates a resolver that asks `node`, a node of a chain with the registry.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - gateways: The servers outside the chain, if the user allowed to ask them.
    package init(node: any EthereumNode, gateways: NameGateways? = nil) {
        self.node = node
        self.gateways = gateways
    }

    /// The chains that have the registry: Ethereum, and its test networks.
    package static let chains: Set<UInt64> = [1, 11_155_111, 560_048]

    private static let registry = try? EthereumAddress("0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e")

    /// Why a name resolves to no address.
    private enum Absence {
        case noResolver, noRecord, offchain, noServer, contract
    }

    private enum Finding {
        case address(EthereumAddress)
        case absence(Absence)
    }

    /// The address of `name` on the chain with the ID `chainID`.
    ///
    /// A name without a record for that chain has its address of Ethereum there, unless that is a contract: the contract
    /// of the same address on another chain may belong to someone else.
    ///
    /// - Throws: The reason why no address was found, as a sentence for the user.
    package func address(of name: ENSName, on chainID: UInt64) async throws(RPCError) -> EthereumAddress {
        let finding: Finding
        do throws(NodeError) {
            finding = try await find(name, on: chainID)
        } catch {
            throw RPCError(error)
        }
        switch finding {
        case .address(let address): return address
        case .absence(let absence): throw Self.error(absence, name)
        }
    }

    /// The name that the owner of `address` chose for it (EIP-181).
    ///
    /// Anyone can claim any name, so it counts only if it is normalized and stands for the same address on the chain with
    /// the ID `chainID`. No server outside the chain is asked for it.
    ///
    /// - Returns: `nil` if the address has none.
    /// - Throws: Why the node gave no answer, which says nothing about the name.
    package func name(of address: EthereumAddress, on chainID: UInt64 = 1) async throws(NodeError) -> ENSName? {
        let reverse = ENSName.reverse(of: address)
        guard let resolver = try await resolver(of: reverse), resolver.isExact,
            case .values(let values) = try await ContractReader(contract: resolver.address, node: node).call(
                "name(bytes32 node)", [.bytes(reverse.node)], "(string)"),
            case .string(let text)? = values.first, let name = try? ENSName(text),
            Array(name.text.utf8) == Array(text.utf8)
        else { return nil }
        guard case .address(address) = try await NameResolver(node: node).find(name, on: chainID) else { return nil }
        return name
    }

    private func find(_ name: ENSName, on chainID: UInt64) async throws(NodeError) -> Finding {
        guard let resolver = try await resolver(of: name) else { return .absence(.noResolver) }
        let isElsewhere = !Self.chains.contains(chainID)
        if isElsewhere, let type = Self.coinType(ofChain: chainID) {
            let record = try await record(of: name, coinType: type, at: resolver)
            guard case .absence(.noRecord) = record else { return record }
        }
        let record = try await record(of: name, coinType: 60, at: resolver)
        if isElsewhere, case .address(let address) = record, try await hasCode(address) { return .absence(.contract) }
        return record
    }

    /// The coin type of an EVM chain other than Ethereum in the records of names: its ID with the highest bit set
    /// (ENSIP-11).
    private static func coinType(ofChain chainID: UInt64) -> UInt64? {
        chainID < 0x8000_0000 ? 0x8000_0000 | chainID : nil
    }

    /// The contract that keeps the records of a name.
    private struct Resolver {
        let address: EthereumAddress

        /// Whether it is that of the name itself, and not of a parent.
        let isExact: Bool

        /// Whether it answers for any name below its own (ENSIP-10).
        let isExtended: Bool
    }

    /// The resolver of a name, or that of the nearest parent if it answers for names below (ENSIP-10).
    private func resolver(of name: ENSName) async throws(NodeError) -> Resolver? {
        guard let registry = Self.registry else { return nil }
        var candidate: ENSName? = name
        // Names with more parts are not asked about: each part is a request.
        for depth in 0..<8 {
            guard let current = candidate else { return nil }
            let answer = try await ContractReader(contract: registry, node: node).call(
                "resolver(bytes32 node)", [.bytes(current.node)], "(address)")
            if case .values(let values) = answer, let address = values.first?.address,
                address.bytes.contains(where: { $0 != 0 })
            {
                let isExtended = try await supportsExtension(address)
                return depth == 0 || isExtended
                    ? Resolver(address: address, isExact: depth == 0, isExtended: isExtended) : nil
            }
            candidate = current.parent
        }
        return nil
    }

    private func supportsExtension(_ resolver: EthereumAddress) async throws(NodeError) -> Bool {
        let answer = try await ContractReader(contract: resolver, node: node).call(
            "supportsInterface(bytes4 interfaceId)", [.bytes([0x90, 0x61, 0xB9, 0x23])], "(bool)")
        guard case .values(let values) = answer else { return false }
        return values.first?.bool == true
    }

    private func record(
        of name: ENSName, coinType: UInt64, at resolver: Resolver
    ) async throws(NodeError) -> Finding {
        let (function, arguments, types): (String, [ABIValue], String) =
            coinType == 60
            ? ("addr(bytes32 node)", [.bytes(name.node)], "(address)")
            : (
                "addr(bytes32 node, uint256 coinType)", [.bytes(name.node), .number(BigInt(coinType))], "(bytes)"
            )
        let reader = ContractReader(contract: resolver.address, node: node)
        var answer: ContractReader.Answer
        var isServerMissing = false
        if resolver.isExtended {
            guard let inner = try? ABIFunction(function).call(arguments), let encoded = try? name.encoded() else {
                return .absence(.noRecord)
            }
            answer = try await call(
                reader, "resolve(bytes name, bytes data)", [.bytes(encoded), .bytes(inner)], "(bytes)",
                &isServerMissing)
            if case .values(let values) = answer, let bytes = values.first?.bytes {
                answer = ContractReader.values(bytes, types).map { .values($0) } ?? .none
            }
        } else {
            answer = try await call(reader, function, arguments, types, &isServerMissing)
        }
        switch answer {
        case .values(let values):
            let address = values.first.flatMap { $0.address ?? $0.bytes.flatMap { try? EthereumAddress(bytes: $0) } }
            guard let address, address.bytes.contains(where: { $0 != 0 }) else { return .absence(.noRecord) }
            return .address(address)
        case .reverted where isServerMissing: return .absence(.noServer)
        case .reverted(let data) where data.starts(with: NameGateways.Lookup.selector): return .absence(.offchain)
        case .reverted, .none: return .absence(.noRecord)
        }
    }

    /// Calls a function, and asks the servers outside the chain if the contract refers to them.
    private func call(
        _ reader: ContractReader, _ function: String, _ arguments: [ABIValue], _ types: String,
        _ isServerMissing: inout Bool
    ) async throws(NodeError) -> ContractReader.Answer {
        var answer = try await reader.call(function, arguments, types)
        guard let gateways else { return answer }
        for _ in 0..<Self.mostLookups {
            guard case .reverted(let data) = answer, let lookup = NameGateways.Lookup(data) else { break }
            // Otherwise one contract could speak for another one.
            guard lookup.contract == reader.contract, let found = await gateways.answer(to: lookup),
                let data = gateways.callback(of: lookup, with: found)
            else {
                isServerMissing = true
                break
            }
            answer = try await reader.call(data, types)
        }
        return answer
    }

    /// As many as EIP-3668 recommends.
    private static let mostLookups = 4

    private func hasCode(_ address: EthereumAddress) async throws(NodeError) -> Bool {
        let answer = try await node.ask("eth_getCode", [.string(address.description), "latest"])
        guard let code = answer.string.flatMap({ Hex.decode($0) }) else { throw .malformed }
        return !code.isEmpty && AccountDelegation(code: code) == nil
    }

    private static func error(_ absence: Absence, _ name: ENSName) -> RPCError {
        let text = Quotation.of(name.text, limit: 80)
        let sentence =
            switch absence {
            case .noResolver: localizable("\(text, as: "name") is not registered, or has no address.")
            case .noRecord: localizable("\(text, as: "name") has no address on this network.")
            case .offchain:
                localizable(
                    """
                    \(text, as: "name") is stored off-chain. The wallet does not ask other servers for names, \
                    because they would learn whom you pay. To allow it, press “Servers…” and then “ENS names”.
                    """)
            case .noServer:
                localizable(
                    "\(text, as: "name") is stored off-chain, and its servers did not answer.")
            case .contract:
                localizable(
                    """
                    \(text, as: "name") is the address of a contract on Ethereum. On this network, \
                    the address may belong to someone else.
                    """)
            }
        return RPCError(.failed, sentence: sentence)
    }
}
