import BigInt
import Bridge
import Ethereum
import Testing

@testable import Simulators

/// Permit2 on the simulated chain, with signatures over typed data as wallets make them.
@Suite(.timeLimit(.minutes(5))) struct Permit2Tests {
    private let other = EVMWord.constant("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")

    private static let now = BigUInt(1_800_000_000)
    private static let transferFrom = "transferFrom(address,address,uint160,address)"
    private static let transferBySignature =
        "permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)"

    /// An owner whose USDC Permit2 may take, and a spender with coins for fees.
    private func people() async throws -> (owner: EthereumUser, spender: EthereumUser) {
        let owner = try await EthereumUser.rich()
        let spender = try EthereumUser(owner.chain, 10)
        _ = try await owner.chain.fund(spender.address.description, "1", asset: nil)
        #expect(
            try await owner.act(
                owner.token, "approve(address,uint256)", [.address(owner.permit2), .number(1_000_000)]))
        return (owner, spender)
    }

    @Test func `a spender takes what its allowance says, and no more`() async throws {
        let (owner, spender) = try await people()
        let until = ABIValue.uint(Self.now + 1_000)
        func take(_ units: BigInt) async throws -> Bool {
            try await spender.act(
                owner.permit2, Self.transferFrom,
                [.address(owner.address), .address(other), .number(units), .address(owner.token)])
        }
        #expect(try await !take(1))
        #expect(
            try await owner.act(
                owner.permit2, "approve(address,address,uint160,uint48)",
                [.address(owner.token), .address(spender.address), .number(50), until]))
        #expect(try await take(30))
        #expect(try await !take(30))
        #expect(try await owner.units(of: owner.token, other) == 30)
        let left = try await owner.allowance(of: spender)
        #expect(left == [20, Self.now + 1_000, 0])
        try await owner.chain.advance(1_001)
        #expect(try await !take(20))
    }

    @Test func `a permit sets an allowance once, and only by its owner's key`() async throws {
        let (owner, spender) = try await people()
        func permit(_ amount: BigUInt, signedBy signer: EthereumUser, until deadline: BigUInt) async throws -> Bool {
            let single: JSON = [
                "details": [
                    "token": .string(owner.token.description), "amount": .hex(amount), "expiration": .hex(deadline),
                    "nonce": "0x0",
                ],
                "spender": spender.text, "sigDeadline": .hex(deadline),
            ]
            let signature = try signer.signTyped("PermitSingle", single)
            let details = ABIValue.tuple([.address(owner.token), .uint(amount), .uint(deadline), .number(0)])
            return try await spender.act(
                owner.permit2, "permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)",
                [
                    .address(owner.address), .tuple([details, .address(spender.address), .uint(deadline)]),
                    .bytes(signature),
                ])
        }
        #expect(try await !permit(60, signedBy: spender, until: Self.now + 1_000))
        #expect(try await !permit(60, signedBy: owner, until: Self.now - 1))
        #expect(try await permit(60, signedBy: owner, until: Self.now + 1_000))
        #expect(try await owner.allowance(of: spender) == [60, Self.now + 1_000, 1])
        #expect(try await !permit(60, signedBy: owner, until: Self.now + 1_000))
    }

    @Test func `a payment by a signature is made once, by the spender that it names, up to its amount`() async throws {
        let (owner, spender) = try await people()
        func pay(
            _ amount: BigInt, nonce: BigUInt, by sender: EthereumUser, until deadline: BigUInt = Self.now + 1_000
        ) async throws -> Bool {
            let message: JSON = [
                "permitted": ["token": .string(owner.token.description), "amount": "0x64"], "spender": spender.text,
                "nonce": .hex(nonce), "deadline": .hex(deadline),
            ]
            let signature = try owner.signTyped("PermitTransferFrom", message)
            return try await sender.act(
                owner.permit2, Self.transferBySignature,
                [
                    .tuple([.tuple([.address(owner.token), .number(100)]), .uint(nonce), .uint(deadline)]),
                    .tuple([.address(other), .number(amount)]), .address(owner.address), .bytes(signature),
                ])
        }
        #expect(try await !pay(100, nonce: 0, by: owner))
        #expect(try await !pay(101, nonce: 0, by: spender))
        #expect(try await !pay(100, nonce: 0, by: spender, until: Self.now - 1))
        #expect(try await pay(40, nonce: 0, by: spender))
        #expect(try await !pay(40, nonce: 0, by: spender))
        // Nonces have no order, and the owner can use up some that were not spent.
        #expect(try await pay(2, nonce: 300, by: spender))
        #expect(
            try await owner.act(
                owner.permit2, "invalidateUnorderedNonces(uint256,uint256)", [.number(0), .number(2)]))
        #expect(try await !pay(1, nonce: 1, by: spender))
        #expect(try await pay(1, nonce: 2, by: spender))
        #expect(try await owner.units(of: owner.token, other) == 43)
    }
}

extension EthereumUser {
    fileprivate var token: EthereumAddress { chain.deployments.dollar }
    fileprivate var permit2: EthereumAddress { chain.deployments.permit2 }

    /// What Permit2 lets a spender take, until when, and the next nonce.
    fileprivate func allowance(of spender: EthereumUser) async throws -> [BigUInt]? {
        try await ask(
            permit2, "allowance(address,address,address)",
            [.address(address), .address(token), .address(spender.address)], ["uint160", "uint48", "uint48"]
        ).map { values in values.indices.map { values.uint($0) } }
    }

    /// Signs a message for Permit2.
    fileprivate func signTyped(_ type: String, _ message: JSON) throws -> [UInt8] {
        func fields(_ list: KeyValuePairs<String, String>) -> JSON {
            .array(list.map { ["name": .string($0.key), "type": .string($0.value)] })
        }
        let data: JSON = [
            "types": [
                "EIP712Domain": fields(["name": "string", "chainId": "uint256", "verifyingContract": "address"]),
                "PermitDetails": fields([
                    "token": "address", "amount": "uint160", "expiration": "uint48", "nonce": "uint48",
                ]),
                "PermitSingle": fields(["details": "PermitDetails", "spender": "address", "sigDeadline": "uint256"]),
                "TokenPermissions": fields(["token": "address", "amount": "uint256"]),
                "PermitTransferFrom": fields([
                    "permitted": "TokenPermissions", "spender": "address", "nonce": "uint256", "deadline": "uint256",
                ]),
            ],
            "primaryType": .string(type),
            "domain": [
                "name": "Permit2", "chainId": "0x1", "verifyingContract": .string(permit2.description),
            ],
            "message": message,
        ]
        return try sign(TypedData(data).digest)
    }
}
