import BigInt
import Bridge
import Ethereum
import Keys
import Primitives
import Testing

@testable import Simulators
import WalletTesting

/// A user with a key of a simulated chain.
struct EthereumUser {
    let chain: EthereumChain
    let key: [UInt8]
    let address: EthereumAddress

    static let gwei = BigUInt(1_000_000_000)

    init(_ chain: EthereumChain, _ byte: UInt8 = 9) throws {
        self.chain = chain
        key = [UInt8](repeating: byte, count: 32)
        address = EthereumAddress(try PrivateKey(SecretBytes(copying: key)).publicKey())
    }

    /// A chain whose time stands still, and a user with 10 coins and 100 USDC.
    static func rich(_ byte: UInt8 = 9) async throws -> EthereumUser {
        let chain = EthereumChain(chainID: 1, now: { 1_800_000_000 })
        let user = try EthereumUser(chain, byte)
        _ = try await chain.fund(user.address.description, "10", asset: nil)
        _ = try await chain.fund(user.address.description, "100", asset: "USDC")
        return user
    }

    var text: JSON { .string(address.description) }

    func sign(_ digest: Digest32) throws -> [UInt8] {
        try PrivateKey(SecretBytes(copying: key)).sign(digest).encoded
    }

    /// A signed transaction.
    func raw(
        to: EthereumAddress, value: BigUInt = 0, data: [UInt8] = [], nonce: UInt64? = nil, fee: BigUInt = 10,
        tip: BigUInt = 1
    ) async throws -> JSON {
        let next = await chain.result("eth_getTransactionCount", [text, "pending"]).flatMap { Quantity.readWord($0) }
        let transaction = try EthereumTransaction(
            chainID: chain.chainID, nonce: nonce ?? next ?? 0,
            fees: .dynamic(maxFee: fee * Self.gwei, maxPriorityFee: tip * Self.gwei), gasLimit: 300_000, to: to,
            value: value, data: data)
        let signature = try PrivateKey(SecretBytes(copying: key)).sign(transaction.digest)
        return .string(Quantity.text(bytes: transaction.signed(signature)))
    }

    /// Sends a transaction, and returns its hash.
    func send(
        to: EthereumAddress, value: BigUInt = 0, data: [UInt8] = [], nonce: UInt64? = nil, fee: BigUInt = 10,
        tip: BigUInt = 1
    ) async throws -> JSON {
        let raw = try await raw(to: to, value: value, data: data, nonce: nonce, fee: fee, tip: tip)
        return try #require(await chain.result("eth_sendRawTransaction", [raw]))
    }

    /// Calls a contract in a transaction, and returns whether it succeeded.
    func act(_ contract: EthereumAddress, _ signature: String, _ arguments: [ABIValue] = [], value: BigUInt = 0)
        async throws -> Bool
    {
        let hash = try await send(to: contract, value: value, data: try ABIFunction(signature).call(arguments))
        return await chain.result("eth_getTransactionReceipt", [hash])?["status"] == "0x1"
    }

    /// Asks a contract.
    func ask(
        _ contract: EthereumAddress, _ signature: String, _ arguments: [ABIValue] = [], _ types: [String]
    ) async throws -> [ABIValue]? {
        let data = Quantity.text(bytes: try ABIFunction(signature).call(arguments))
        let question: JSON = [["from": text, "to": .string(contract.description), "data": .string(data)], "latest"]
        guard let answer = await chain.result("eth_call", question)?.string, let bytes = Hex.decode(answer) else {
            return nil
        }
        return try ABIDecoder.decode(types.map { try ABIType($0) }, from: bytes)
    }

    func units(of token: EthereumAddress, _ account: EthereumAddress? = nil) async throws -> BigUInt? {
        try await ask(token, "balanceOf(address)", [.address(account ?? address)], ["uint256"])?.uint(0)
    }
}
