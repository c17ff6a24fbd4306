internal import BigInt
internal import Ethereum
internal import Primitives

/// A collection of items with the interface of ERC-721, in which everyone can make items.
enum CollectionContract {
    static let contract = EVMContract("Simulated Collection", descriptions + approvals + movements)

    private static let owners: UInt64 = 0
    private static let counts: UInt64 = 1
    private static let approved: UInt64 = 2
    private static let operators: UInt64 = 3
    private static let last = EVMSlot.at(4)

    private static let descriptions: [EVMContract.Function] = [
        .init("name()", .view, ["string"]) { _, _, _ in [.string("Simulated Collection")] },
        .init("symbol()", .view, ["string"]) { _, _, _ in [.string("ITEM")] },
        .init("supportsInterface(bytes4)", .view, ["bool"]) { _, _, values in
            let known: [[UInt8]] = [[0x01, 0xFF, 0xC9, 0xA7], [0x80, 0xAC, 0x58, 0xCD], [0x5B, 0x5E, 0x13, 0x9F]]
            return [.bool(known.contains(values.bytes(0)))]
        },
        .init("tokenURI(uint256)", .view, ["string"]) { execution, context, values throws(SimulatorError) in
            _ = try owner(values.uint(0), context, &execution)
            return [.string("data:application/json,{\"name\":\"Item \(values.uint(0))\"}")]
        },
        .init("balanceOf(address)", .view, ["uint256"]) { execution, context, values throws(SimulatorError) in
            [.uint(try execution.read(context, EVMSlot.map(counts, EVMWord.bytes(values.address(0)))))]
        },
        .init("ownerOf(uint256)", .view, ["address"]) { execution, context, values throws(SimulatorError) in
            [.address(try owner(values.uint(0), context, &execution))]
        },
    ]

    private static let approvals: [EVMContract.Function] = [
        .init("getApproved(uint256)", .view, ["address"]) { execution, context, values throws(SimulatorError) in
            _ = try owner(values.uint(0), context, &execution)
            let word = try execution.read(context, EVMSlot.map(approved, EVMWord.bytes(values.uint(0))))
            return [.address(EVMWord.address(word))]
        },
        .init("isApprovedForAll(address,address)", .view, ["bool"]) {
            execution, context, values throws(SimulatorError) in
            [.bool(try isOperator(values.address(1), of: values.address(0), context, &execution))]
        },
        .init("approve(address,uint256)", .write) { execution, context, values throws(SimulatorError) in
            let owner = try owner(values.uint(1), context, &execution)
            let isOperator = try isOperator(context.sender, of: owner, context, &execution)
            guard context.sender == owner || isOperator else {
                throw .revert("ERC721: approve caller is not token owner or approved for all")
            }
            let slot = EVMSlot.map(approved, EVMWord.bytes(values.uint(1)))
            try execution.write(context, slot, EVMWord.number(values.address(0).bytes))
            try execution.log(
                context,
                [
                    EVMEvents.approval, Digest32(topic: owner), Digest32(topic: values.address(0)),
                    EVMWord.digest(values.uint(1)),
                ])
            return []
        },
        .init("setApprovalForAll(address,bool)", .write) { execution, context, values throws(SimulatorError) in
            let slot = EVMSlot.map(operators, EVMWord.bytes(context.sender), EVMWord.bytes(values.address(0)))
            try execution.write(context, slot, values.bool(1) ? 1 : 0)
            try execution.log(
                context,
                [EVMEvents.approvalForAll, Digest32(topic: context.sender), Digest32(topic: values.address(0))],
                EVMWord.bytes(values.bool(1) ? 1 : 0))
            return []
        },
    ]

    private static let movements: [EVMContract.Function] = [
        .init("mint(address)", .write, ["uint256"]) { execution, context, values throws(SimulatorError) in
            let item = try execution.read(context, last) + 1
            try execution.write(context, last, item)
            try give(item, from: EVMWord.zero, to: values.address(0), context, &execution)
            return [.uint(item)]
        },
        .init("transferFrom(address,address,uint256)", .write, body: transfer),
        .init("safeTransferFrom(address,address,uint256)", .write, body: transfer),
        .init("safeTransferFrom(address,address,uint256,bytes)", .write, body: transfer),
    ]

    private static let transfer: EVMContract.Function.Body = { execution, context, values throws(SimulatorError) in
        let (item, owner) = (values.uint(2), try owner(values.uint(2), context, &execution))
        guard owner == values.address(0) else { throw .revert("ERC721: transfer from incorrect owner") }
        let slot = EVMSlot.map(approved, EVMWord.bytes(item))
        let approvedOne = EVMWord.address(try execution.read(context, slot))
        let isOperator = try isOperator(context.sender, of: owner, context, &execution)
        guard [owner, approvedOne].contains(context.sender) || isOperator else {
            throw .revert("ERC721: caller is not token owner or approved")
        }
        try execution.write(context, slot, 0)
        try give(item, from: owner, to: values.address(1), context, &execution)
        return []
    }

    private static func owner(
        _ item: BigUInt, _ context: EVMContext, _ execution: inout EVMExecution
    ) throws(SimulatorError) -> EthereumAddress {
        let word = try execution.read(context, EVMSlot.map(owners, EVMWord.bytes(item)))
        guard word != 0 else { throw .revert("ERC721: invalid token ID") }
        return EVMWord.address(word)
    }

    private static func isOperator(
        _ spender: EthereumAddress, of owner: EthereumAddress, _ context: EVMContext, _ execution: inout EVMExecution
    ) throws(SimulatorError) -> Bool {
        try execution.read(context, EVMSlot.map(operators, EVMWord.bytes(owner), EVMWord.bytes(spender))) != 0
    }

    private static func give(
        _ item: BigUInt, from sender: EthereumAddress, to receiver: EthereumAddress, _ context: EVMContext,
        _ execution: inout EVMExecution
    ) throws(SimulatorError) {
        guard !receiver.isZero else { throw .revert("ERC721: transfer to the zero address") }
        if !sender.isZero {
            let slot = EVMSlot.map(counts, EVMWord.bytes(sender))
            let count = try execution.read(context, slot)
            guard count > 0 else { throw .reverted([]) }
            try execution.write(context, slot, count - 1)
        }
        let slot = EVMSlot.map(counts, EVMWord.bytes(receiver))
        try execution.write(context, slot, try execution.read(context, slot) + 1)
        try execution.write(
            context, EVMSlot.map(owners, EVMWord.bytes(item)), EVMWord.number(receiver.bytes))
        try execution.log(
            context,
            [EVMEvents.transfer, Digest32(topic: sender), Digest32(topic: receiver), EVMWord.digest(item)])
    }
}
