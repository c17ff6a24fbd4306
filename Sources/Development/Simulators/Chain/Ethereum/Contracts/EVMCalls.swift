internal import BigInt
internal import Ethereum
internal import Primitives

/// The data of calls that contracts and the ledger make.
enum EVMCalls {
    /// A call of a function whose arguments are words.
    static func data(_ signature: String, _ words: [UInt8]...) -> [UInt8] {
        Keccak256.hash(signature.utf8).bytes.prefix(4) + words.flatMap { $0 }
    }

    static func transfer(_ receiver: EthereumAddress, _ amount: BigUInt) -> [UInt8] {
        data("transfer(address,uint256)", EVMWord.bytes(receiver), EVMWord.bytes(amount))
    }

    static func transferFrom(
        _ owner: EthereumAddress, _ receiver: EthereumAddress, _ amount: BigUInt
    ) -> [UInt8] {
        data(
            "transferFrom(address,address,uint256)", EVMWord.bytes(owner), EVMWord.bytes(receiver),
            EVMWord.bytes(amount))
    }
}
