internal import BigInt
internal import Ethereum
internal import Primitives

/// The registry of ENS.
enum ENSRegistry {
    static let owners: UInt64 = 0
    static let resolvers: UInt64 = 1

    static let contract = EVMContract(
        "ENS Registry",
        [
            .init("owner(bytes32)", .view, ["address"]) { execution, context, values throws(SimulatorError) in
                [.address(EVMWord.address(try execution.read(context, EVMSlot.map(owners, values.bytes(0)))))]
            },
            .init("resolver(bytes32)", .view, ["address"]) { execution, context, values throws(SimulatorError) in
                [.address(EVMWord.address(try execution.read(context, EVMSlot.map(resolvers, values.bytes(0)))))]
            },
            .init("recordExists(bytes32)", .view, ["bool"]) { execution, context, values throws(SimulatorError) in
                [.bool(try execution.read(context, EVMSlot.map(owners, values.bytes(0))) != 0)]
            },
            .init("ttl(bytes32)", .view, ["uint64"]) { _, _, _ in [.uint(0)] },
            .init("setSubnodeRecord(bytes32,bytes32,address,address,uint64)", .write) {
                execution, context, values throws(SimulatorError) in
                let owner = EVMWord.address(try execution.read(context, EVMSlot.map(owners, values.bytes(0))))
                guard owner == context.sender else { throw .reverted([]) }
                let node = Keccak256.hash(values.bytes(0) + values.bytes(1)).bytes
                for (slot, address) in [(owners, values.address(2)), (resolvers, values.address(3))] {
                    try execution.write(context, EVMSlot.map(slot, node), EVMWord.number(address.bytes))
                }
                try execution.log(
                    context, [EVMEvents.newOwner, EVMWord.digest(values.bytes(0)), EVMWord.digest(values.bytes(1))],
                    EVMWord.bytes(values.address(2)))
                try execution.log(
                    context, [EVMEvents.newResolver, EVMWord.digest(node)], EVMWord.bytes(values.address(3)))
                return []
            },
            .init("setResolver(bytes32,address)", .write) { execution, context, values throws(SimulatorError) in
                let owner = EVMWord.address(try execution.read(context, EVMSlot.map(owners, values.bytes(0))))
                guard owner == context.sender else { throw .reverted([]) }
                let resolver = EVMWord.number(values.address(1).bytes)
                try execution.write(context, EVMSlot.map(resolvers, values.bytes(0)), resolver)
                try execution.log(
                    context, [EVMEvents.newResolver, EVMWord.digest(values.bytes(0))], EVMWord.bytes(values.address(1)))
                return []
            },
        ])
}

/// A resolver of names, in which the owners of names set their addresses.
struct ENSResolver: Sendable {
    let registry: EthereumAddress

    static let addresses: UInt64 = 0
    static let names: UInt64 = 1

    private static let interfaces: [[UInt8]] = [
        [0x01, 0xFF, 0xC9, 0xA7], [0x3B, 0x3B, 0x57, 0xDE], [0xF1, 0xCB, 0x7E, 0x06], [0x69, 0x1F, 0x34, 0x31],
    ]

    var contract: EVMContract {
        let registry = registry
        return EVMContract(
            "ENS Resolver",
            [
                .init("supportsInterface(bytes4)", .view, ["bool"]) { _, _, values in
                    [.bool(Self.interfaces.contains(values.bytes(0)))]
                },
                .init("addr(bytes32)", .view, ["address"]) { execution, context, values throws(SimulatorError) in
                    let word = try execution.read(context, EVMSlot.map(Self.addresses, values.bytes(0)))
                    return [.address(EVMWord.address(word))]
                },
                .init("addr(bytes32,uint256)", .view, ["bytes"]) { execution, context, values throws(SimulatorError) in
                    let word = try execution.read(context, EVMSlot.map(Self.addresses, values.bytes(0)))
                    return [.bytes(values.uint(1) == 60 && word != 0 ? EVMWord.address(word).bytes : [])]
                },
                .init("name(bytes32)", .view, ["string"]) { execution, context, values throws(SimulatorError) in
                    try execution.use(2_100)
                    let text = EVMText.read(
                        execution.state, context.address, EVMSlot.map(Self.names, values.bytes(0)))
                    return [.string(String(decoding: text, as: UTF8.self))]
                },
                .init("text(bytes32,string)", .view, ["string"]) { _, _, _ in [.string("")] },
                .init("contenthash(bytes32)", .view, ["bytes"]) { _, _, _ in [.bytes([])] },
                .init("setName(bytes32,string)", .write) { execution, context, values throws(SimulatorError) in
                    try Self.checkOwner(of: values.bytes(0), registry, context, execution)
                    let (slot, name) = (EVMSlot.map(Self.names, values.bytes(0)), values.string(1))
                    // The cost of the first word counts for all of them.
                    try execution.write(context, slot, 0)
                    EVMText.write(name, &execution.state, context.address, slot)
                    let words = (try? ABIEncoder.encode([.string(name)], as: [.string])) ?? []
                    try execution.log(context, [EVMEvents.nameChanged, EVMWord.digest(values.bytes(0))], words)
                    return []
                },
                .init("setAddr(bytes32,address)", .write) { execution, context, values throws(SimulatorError) in
                    try Self.checkOwner(of: values.bytes(0), registry, context, execution)
                    let address = EVMWord.number(values.address(1).bytes)
                    try execution.write(context, EVMSlot.map(Self.addresses, values.bytes(0)), address)
                    try execution.log(
                        context, [EVMEvents.addressChanged, EVMWord.digest(values.bytes(0))],
                        EVMWord.bytes(values.address(1)))
                    return []
                },
            ])
    }

    private static func checkOwner(
        of node: [UInt8], _ registry: EthereumAddress, _ context: EVMContext, _ execution: EVMExecution
    ) throws(SimulatorError) {
        let owner = EVMWord.address(execution.state[registry, EVMSlot.map(ENSRegistry.owners, node)])
        guard owner == context.sender else { throw .reverted([]) }
    }
}

/// Text in a contract's storage, as Solidity arranges it.
enum EVMText {
    private static let longest = 1_024

    /// Sets a text of at most 1,024 bytes.
    static func write(_ text: String, _ state: inout EVMState, _ contract: EthereumAddress, _ slot: Digest32) {
        let bytes = Array(text.utf8.prefix(longest))
        guard bytes.count > 31 else {
            let padded = bytes + [UInt8](repeating: 0, count: 31 - bytes.count) + [UInt8(bytes.count * 2)]
            state[contract, slot] = EVMWord.number(padded)
            return
        }
        state[contract, slot] = BigUInt(bytes.count * 2 + 1)
        let first = Keccak256.hash(slot.bytes)
        for (place, start) in stride(from: 0, to: bytes.count, by: 32).enumerated() {
            let part = EVMWord.digest(Array(bytes[start..<min(start + 32, bytes.count)]))
            state[contract, EVMSlot.after(first, place)] = EVMWord.number(part.bytes)
        }
    }

    /// Reads a text.
    static func read(_ state: EVMState, _ contract: EthereumAddress, _ slot: Digest32) -> [UInt8] {
        let word = state[contract, slot]
        guard word & 1 == 1 else {
            let bytes = EVMWord.bytes(word)
            return Array(bytes.prefix(min(31, Int(bytes[31] / 2))))
        }
        let count = min(longest, Int(clamping: word >> 1))
        let first = Keccak256.hash(slot.bytes)
        let words = (0..<(count + 31) / 32).flatMap { EVMWord.bytes(state[contract, EVMSlot.after(first, $0)]) }
        return Array(words.prefix(count))
    }
}
