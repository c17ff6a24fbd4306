internal import BigInt
internal import Ethereum
internal import Primitives

/// The functions of a token that take signatures: EIP-2612 and EIP-3009.
struct TokenSignatures: Sendable {
    let token: FungibleContract

    var functions: [EVMContract.Function] { permits + authorizations }

    private var separator: @Sendable (EVMExecution, EVMContext) -> [UInt8] {
        let (name, version) = (token.name, token.version)
        return { execution, context in
            EVMDomain.separator(
                name, version: version, chainID: execution.environment.chainID, contract: context.address)
        }
    }

    private static func nonce(_ owner: EthereumAddress) -> Digest32 {
        EVMSlot.map(FungibleContract.nonces, EVMWord.bytes(owner))
    }

    private var permits: [EVMContract.Function] {
        let (separator, version) = (separator, token.version)
        return [
            .init("version()", .view, ["string"]) { _, _, _ in [.string(version)] },
            .init("DOMAIN_SEPARATOR()", .view, ["bytes32"]) { execution, context, _ in
                [.bytes(separator(execution, context))]
            },
            .init("nonces(address)", .view, ["uint256"]) { execution, context, values throws(SimulatorError) in
                [.uint(try execution.read(context, Self.nonce(values.address(0))))]
            },
            .init("permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", .write) {
                execution, context, values throws(SimulatorError) in
                let owner = values.address(0)
                guard values.uint(3) >= BigUInt(execution.environment.time) else {
                    throw .revert("ERC20Permit: expired deadline")
                }
                let nonce = try execution.read(context, Self.nonce(owner))
                let structure = EVMDomain.structure(
                    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)",
                    EVMWord.bytes(owner), EVMWord.bytes(values.address(1)), EVMWord.bytes(values.uint(2)),
                    EVMWord.bytes(nonce), EVMWord.bytes(values.uint(3)))
                try execution.use(3_000)
                let signature = EVMDomain.signature(values, v: 4)
                guard EVMDomain.signer(separator(execution, context), structure, signature) == owner else {
                    throw .revert("ERC20Permit: invalid signature")
                }
                try execution.write(context, Self.nonce(owner), nonce + 1)
                try FungibleContract.approve(owner, values.address(1), values.uint(2), context, &execution)
                return []
            },
        ]
    }

    private static func authorization(_ owner: EthereumAddress, _ nonce: [UInt8]) -> Digest32 {
        EVMSlot.map(FungibleContract.authorizations, EVMWord.bytes(owner), nonce)
    }

    private var authorizations: [EVMContract.Function] {
        [
            .init("authorizationState(address,bytes32)", .view, ["bool"]) {
                execution, context, values throws(SimulatorError) in
                [.bool(try execution.read(context, Self.authorization(values.address(0), values.bytes(1))) != 0)]
            },
            use("receiveWithAuthorization", isReceived: true, isSplit: true),
            use("receiveWithAuthorization", isReceived: true, isSplit: false),
            use("transferWithAuthorization", isReceived: false, isSplit: true),
            use("transferWithAuthorization", isReceived: false, isSplit: false),
        ]
    }

    /// A function that moves units by a signature.
    private func use(_ name: String, isReceived: Bool, isSplit: Bool) -> EVMContract.Function {
        let separator = separator
        let type = isReceived ? "ReceiveWithAuthorization" : "TransferWithAuthorization"
        let ending = isSplit ? "uint8,bytes32,bytes32" : "bytes"
        return .init("\(name)(address,address,uint256,uint256,uint256,bytes32,\(ending))", .write) {
            execution, context, values throws(SimulatorError) in
            let (owner, receiver, now) = (values.address(0), values.address(1), BigUInt(execution.environment.time))
            guard !isReceived || receiver == context.sender else {
                throw .revert("FiatTokenV2: caller must be the payee")
            }
            guard values.uint(3) < now else { throw .revert("FiatTokenV2: authorization is not yet valid") }
            guard now < values.uint(4) else { throw .revert("FiatTokenV2: authorization is expired") }
            let slot = Self.authorization(owner, values.bytes(5))
            guard try execution.read(context, slot) == 0 else {
                throw .revert("FiatTokenV2: authorization is used or canceled")
            }
            let structure = EVMDomain.structure(
                "\(type)(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)",
                EVMWord.bytes(owner), EVMWord.bytes(receiver), EVMWord.bytes(values.uint(2)),
                EVMWord.bytes(values.uint(3)), EVMWord.bytes(values.uint(4)), values.bytes(5))
            try execution.use(3_000)
            let signature = isSplit ? EVMDomain.signature(values, v: 6) : values.bytes(6)
            guard EVMDomain.signer(separator(execution, context), structure, signature) == owner else {
                throw .revert("FiatTokenV2: invalid signature")
            }
            try execution.write(context, slot, 1)
            try execution.log(
                context,
                [EVMEvents.authorizationUsed, Digest32(topic: owner), EVMWord.digest(values.bytes(5))])
            try FungibleContract.move(values.uint(2), from: owner, to: receiver, context, &execution)
            return []
        }
    }
}
