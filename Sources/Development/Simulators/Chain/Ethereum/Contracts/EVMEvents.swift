internal import BigInt
internal import Ethereum
internal import Primitives

/// The topics of events.
enum EVMEvents {
    static let transfer = topic("Transfer(address,address,uint256)")
    static let approval = topic("Approval(address,address,uint256)")
    static let approvalForAll = topic("ApprovalForAll(address,address,bool)")
    static let deposit = topic("Deposit(address,uint256)")
    static let withdrawal = topic("Withdrawal(address,uint256)")
    static let authorizationUsed = topic("AuthorizationUsed(address,bytes32)")
    static let permit2Approval = topic("Approval(address,address,address,uint160,uint48)")
    static let permit2Permit = topic("Permit(address,address,address,uint160,uint48,uint48)")
    static let newOwner = topic("NewOwner(bytes32,bytes32,address)")
    static let newResolver = topic("NewResolver(bytes32,address)")
    static let addressChanged = topic("AddrChanged(bytes32,address)")
    static let nameChanged = topic("NameChanged(bytes32,string)")

    private static func topic(_ signature: String) -> Digest32 { Keccak256.hash(signature.utf8) }
}

extension Digest32 {
    /// The address as a topic.
    init(topic address: EthereumAddress) { self = EVMWord.digest(EVMWord.bytes(address)) }
}

/// The data of signatures for contracts (EIP-712).
enum EVMDomain {
    /// The hash of a domain with a name, a version unless it is `nil`, the chain and the contract.
    static func separator(
        _ name: String, version: String?, chainID: UInt64, contract: EthereumAddress
    ) -> [UInt8] {
        let fields =
            "string name,\(version == nil ? "" : "string version,")uint256 chainId,address verifyingContract"
        var words = hash("EIP712Domain(\(fields))") + hash(name)
        if let version { words += hash(version) }
        return Keccak256.hash(words + EVMWord.bytes(BigUInt(chainID)) + EVMWord.bytes(contract)).bytes
    }

    /// The hash of a text.
    static func hash(_ text: String) -> [UInt8] { Keccak256.hash(text.utf8).bytes }

    /// The hash of a structure: that of its type, and the words of its members.
    static func structure(_ type: String, _ words: [UInt8]...) -> [UInt8] {
        Keccak256.hash(hash(type) + words.flatMap { $0 }).bytes
    }

    /// Who signed a structure; `nil` if the signature is not valid.
    static func signer(_ separator: [UInt8], _ structure: [UInt8], _ signature: [UInt8]) -> EthereumAddress? {
        let digest = Keccak256.hash([0x19, 0x01] + separator + structure)
        guard let signature = try? RecoverableSignature(encoded: signature), signature.signature.isLowS,
            let key = try? signature.signer(of: digest)
        else { return nil }
        return EthereumAddress(key)
    }

    /// The 65 bytes of a signature from the arguments `v`, `r` and `s`.
    static func signature(_ arguments: [ABIValue], v place: Int) -> [UInt8] {
        arguments.bytes(place + 1) + arguments.bytes(place + 2) + EVMWord.bytes(arguments.uint(place)).suffix(1)
    }
}
