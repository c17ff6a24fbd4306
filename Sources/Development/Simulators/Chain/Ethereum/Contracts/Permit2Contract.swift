internal import BigInt
internal import Ethereum
internal import Primitives

/// Allowances for all tokens, also by signatures: Permit2.
enum Permit2Contract {
    static let contract = EVMContract("Permit2", allowances + signatures)

    private static let allowed: UInt64 = 0
    private static let used: UInt64 = 1
    private static let details = "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    private static let permissions = "TokenPermissions(address token,uint256 amount)"

    /// What a spender may take of a token, until when, and the nonce of the next signature.
    private struct Allowance {
        var amount: BigUInt
        var expiration: BigUInt
        var nonce: BigUInt

        static let largestAmount = (BigUInt(1) << 160) - 1
        static let largestTime = (BigUInt(1) << 48) - 1

        init(_ word: BigUInt) {
            amount = word & Self.largestAmount
            expiration = word >> 160 & Self.largestTime
            nonce = word >> 208
        }

        var word: BigUInt { amount | expiration << 160 | nonce << 208 }
    }

    private static func slot(
        _ owner: EthereumAddress, _ token: EthereumAddress, _ spender: EthereumAddress
    ) -> Digest32 {
        EVMSlot.map(allowed, EVMWord.bytes(owner), EVMWord.bytes(token), EVMWord.bytes(spender))
    }

    private static func separator(_ execution: EVMExecution, _ context: EVMContext) -> [UInt8] {
        EVMDomain.separator(
            "Permit2", version: nil, chainID: execution.environment.chainID, contract: context.address)
    }

    /// A revert with an error of the contract.
    private static func refusal(_ signature: String, _ arguments: BigUInt...) -> SimulatorError {
        .reverted(Keccak256.hash(signature.utf8).bytes.prefix(4) + arguments.flatMap { EVMWord.bytes($0) })
    }

    private static let allowances: [EVMContract.Function] = [
        .init("DOMAIN_SEPARATOR()", .view, ["bytes32"]) { execution, context, _ in
            [.bytes(separator(execution, context))]
        },
        .init("allowance(address,address,address)", .view, ["uint160", "uint48", "uint48"]) {
            execution, context, values throws(SimulatorError) in
            let place = slot(values.address(0), values.address(1), values.address(2))
            let found = Allowance(try execution.read(context, place))
            return [.uint(found.amount), .uint(found.expiration), .uint(found.nonce)]
        },
        .init("approve(address,address,uint160,uint48)", .write) { execution, context, values throws(SimulatorError) in
            let place = slot(context.sender, values.address(0), values.address(1))
            var found = Allowance(try execution.read(context, place))
            found.amount = values.uint(2)
            // Zero means the time of this block.
            found.expiration = values.uint(3) == 0 ? BigUInt(execution.environment.time) : values.uint(3)
            try execution.write(context, place, found.word)
            try execution.log(
                context,
                [
                    EVMEvents.permit2Approval, Digest32(topic: context.sender), Digest32(topic: values.address(0)),
                    Digest32(topic: values.address(1)),
                ], EVMWord.bytes(found.amount) + EVMWord.bytes(found.expiration))
            return []
        },
        .init("transferFrom(address,address,uint160,address)", .write) {
            execution, context, values throws(SimulatorError) in
            let (owner, token, amount) = (values.address(0), values.address(3), values.uint(2))
            let place = slot(owner, token, context.sender)
            var found = Allowance(try execution.read(context, place))
            guard found.expiration >= BigUInt(execution.environment.time) else {
                throw refusal("AllowanceExpired(uint256)", found.expiration)
            }
            guard found.amount >= amount else { throw refusal("InsufficientAllowance(uint256)", found.amount) }
            if found.amount != Allowance.largestAmount {
                found.amount -= amount
                try execution.write(context, place, found.word)
            }
            try take(amount, of: token, from: owner, to: values.address(1), context, &execution)
            return []
        },
    ]

    private static let signatures: [EVMContract.Function] = [
        .init("nonceBitmap(address,uint256)", .view, ["uint256"]) { execution, context, values throws(SimulatorError) in
            let place = EVMSlot.map(used, EVMWord.bytes(values.address(0)), EVMWord.bytes(values.uint(1)))
            return [.uint(try execution.read(context, place))]
        },
        .init("invalidateUnorderedNonces(uint256,uint256)", .write) {
            execution, context, values throws(SimulatorError) in
            let place = EVMSlot.map(used, EVMWord.bytes(context.sender), EVMWord.bytes(values.uint(0)))
            try execution.write(context, place, try execution.read(context, place) | values.uint(1))
            return []
        },
        .init("permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)", .write, body: permit),
        .init(
            "permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)", .write,
            body: permitTransfer),
    ]

    private static let permit: EVMContract.Function.Body = { execution, context, values throws(SimulatorError) in
        let (owner, single) = (values.address(0), values.elements(1))
        let (parts, spender, deadline) = (single.elements(0), single.address(1), single.uint(2))
        guard deadline >= BigUInt(execution.environment.time) else {
            throw refusal("SignatureExpired(uint256)", deadline)
        }
        let inner = EVMDomain.structure(
            details, EVMWord.bytes(parts.address(0)), EVMWord.bytes(parts.uint(1)), EVMWord.bytes(parts.uint(2)),
            EVMWord.bytes(parts.uint(3)))
        let structure = EVMDomain.structure(
            "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)\(details)", inner,
            EVMWord.bytes(spender), EVMWord.bytes(deadline))
        try execution.use(3_000)
        guard EVMDomain.signer(separator(execution, context), structure, values.bytes(2)) == owner else {
            throw refusal("InvalidSigner()")
        }
        let place = slot(owner, parts.address(0), spender)
        var found = Allowance(try execution.read(context, place))
        guard found.nonce == parts.uint(3) else { throw refusal("InvalidNonce()") }
        found.amount = parts.uint(1)
        found.expiration = parts.uint(2) == 0 ? BigUInt(execution.environment.time) : parts.uint(2)
        found.nonce = (found.nonce + 1) & Allowance.largestTime
        try execution.write(context, place, found.word)
        try execution.log(
            context,
            [
                EVMEvents.permit2Permit, Digest32(topic: owner), Digest32(topic: parts.address(0)),
                Digest32(topic: spender),
            ], EVMWord.bytes(found.amount) + EVMWord.bytes(found.expiration) + EVMWord.bytes(parts.uint(3)))
        return []
    }

    private static let permitTransfer: EVMContract.Function.Body = {
        execution, context, values throws(SimulatorError) in
        let (permit, wanted, owner) = (values.elements(0), values.elements(1), values.address(2))
        let (permitted, nonce, deadline) = (permit.elements(0), permit.uint(1), permit.uint(2))
        guard deadline >= BigUInt(execution.environment.time) else {
            throw refusal("SignatureExpired(uint256)", deadline)
        }
        guard wanted.uint(1) <= permitted.uint(1) else { throw refusal("InvalidAmount(uint256)", permitted.uint(1)) }
        let place = EVMSlot.map(used, EVMWord.bytes(owner), EVMWord.bytes(nonce >> 8))
        let (bits, bit) = (try execution.read(context, place), BigUInt(1) << Int(nonce & 0xFF))
        guard bits & bit == 0 else { throw refusal("InvalidNonce()") }
        let inner = EVMDomain.structure(
            permissions, EVMWord.bytes(permitted.address(0)), EVMWord.bytes(permitted.uint(1)))
        let structure = EVMDomain.structure(
            "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)"
                + permissions, inner, EVMWord.bytes(context.sender), EVMWord.bytes(nonce), EVMWord.bytes(deadline))
        try execution.use(3_000)
        guard EVMDomain.signer(separator(execution, context), structure, values.bytes(3)) == owner else {
            throw refusal("InvalidSigner()")
        }
        try execution.write(context, place, bits | bit)
        try take(
            wanted.uint(1), of: permitted.address(0), from: owner, to: wanted.address(0), context, &execution)
        return []
    }

    /// Moves units of a token by the allowance that its owner gave this contract.
    private static func take(
        _ amount: BigUInt, of token: EthereumAddress, from owner: EthereumAddress, to receiver: EthereumAddress,
        _ context: EVMContext, _ execution: inout EVMExecution
    ) throws(SimulatorError) {
        do throws(SimulatorError) {
            _ = try execution.call(
                .init(
                    sender: context.address, to: token,
                    data: EVMCalls.transferFrom(owner, receiver, amount), isStatic: context.isStatic))
        } catch .reverted(_) {
            throw .revert("TRANSFER_FROM_FAILED")
        }
    }
}
